import type {
  AnsweredBy,
  CallDirection,
  CallKind,
  CallOutcome,
  CallState,
  ParticipantState,
} from '@crm/contracts/entities/telephony.js';
import {
  effectsOfSupervision,
  withSupervision,
  withSupervisorState,
  type SupervisionInput,
  type Supervisor,
} from './supervisor.rules.js';
import { isOver, isRinging, isTalking, legRank, outcomeOfLeg, type LegStatus } from './leg.rules.js';

/** One party's line as far as anybody told of it. */
export interface Leg {
  /** The carrier's id; null while only its role is known. */
  sid: string | null;
  status: LegStatus;
  /** Seconds, where the carrier said. */
  duration: number | null;
}

export interface SecondParty {
  /** The how-manieth second party of the call: what is late of an earlier one says nothing of this one. */
  n: number;
  /** What it is called by: a number, or a colleague's name. */
  number: string;
  /** The colleague it is; null for a number. */
  user_id: string | null;
  state: ParticipantState;
}

/** Whether the customer's line was asked for: nobody knows, after an answer that was lost. */
export type Placing = 'unasked' | 'asked' | 'unknown' | 'placed' | 'refused';

/** Everything of a call that hooks and actions change; plain data, so that the rules are a function of it. */
export interface CallSnapshot {
  kind: CallKind;
  direction: CallDirection;
  state: CallState;
  outcome: CallOutcome | null;
  reason: string;
  user_id: string | null;
  legs: Readonly<Record<string, Leg>>;
  placing: Placing;
  conferenceSid: string | null;
  conferenceEnded: boolean;
  hold: boolean;
  /** The highest number that told of hold. */
  holdSequence: number;
  second: SecondParty | null;
  /** An admin who is in it, or was last. Missing in calls from before there was supervision. */
  supervisor?: Supervisor | null;
  /** Since when the agent asks for help. */
  helpAskedAt?: Date | null;
  /** The agent left the others to themselves. */
  hasLeft: boolean;
  /** Who or what took the dialler's call, by the carrier's ear; null before that is found out, and where it never is. */
  answeredBy: AnsweredBy | null;
  /**
   * A voicemail for the customer's machine. `wanted`: by whoever is in the call; `due`: the dialler's own, since a greeting
   * is over; `playing`: the carrier has its document.
   */
  drop: 'none' | 'wanted' | 'due' | 'playing';
  /**
   * The customer asked not to be called again. `playing`: their line hears the farewell, and everybody else is free.
   * Missing in calls from before there was one.
   */
  farewell?: 'wanted' | 'playing' | null;
  /** What the document that rang the agent, or the guide, came to; null before. */
  dial: string | null;
  /** What is played to a machine that the dialler reaches; null for nothing. */
  voicemailUrl: string | null;
  recordingPaused: boolean;
  announce: boolean;
  /** When the customer of a dialler call answered: from here to `connectedAt` they heard nobody. */
  answeredAt: Date | null;
  connectedAt: Date | null;
  endedAt: Date | null;
}

/** What is told of a call: by the carrier, or by what was done here. */
export type CallInput =
  | SupervisionInput
  | { is: 'leg'; role: string; sid: string | null; status: LegStatus; duration: number | null }
  | { is: 'dial'; status: string; duration: number | null }
  | {
      is: 'conference';
      event: string;
      conferenceSid: string;
      sequence: number;
      role: string | null;
      sid: string | null;
      status: LegStatus | null;
    }
  | { is: 'amd'; answeredBy: AnsweredBy; isGreetingOver: boolean; sid: string }
  | { is: 'placing'; placing: 'asked' | 'unknown' }
  | { is: 'placed'; role: string; sid: string }
  | { is: 'not-placed'; role: string; outcome: 'failed' | 'refused'; reason: string }
  | { is: 'second'; n: number; number: string; user_id: string | null }
  | { is: 'hold-seen'; hold: boolean }
  | { is: 'left' }
  | { is: 'drop'; drop: Exclude<CallSnapshot['drop'], 'due'> }
  | { is: 'farewell'; farewell: 'wanted' | 'playing' }
  | { is: 'paused'; paused: boolean }
  | { is: 'lost' };

/** What has to be done because of how a call stands; each key once in the life of a call. */
export interface Effect {
  key: string;
  does: 'ring-customer' | 'announce' | 'end-conference' | 'end-leg' | 'miss' | 'drop' | 'hang-up' | 'coach';
  /** The leg that it is about. */
  sid: string | null;
}

const stateRank: Record<CallState, number> = { queued: 0, dialing: 1, ringing: 2, talking: 3, ended: 4 };

export const secondRole = (n: number) => `second-${String(n)}`;

