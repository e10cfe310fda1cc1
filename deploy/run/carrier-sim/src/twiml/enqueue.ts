import { answerLeg, hasEnded, legParams, wholeSeconds } from '../legs/leg.js';
import type { Carrier, Leg, Params, Queue } from '../model.js';
import { addressIn, methodOf } from './attributes.js';
import { TwimlError } from './parse.js';
import { wasEnded, type Run, type Verb } from './run.js';

/** As many as a queue holds that nobody made larger. */
const maxLength = 1_000;

function queueOf(carrier: Carrier, name: string): Queue {
  const known = carrier.queues.get(name);
  if (known) return known;
  const made: Queue = { sid: carrier.sids.next('QU'), waiting: [] };
  carrier.queues.set(name, made);
  return made;
}

const secondsIn = ({ clock }: Carrier, since: number) => wholeSeconds(clock.now().getTime() - since);

/** The fields of a request for what a queued caller hears. */
function placeParams(carrier: Carrier, { sid, waiting }: Queue, leg: Leg): Params {
  const position = waiting.findIndex((each) => each.leg === leg);
  const times = waiting.map(({ since }) => secondsIn(carrier, since));
  const average = times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length);
  return {
    QueueSid: sid,
    QueueTime: String(times[position] ?? 0),
    AvgQueueTime: String(Math.round(average)),
    CurrentQueueSize: String(waiting.length),
    QueuePosition: String(position + 1),
  };
}

const resultOf = (run: Run, how: 'left' | 'over') => {
  if (how === 'left') return 'leave';
  return hasEnded(run.leg) || !run.signal.aborted ? 'hangup' : 'redirected';
};

/** The caller waits and hears the documents of the waitUrl, until one of them leaves or hangs up, or the leg is moved. */
export const enqueue: Verb = async (run, element) => {
  const { carrier, leg } = run;
  if (element.text === '') throw new TwimlError(12200, '<Enqueue> has no name');
  const waitUrl = addressIn(element, 'waitUrl', run.base);
  if (waitUrl === undefined)
    throw new TwimlError(12200, '<Enqueue> has no waitUrl, and there is no default music');
  answerLeg(carrier, leg);
  const url = addressIn(element, 'action', run.base);
  const method = methodOf(element, 'method');
  const queue = queueOf(carrier, element.text);
  const isFull = queue.waiting.length >= maxLength;
  const since = carrier.clock.now().getTime();
  const place = { leg, since };
  if (!isFull) queue.waiting.push(place);
  run.say('waits in a queue');
  let result = 'queue-full';
  if (!isFull) {
    const source = { from: 'address', url: waitUrl, method: methodOf(element, 'waitUrlMethod') } as const;
    try {
      result = resultOf(run, await run.runQueued(source, () => placeParams(carrier, queue, leg)));
    } finally {
      queue.waiting.splice(queue.waiting.indexOf(place), 1);
    }
  }
  const params: Params = {
    QueueResult: result,
    ...(isFull ? {} : { QueueSid: queue.sid, QueueTime: String(secondsIn(carrier, since)) }),
  };
  if (result === 'leave' || result === 'queue-full')
    return url === undefined ? undefined : { source: { from: 'address', url, method, params } };
  // Told of as well where the caller hung up, was hung up or was moved; what that answers is ignored.
  const report = async () => {
    if (url !== undefined)
      await carrier.hooks.ask({ url, method, params: { ...legParams(carrier, leg), ...params } });
  };
  if (result === 'redirected' || wasEnded(run)) await report();
  else void leg.ended.promise.then(report);
  return 'end';
};

export const leave: Verb = async (run, element) => {
  if (!run.isQueued) throw new TwimlError(12200, `<${element.name}> leaves no queue`);
  return 'leave';
};
