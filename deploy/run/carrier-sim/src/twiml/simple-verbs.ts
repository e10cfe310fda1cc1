import { answerLeg, endLeg, hasEnded } from '../legs/leg.js';
import { methodOf, numberOf, oneOf, resolveAddress } from './attributes.js';
import { msToPlay, msToSay } from './media.js';
import { TwimlError } from './parse.js';
import type { Run, Verb } from './run.js';

async function wait(run: Run, ms: number): Promise<'end' | undefined> {
  const how = await run.carrier.clock.sleep(ms, { signal: run.signal, patient: run.isQueued });
  return how === 'stopped' ? 'end' : undefined;
}

const loops = (times: number) => (times === 0 ? 1000 : times);

export const play: Verb = async (run, element) => {
  answerLeg(run.carrier, run.leg);
  const times = loops(numberOf(element, 'loop', 1, [0, 1000]));
  if (element.text === '') {
    if (element.attributes['digits'] === undefined) throw new TwimlError(12100, '<Play> has nothing to play');
    return wait(run, element.attributes['digits'].length * 250);
  }
  const url = resolveAddress(element, element.text, run.base);
  run.say('listens to a recording');
  const file = await run.carrier.hooks.ask({ url, method: 'GET', params: {} });
  return wait(run, msToPlay(url, file) * times);
};

export const say: Verb = async (run, element) => {
  answerLeg(run.carrier, run.leg);
  run.say(`listens: ${element.text}`);
  return wait(run, msToSay(element.text) * loops(numberOf(element, 'loop', 1, [0, 1000])));
};

/** As the first verb it delays the answer, like the real carrier. */
export const pause: Verb = async (run, element) => {
  run.say('waits');
  return wait(run, numberOf(element, 'length', 1, [0, 14_400]) * 1000);
};

export const hangup: Verb = async () => 'end';

export const reject: Verb = async (run, element) => {
  const reason = oneOf(element, 'reason', ['rejected', 'busy']) ?? 'rejected';
  if (!hasEnded(run.leg) && run.leg.status !== 'in-progress')
    endLeg(run.carrier, run.leg, reason === 'busy' ? 'busy' : 'failed', 'carrier');
  return 'end';
};

export const redirect: Verb = async (run, element) => {
  const url = resolveAddress(element, element.text, run.base);
  return { source: { from: 'address', url, method: methodOf(element, 'method') } };
};