/** The role of a second party that was asked for and of whose line nobody has told; undefined where there is none. */
export function unheardSecond({ second, legs }: Pick<CallSnapshot, 'second' | 'legs'>): string | undefined {
  if (second?.state !== 'ringing') return undefined;
  const role = secondRole(second.n);
  return (legs[role]?.sid ?? null) === null ? role : undefined;
}

const unknownLeg: Leg = { sid: null, status: 'queued', duration: null };

/** Saves what is said of one line: its status only rises, the first end stands. Another line of that role is not it. */
function withLeg(call: CallSnapshot, role: string, emitted: Partial<Leg>): CallSnapshot {
  const known = call.legs[role] ?? unknownLeg;
  const sid = emitted.sid ?? null;
  if (known.sid !== null && sid !== null && sid !== known.sid) return call;
  const status = emitted.status ?? known.status;
  const rises = !isOver(known.status) && legRank(status) > legRank(known.status);
  const leg: Leg = {
    sid: known.sid ?? emitted.sid ?? null,
    status: rises ? status : known.status,
    duration: known.duration ?? emitted.duration ?? null,
  };
  return { ...call, legs: { ...call.legs, [role]: leg } };
}

function withDial(
  call: CallSnapshot,
  { status, duration }: Extract<CallInput, { is: 'dial' }>,
): CallSnapshot {
  const emitted = { ...call, dial: call.dial ?? status };
  if (call.direction === 'inbound' || call.kind === 'dialler') return emitted;
  // The document that began with the agent's own line is over, and hangs up.
  const over = withLeg(emitted, 'agent', { status: 'completed' });
  if (call.kind === 'conference') return over;
  return withLeg(over, 'customer', { status: outcomeOfLeg(status) ?? 'failed', duration });
}

function withConference(call: CallSnapshot, input: Extract<CallInput, { is: 'conference' }>): CallSnapshot {
  const { event, conferenceSid, sequence, role, sid, status } = input;
  if (call.conferenceSid !== null && call.conferenceSid !== conferenceSid) return call;
  const emitted = { ...call, conferenceSid };
  if (event === 'conference-end') return { ...emitted, conferenceEnded: true };
  if (role === null) return emitted;
  switch (event) {
    case 'participant-join':
      return withLeg(emitted, role, { sid, status: 'in-progress' });
    case 'participant-leave':
      return withLeg(emitted, role, {
        sid,
        status: status !== null && isOver(status) ? status : 'completed',
      });
    case 'participant-hold':
    case 'participant-unhold':
      if (role !== 'customer' || sequence <= call.holdSequence) return emitted;
      return { ...emitted, hold: event === 'participant-hold', holdSequence: sequence };
    default:
      return emitted;
  }
}

function withNotPlaced(call: CallSnapshot, input: Extract<CallInput, { is: 'not-placed' }>): CallSnapshot {
  const leg = call.legs[input.role];
  // A hook was quicker: the line is there whatever the answer said.
  if (leg !== undefined && (leg.sid !== null || isOver(leg.status))) return call;
  const emitted = withLeg(call, input.role, { status: 'failed' });
  if (input.role !== 'customer') return emitted;
  return { ...emitted, placing: 'refused', outcome: call.outcome ?? input.outcome, reason: input.reason };
}

/** Nobody who could talk. */
export const isMachine = (answeredBy: AnsweredBy | null): boolean =>
  answeredBy === 'machine' || answeredBy === 'fax';
/** Somebody, as far as anybody can tell. */
export const isPerson = (answeredBy: AnsweredBy | null): boolean =>
  answeredBy !== null && !isMachine(answeredBy);

/** Saves who answered the dialler: what was found out first stands, and what comes after the call changes nothing of it. */
function withAnsweredBy(call: CallSnapshot, input: Extract<CallInput, { is: 'amd' }>): CallSnapshot {
  const emitted = withLeg(call, 'customer', { sid: input.sid, status: 'in-progress' });
  if (call.answeredBy !== null) return emitted;
  const isDue =
    input.answeredBy === 'machine' &&
    input.isGreetingOver &&
    call.voicemailUrl !== null &&
    call.drop === 'none' &&
    call.state !== 'ended';
  return { ...emitted, answeredBy: input.answeredBy, drop: isDue ? 'due' : call.drop };
}

