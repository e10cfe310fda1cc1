import { z } from 'zod';
import { changeAccount, type AccountInput } from '../account/account-change.js';
import { behaviourOfRow } from '../legs/behaviours.js';
import { answerLeg, endLeg, farEndEnds, hasEnded } from '../legs/leg.js';
import { audibleTo } from '../conferences/audible.rules.js';
import { receiveCall } from '../calls/originate.js';
import { maxFiles } from '../messages/media.js';
import { receiveMessage } from '../messages/messages.js';
import type { Behaviour, Carrier, Leg, Media, TraceEntry } from '../model.js';
import { faultInput, type FaultInput, type FaultList } from './faults.js';

const number = z
  .string()
  .regex(/^(\+[1-9]\d{6,14}|anonymous)$/, 'A number in international form, +12145550107');
const seconds = z.number().min(0).max(14_400).optional();

export const inboundCallInput = z.strictObject({
  from: number,
  to: number,
  /** Seconds the caller speaks after the tone; by default until hung up through the interface. */
  vmSeconds: seconds,
  /** Seconds from the first ring after which the caller hangs up. */
  hangAfter: seconds,
  /** Seconds of talk after which the caller hangs up. */
  talkFor: seconds,
});
export const inboundSmsInput = z.strictObject({
  from: number,
  to: number,
  body: z.string().max(1600).default(''),
  /** The files of a picture message. */
  media: z
    .array(
      z.strictObject({
        type: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, 'A kind, image/png'),
        base64: z.base64(),
      }),
    )
    .max(maxFiles)
    .default([]),
});

const behaviour = z.strictObject({
  rest: z
    .enum(['invalid number', 'server error', 'too many requests once', 'no answer', 'from refused'])
    .optional(),
  call: z.enum(['human', 'machine', 'fax', 'busy', 'no-answer', 'failed', 'by hand']).default('human'),
  answerAfter: z.number().min(0).max(600).optional(),
  talkFor: seconds,
  detected: z.literal('unknown').optional(),
  greeting: z.strictObject({ seconds: z.number().min(0), ends: z.enum(['beep', 'silence']) }).optional(),
  hooks: z.enum(['duplicated', 'shuffled', 'terminal lost']).optional(),
  sms: z
    .union([
      z.strictObject({ undelivered: z.int() }),
      z.strictObject({ failed: z.int() }),
      z.strictObject({ refused: z.int() }),
      z.strictObject({ replies: z.string() }),
    ])
    .optional(),
});

export const scriptInput = z.strictObject({
  number,
  /** A behaviour, the two digits of a row of the outcome table, or null for the number's default. */
  script: z.union([behaviour, z.string().regex(/^\d\d$/), z.null()]),
});

