import { addLeg, answerLeg, dropLeg, endLeg, hasEnded, secondsOf, wholeSeconds } from '../legs/leg.js';
import { phoneOf } from '../legs/phones.js';
import { placeLeg } from '../legs/place-leg.js';
import { aborted, deferred } from '../deferred.js';
import type { Carrier, FarEnd, Leg, Params, Recording } from '../model.js';
import { finishRecording, recordingUrl, startRecording } from '../recordings/recording.js';
import {
  addressIn,
  flagOf,
  hookOf,
  legEvents,
  methodOf,
  numberOf,
  oneOf,
  recordingEvents,
} from './attributes.js';
import { TwimlError, type Element } from './parse.js';
import type { Run, Source } from './run.js';

interface Party {
  leg: Leg;
  /** Its document before it is connected. */
  whisper: Source | undefined;
}

function clientOf(carrier: Carrier, element: Element): { to: string; far: FarEnd } {
  const identity = element.children.find(({ name }) => name === 'Identity')?.text ?? element.text;
  if (!/^[\w.@+-]{1,256}$/.test(identity))
    throw new TwimlError(13223, `<Client> has the identity "${identity}"`);
  const custom = element.children
    .filter(({ name }) => name === 'Parameter')
    .map(({ attributes }) => [attributes['name'] ?? '', attributes['value'] ?? ''] as const);
  return { to: `client:${identity}`, far: carrier.devices.farEnd(identity, Object.fromEntries(custom)) };
}

function addParty(run: Run, dial: Element, element: Element): Party {
  const { carrier, leg: parent, base } = run;
  const { to, far } =
    element.name === 'Client'
      ? clientOf(carrier, element)
      : { to: element.text, far: phoneOf(carrier, element.text) };
  const url = addressIn(element, 'url', base);
  const leg = addLeg(carrier, {
    parentSid: parent.sid,
    from: dial.attributes['callerId'] ?? parent.from,
    to,
    direction: 'outbound-dial',
    far,
    status: 'queued',
    statusHook: hookOf(element, base, { prefix: 'statusCallback', ...legEvents }),
  });
  const method = methodOf(element, 'method');
  return { leg, whisper: url === undefined ? undefined : { from: 'address', url, method } };
}

const e164 = /^\+[1-9]\d{6,14}$/;

/** Rings all at once; the first to answer is connected, the others are hung up. */
async function firstToAnswer(run: Run, parties: Party[], timeoutSeconds: number): Promise<Party | undefined> {
  const { carrier, signal } = run;
  const found = deferred<Party | undefined>();
  for (const party of parties) {
    void party.leg.answered.promise.then(() => {
      found.resolve(party);
    });
    if (party.leg.to.startsWith('client:') || e164.test(party.leg.to))
      void placeLeg(carrier, party.leg, { timeoutSeconds });
    else void carrier.clock.sleep(0, { signal }).then(() => rejectNumber(carrier, party.leg));
  }
  void Promise.all(parties.map(({ leg }) => leg.ended.promise)).then(() => {
    found.resolve(undefined);
  });
  const party = await Promise.race([found.promise, aborted(signal).then(() => undefined)]);
  for (const { leg } of parties) if (leg !== party?.leg) dropLeg(carrier, leg);
  return party;
}

function rejectNumber(carrier: Carrier, leg: Leg): void {
  carrier.trace.add('error', `13224: "${leg.to}" is not a number that can be dialled`, { code: 13224 });
  endLeg(carrier, leg, 'failed', 'carrier');
}

function record(run: Run, dial: Element): Recording | undefined {
  const mode = oneOf(dial, 'record', [
    'do-not-record',
    'record-from-answer',
    'record-from-ringing',
    'record-from-answer-dual',
    'record-from-ringing-dual',
    'true',
    'false',
  ]);
  if (mode === undefined || mode === 'do-not-record' || mode === 'false') return undefined;
  return startRecording(
    run.carrier,
    { callSid: run.leg.sid, conferenceSid: undefined },
    {
      channels: mode.endsWith('dual') ? 2 : 1,
      source: 'DialVerb',
      hook: hookOf(dial, run.base, { prefix: 'recordingStatusCallback', ...recordingEvents }),
    },
  );
}

/** Bridges two legs until one hangs up or is removed. */
async function bridge(run: Run, dial: Element, child: Leg): Promise<Params> {
  const { carrier, leg, signal } = run;
  const limitMs = numberOf(dial, 'timeLimit', 14_400, [1, 86_400]) * 1000;
  const recording = record(run, dial);
  const start = carrier.clock.now().getTime();
  const taken = deferred<'taken'>();
  child.detach = () => {
    taken.resolve('taken');
  };
  leg.far.bridged?.(leg);
  child.far.bridged?.(child);
  const over = new AbortController();
  const how = await Promise.race([
    child.ended.promise.then(() => 'child ended' as const),
    taken.promise,
    aborted(signal),
    carrier.clock.sleep(limitMs, { signal: over.signal, patient: true }),
  ]);
  over.abort();
  child.detach = undefined;
  if (recording) finishRecording(carrier, recording);
  if (how !== 'taken') dropLeg(carrier, child);
  const talked = hasEnded(child) ? secondsOf(child) : wholeSeconds(carrier.clock.now().getTime() - start);
  return {
    DialCallStatus: 'completed',
    DialCallSid: child.sid,
    DialCallDuration: String(talked),
    DialBridged: 'true',
    ...(recording ? { RecordingUrl: recordingUrl(carrier, recording.sid), RecordingSid: recording.sid } : {}),
  };
}

function unanswered(legs: Leg[]): Params {
  const statuses = legs.map(({ status }) => status);
  const order = ['busy', 'no-answer', 'canceled', 'failed'] as const;
  const status = order.find((one) => statuses.includes(one)) ?? 'failed';
  const last = legs.find((leg) => leg.status === status);
  return { DialCallStatus: status, DialBridged: 'false', ...(last ? { DialCallSid: last.sid } : {}) };
}

/** Dials numbers and devices; returns the fields of the Dial action. */
export async function dialParties(run: Run, dial: Element, elements: Element[]): Promise<Params> {
  const { carrier, leg } = run;
  const onBridge = flagOf(dial, 'answerOnBridge', false);
  const timeout = numberOf(dial, 'timeout', 30, [1, 600]);
  if (!onBridge) answerLeg(carrier, leg);
  else leg.far.heardRinging?.(leg);
  run.say('hears it ring');
  const parties = elements.map((element) => addParty(run, dial, element));
  const party = await firstToAnswer(run, parties, timeout);
  if (!party) return unanswered(parties.map((one) => one.leg));
  if (party.whisper) await run.runOn(party.leg, party.whisper);
  if (run.signal.aborted || hasEnded(party.leg)) {
    dropLeg(carrier, party.leg);
    return { DialCallStatus: 'completed', DialCallSid: party.leg.sid, DialBridged: 'false' };
  }
  answerLeg(carrier, leg);
  run.say('talks');
  return bridge(run, dial, party.leg);
}