/** Takes in one fact, and nothing of what follows from it. */
function take(call: CallSnapshot, input: CallInput): CallSnapshot {
  switch (input.is) {
    case 'leg':
      return withLeg(call, input.role, input);
    case 'dial':
      return withDial(call, input);
    case 'conference':
      return withConference(call, input);
    case 'amd':
      return withAnsweredBy(call, input);
    case 'placing':
      return call.placing === 'unasked' || call.placing === 'asked'
        ? { ...call, placing: input.placing }
        : call;
    case 'placed':
      return withLeg(call, input.role, { sid: input.sid, status: 'initiated' });
    case 'not-placed':
      return withNotPlaced(call, input);
    case 'second':
      if (call.second !== null && call.second.n >= input.n) return call;
      return {
        ...call,
        second: { n: input.n, number: input.number, user_id: input.user_id, state: 'ringing' },
      };
    case 'hold-seen':
      return { ...call, hold: input.hold };
    case 'left':
      return call.hasLeft ? call : { ...call, hasLeft: true, user_id: call.second?.user_id ?? null };
    case 'drop':
      return call.drop === 'playing' ? call : { ...call, drop: input.drop };
    case 'farewell':
      return call.farewell === 'playing' ? call : { ...call, farewell: input.farewell };
    case 'paused':
      return { ...call, recordingPaused: input.paused };
    case 'lost':
      return Object.keys({ customer: 0, ...call.legs }).reduce(
        (emitted, role) => withLeg(emitted, role, { status: 'failed' }),
        call,
      );
    default:
      return withSupervision(call, input);
  }
}

const legOf = (call: CallSnapshot, role: string) => call.legs[role];
const isGone = (leg: Leg | undefined) => leg !== undefined && isOver(leg.status);

/** Agents who ring for an inbound call, by the role `agent-<user>`. */
const ringingAgents = (call: CallSnapshot) =>
  Object.entries(call.legs).filter(([role]) => role.startsWith('agent-'));

/** The lines whose answer makes this a conversation. */
function answering(call: CallSnapshot): Leg[] {
  if (call.direction === 'inbound') return ringingAgents(call).map(([, leg]) => leg);
  const leg = legOf(call, call.kind === 'dialler' ? 'guide' : 'customer');
  return leg === undefined ? [] : [leg];
}

function secondState(call: CallSnapshot): ParticipantState {
  const { second } = call;
  if (second === null) return 'off';
  const leg = legOf(call, secondRole(second.n));
  if (isGone(leg) || call.conferenceEnded) return 'off';
  return leg !== undefined && isTalking(leg.status) ? 'on' : 'ringing';
}

function isEnded(call: CallSnapshot): boolean {
  const customer = legOf(call, 'customer');
  if (call.state === 'ended' || call.drop === 'playing' || call.conferenceEnded) return true;
  if (call.farewell === 'playing') return true;
  if (call.direction === 'inbound') return isGone(customer) || call.dial !== null;
  if (call.kind === 'dialler') return isGone(customer);
  if (call.kind === 'single') return isGone(customer) || isGone(legOf(call, 'agent'));
  // Whoever is alone in a conference talks to nobody.
  const isSecondOn = secondState(call) !== 'off';
  if (call.hasLeft) return isGone(customer) || !isSecondOn;
  return isGone(legOf(call, 'agent')) || (isGone(customer) && !isSecondOn);
}

function reached(call: CallSnapshot): CallState {
  if (isEnded(call)) return 'ended';
  const legs = answering(call);
  if (legs.some(({ status }) => isTalking(status) || isOver(status)) && call.connectedAt !== null)
    return 'talking';
  const customer = legOf(call, 'customer');
  if (legs.some(({ status }) => isTalking(status))) return 'talking';
  if (call.kind === 'dialler') {
    if (customer === undefined) return 'queued';
    return isRinging(customer.status) || isTalking(customer.status) ? 'ringing' : 'dialing';
  }
  return legs.some(({ status }) => isRinging(status)) ? 'ringing' : 'dialing';
}

/** How an ended call came out, from what is known of its lines and never from the order in which it was told. */
function outcomeOf(call: CallSnapshot): CallOutcome {
  const isAnswered =
    call.connectedAt !== null || answering(call).some(({ status }) => status === 'completed');
  // The dialler's own is left once the carrier has it, and not where the machine was quicker to hang up.
  if (call.drop === 'wanted' || call.drop === 'playing') return 'drop';
  if (call.direction === 'inbound') {
    if (isAnswered || call.dial === 'completed') return 'completed';
    return call.dial === null || call.dial === 'canceled' ? 'canceled' : 'no-answer';
  }
  const customer = legOf(call, 'customer');
  if (customer !== undefined && isOver(customer.status)) return outcomeOfLeg(customer.status) ?? 'failed';
  return isAnswered ? 'completed' : 'canceled';
}

const wholeSeconds = (call: CallSnapshot) =>
  answering(call).find(({ duration }) => duration !== null)?.duration ?? null;