export const callInput = z.strictObject({ callSid: z.string() });
export const pressInput = callInput.extend({ keys: z.string().regex(/^[\d*#]{1,20}$/, 'Keys of a phone') });
export const refuseInput = callInput.extend({ how: z.enum(['busy', 'failed']).default('busy') });

/** A control request that cannot be fulfilled; the message says why. */
export class CannotDo extends Error {}

function liveLeg(carrier: Carrier, sid: string): Leg {
  const leg = carrier.legs.get(sid);
  if (!leg) throw new CannotDo(`There is no call ${sid}`);
  if (hasEnded(leg)) throw new CannotDo('The call is over');
  return leg;
}

const legState = (leg: Leg) => ({
  callSid: leg.sid,
  parentSid: leg.parentSid ?? null,
  from: leg.from,
  to: leg.to,
  direction: leg.direction,
  status: leg.status,
  answeredBy: leg.answeredBy ?? null,
  doing: leg.program?.doing ?? null,
  listens: leg.pressed !== undefined,
  createdAt: leg.createdAt,
  answeredAt: leg.answeredAt ?? null,
  endedAt: leg.endedAt ?? null,
});

function stateOf(carrier: Carrier) {
  return {
    now: carrier.clock.now(),
    calls: [...carrier.legs.values()].slice(-200).map(legState),
    conferences: [...carrier.conferences.values()].slice(-50).map((conference) => ({
      conferenceSid: conference.sid,
      friendlyName: conference.friendlyName,
      status: conference.status,
      participants: [...conference.seats.values()].map((seat) => ({
        callSid: seat.leg.sid,
        label: seat.label ?? null,
        muted: seat.muted,
        hold: seat.hold,
        coaches: seat.coaches ?? null,
        status: seat.status,
        // Whose voices reach it, by label where there is one.
        audible: audibleTo(seat, conference.seats.values()).map(({ leg, label }) => label ?? leg.sid),
      })),
    })),
    recordings: [...carrier.recordings.values()]
      .slice(-50)
      .map(({ sid, callSid, conferenceSid, status, duration, source }) => ({
        recordingSid: sid,
        callSid: callSid ?? null,
        conferenceSid: conferenceSid ?? null,
        status,
        duration: duration ?? null,
        source,
      })),
    messages: [...carrier.messages.values()]
      .slice(-100)
      .map(({ sid, from, to, body, media, direction, status, createdAt, serviceSid }) => ({
        messageSid: sid,
        from,
        to,
        body,
        media: media.map(({ sid: mediaSid, type, bytes }) => ({ mediaSid, type, bytes: bytes.length })),
        direction,
        status,
        createdAt,
        serviceSid: serviceSid ?? null,
      })),
    devices: carrier.devices.identities(),
    scripted: Object.fromEntries(carrier.behaviours.all()),
    numbers: [...carrier.account.numbers.values()].map(({ number: rented }) => rented),
  };
}
export type SimState = ReturnType<typeof stateOf>;

/** External control of the carrier, by a person or a test. */
export interface Control {
  inboundCall: (input: z.input<typeof inboundCallInput>) => { callSid: string };
  inboundSms: (input: z.input<typeof inboundSmsInput>) => { messageSid: string };
  script: (input: z.input<typeof scriptInput>) => void;
  /** Answers a call that is ringing at a number marked `by hand`. */
  answer: (input: z.input<typeof callInput>) => void;
  refuse: (input: z.input<typeof refuseInput>) => void;
  /** The customer hangs up. */
  hangup: (input: z.input<typeof callInput>) => void;
  /** The customer presses keys of their phone. */
  press: (input: z.input<typeof pressInput>) => void;
  fault: (input: FaultInput) => void;
  /** Changes the account, as its owner or the carrier would. */
  account: (input: AccountInput) => void;
  trace: (after?: number) => TraceEntry[];
  /** A file of a message, undefined for none of that sid. */
  media: (mediaSid: string) => Pick<Media, 'type' | 'bytes'> | undefined;
  /** The first matching trace entry, past or future. */
  waitFor: (fits: (entry: TraceEntry) => boolean) => Promise<TraceEntry>;
  state: () => SimState;
  /** With `checksApi`: violations of the published interface. */
  apiProblems: () => readonly string[];
}

export function createControl(carrier: Carrier, faults: FaultList, apiProblems: readonly string[]): Control {
  return {
    inboundCall: (input) => ({ callSid: receiveCall(carrier, inboundCallInput.parse(input)).sid }),
    inboundSms: (input) => {
      const text = inboundSmsInput.parse(input);
      if (text.body === '' && text.media.length === 0) throw new CannotDo('A text has words, or a file');
      const media = text.media.map(({ type, base64 }) => ({ type, bytes: Buffer.from(base64, 'base64') }));
      return { messageSid: receiveMessage(carrier, { ...text, media }).sid };
    },
    script: (input) => {
      const { number: who, script } = scriptInput.parse(input);
      const wanted: Behaviour | undefined =
        typeof script === 'string' ? behaviourOfRow(script) : (script ?? undefined);
      if (script !== null && !wanted)
        throw new CannotDo(`The outcome table has no row ${JSON.stringify(script)}`);
      carrier.behaviours.set(who, wanted);
      carrier.clock.touch();
    },
    answer: (input) => {
      const leg = liveLeg(carrier, callInput.parse(input).callSid);
      if (leg.status !== 'ringing' || carrier.behaviours.of(leg.to).call !== 'by hand')
        throw new CannotDo('Only a call that rings at a number marked by hand can be answered here');
      answerLeg(carrier, leg);
      carrier.clock.touch();
    },
    refuse: (input) => {
      const { callSid, how } = refuseInput.parse(input);
      const leg = liveLeg(carrier, callSid);
      if (leg.status === 'in-progress') throw new CannotDo('The call is answered already');
      endLeg(carrier, leg, how, 'far end');
      carrier.clock.touch();
    },
    hangup: (input) => {
      farEndEnds(carrier, liveLeg(carrier, callInput.parse(input).callSid), 'no-answer');
      carrier.clock.touch();
    },
    press: (input) => {
      const { callSid, keys } = pressInput.parse(input);
      const { pressed } = liveLeg(carrier, callSid);
      if (pressed === undefined) throw new CannotDo('Nobody listens for keys');
      pressed(keys);
    },
    fault: (input) => {
      const fault = faultInput.parse(input);
      if (fault.kind === 'none') faults.clear();
      else if (fault.kind === 'device') carrier.devices.cut(fault.identity);
      else if (fault.kind === 'line') {
        const { identity, event, name } = fault;
        carrier.devices.reportLine(identity, { event, ...(name !== undefined && { name }) });
      } else if (fault.kind === 'sound') {
        const { kind: _kind, identity, ...sound } = fault;
        carrier.devices.setSound(identity, sound);
      } else faults.add(fault);
    },
    account: (input) => {
      changeAccount(carrier, input);
    },
    trace: (after = 0) => carrier.trace.since(after),
    media: (mediaSid) =>
      [...carrier.messages.values()].flatMap(({ media }) => media).find(({ sid }) => sid === mediaSid),
    waitFor: (fits) => carrier.trace.waitFor(fits),
    state: () => stateOf(carrier),
    apiProblems: () => apiProblems,
  };
}
