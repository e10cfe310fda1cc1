import { deferred } from '../deferred.js';
import { answerLeg } from '../legs/leg.js';
import { addressIn, flagOf, methodOf, numberOf, oneOf } from './attributes.js';
import type { Element } from './parse.js';
import type { Run, Verb } from './run.js';
import { pause, play, say } from './simple-verbs.js';

const prompts: Readonly<Record<string, Verb>> = { Play: play, Say: say, Pause: pause };

/** Plays what is nested, until a key is pressed. */
async function prompt(run: Run, element: Element, isInterrupted: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([run.signal, isInterrupted]);
  for (const child of element.children) {
    if (signal.aborted) return;
    await prompts[child.name]?.({ ...run, signal }, child);
  }
}

/** Listens for keys while the nested verbs play and a while after them. Without any the document goes on. */
export const gather: Verb = async (run, element) => {
  const { carrier, leg } = run;
  oneOf(element, 'input', ['dtmf']);
  const most = numberOf(element, 'numDigits', 1_000, [1, 1_000]);
  const silenceMs = numberOf(element, 'timeout', 5, [1, 600]) * 1_000;
  const finish = element.attributes['finishOnKey'] ?? '#';
  answerLeg(carrier, leg);
  const first = new AbortController();
  const complete = deferred<void>();
  let digits = '';
  let isOver = false;
  leg.pressed = (keys) => {
    for (const key of keys) {
      if (isOver) return;
      isOver = key === finish;
      if (!isOver) digits += key;
      isOver ||= digits.length >= most;
      if (isOver) complete.resolve();
    }
    first.abort();
    carrier.clock.touch();
  };
  try {
    await prompt(run, element, first.signal);
    for (let heard = -1; !isOver && !run.signal.aborted && heard < digits.length;) {
      heard = digits.length;
      const wait = new AbortController();
      const signal = AbortSignal.any([run.signal, wait.signal]);
      await Promise.race([
        carrier.clock.sleep(silenceMs, { signal, patient: run.isQueued || leg.far.isPerson }),
        complete.promise,
      ]);
      wait.abort();
    }
  } finally {
    leg.pressed = undefined;
  }
  if (run.signal.aborted) return 'end';
  if (digits === '' && !flagOf(element, 'actionOnEmptyResult', false)) return undefined;
  const url = addressIn(element, 'action', run.base) ?? run.base;
  const params = { Digits: digits, msg: 'Gather End' };
  return { source: { from: 'address', url, method: methodOf(element, 'method'), params } };
};