/** Works out all that follows from what is known. What was reached once is never taken back. */
function derive(call: CallSnapshot, now: Date): CallSnapshot {
  const isAnswered = answering(call).some(({ status }) => isTalking(status));
  const taker = ringingAgents(call).find(([, { status }]) => isTalking(status))?.[0];
  const isTaken = call.kind === 'dialler' && isTalking(legOf(call, 'customer')?.status ?? 'queued');
  const known: CallSnapshot = {
    ...call,
    answeredAt: call.answeredAt ?? (isTaken && call.state !== 'ended' ? now : null),
    connectedAt: call.connectedAt ?? (isAnswered && call.state !== 'ended' ? now : null),
    user_id: taker === undefined || call.connectedAt !== null ? call.user_id : taker.slice('agent-'.length),
    second: call.second === null ? null : { ...call.second, state: secondState(call) },
    placing:
      (legOf(call, 'customer')?.sid ?? null) === null || call.placing === 'refused' ? call.placing : 'placed',
  };
  const next = reached(known);
  if (stateRank[next] <= stateRank[call.state]) return known;
  if (next !== 'ended') return { ...known, state: next };
  const seconds = wholeSeconds(known);
  return {
    ...known,
    state: 'ended',
    outcome: known.outcome ?? outcomeOf(known),
    second: known.second === null ? null : { ...known.second, state: 'off' },
    hold: false,
    // An answer whose own hook is late or lost.
    connectedAt:
      known.connectedAt ??
      (seconds !== null && seconds > 0 && outcomeOf(known) === 'completed'
        ? new Date(now.getTime() - seconds * 1000)
        : null),
    endedAt: now,
  };
}

/**
 * A person answered the dialler, and nobody at the guide's device took it. Who hung up meanwhile was not missed by them. A
 * machine is nobody to miss: it is waited for who it was, as long as the call goes on.
 */
const isMissedByGuide = ({ kind, dial, connectedAt, answeredBy, state }: CallSnapshot): boolean =>
  kind === 'dialler' &&
  connectedAt === null &&
  ['no-answer', 'busy', 'failed'].includes(dial ?? '') &&
  (isPerson(answeredBy) || (answeredBy === null && state === 'ended'));

/** What is done with a machine that the dialler has on the line: its voicemail is left, or it is hung up. */
function effectsOfMachine(call: CallSnapshot): Effect[] {
  const sid = legOf(call, 'customer')?.sid ?? null;
  if (call.kind !== 'dialler' || call.state === 'ended' || sid === null || !isMachine(call.answeredBy))
    return [];
  if (call.drop === 'due') return [{ key: 'drop', does: 'drop', sid }];
  return call.drop === 'none' ? [{ key: 'hang-up', does: 'hang-up', sid }] : [];
}

/** What has to be done by how a call stands. A pure list: what was asked for before is left out by its key. */
export function effectsOf(call: CallSnapshot): Effect[] {
  const effects: Effect[] = [];
  const customer = legOf(call, 'customer');
  const isConference = call.kind === 'conference';
  if (isConference && call.state !== 'ended' && call.placing === 'unasked' && call.conferenceSid !== null) {
    effects.push({ key: 'ring-customer', does: 'ring-customer', sid: null });
  }
  const customerSid = customer && isTalking(customer.status) ? customer.sid : null;
  if (isConference && call.announce && customerSid !== null) {
    effects.push({ key: 'announce', does: 'announce', sid: customerSid });
  }
  if (isMissedByGuide(call)) effects.push({ key: 'miss', does: 'miss', sid: null });
  effects.push(...effectsOfMachine(call), ...effectsOfSupervision(call));
  if (call.state !== 'ended') return effects;
  if (isConference && call.conferenceSid !== null && !call.conferenceEnded) {
    effects.push({ key: 'end-conference', does: 'end-conference', sid: null });
  }
  if (call.direction === 'inbound' && call.connectedAt === null && call.outcome !== 'completed') {
    effects.push({ key: 'miss', does: 'miss', sid: null });
  }
  // Lines of their own outlive what they were in; those inside a document end with it.
  for (const [role, { sid, status }] of isConference ? Object.entries(call.legs) : []) {
    const isDropped = role === 'customer' && (call.drop !== 'none' || call.farewell === 'playing');
    if (sid !== null && !isOver(status) && !isDropped)
      effects.push({ key: `end-leg:${sid}`, does: 'end-leg', sid });
  }
  return effects;
}

/** How a call stands after one more fact, and what has to be done about it. */
export function reduceCall(
  call: CallSnapshot,
  input: CallInput,
  now: Date,
): { call: CallSnapshot; effects: Effect[] } {
  const next = withSupervisorState(derive(take(call, input), now), now);
  return { call: next, effects: effectsOf(next) };
}
