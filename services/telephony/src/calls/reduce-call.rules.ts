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
  unheardSupervisor,
  type SupervisionInput,
  type Supervisor,
} from './supervisor.rules.js';
import { isOver, isRinging, isTalking, legRank, outcomeOfLeg, type LegStatus } from './leg.rules.js';
import {
  agentRole,
  isCallback,
  isCallbackMissed,
  left,
  moveInQueue,
  userOfRole,
  type QueueInput,
  type QueuePlace,
} from './queue.rules.js';

/** One party's line as far as anybody told of it. */
export interface Leg {
  /** The carrier's id; null while only its role is known. */
  sid: string | null;
  status: LegStatus;
  /** Seconds, where the carrier said. */
  duration: number | null;
  /** It was in the conference, with everybody who is there; missing before. */
  joined?: true;
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
   * The customer asked not to be called again. `playing`: their line hears the farewell, and everybody else is free;
   * `pressed`: they did so by a key, with nobody on the line. Missing in calls from before there was one.
   */
  farewell?: 'wanted' | 'playing' | 'pressed' | null;
  /** What the document that the call began with came to; of a call that came in, that nobody took it. Null before. */
  dial: string | null;
  /** The role of the agent who took a call that came in. Missing in every other call, and before. */
  host?: string | null;
  /** The carrier has the caller in its queue: elsewhere the line is sent by a request. */
  isHeld?: boolean;
  /** The dialler was switched off before anybody answered. Missing in calls from before there was one. */
  calledOff?: boolean;
  /** Why the carrier did not place the customer's line, where it said why: a fault of its own or of our account. */
  placingFault?: 'unknown' | 'rate' | 'account' | null;
  /** What is played to a machine that the dialler reaches; null for nothing. */
  voicemailUrl: string | null;
  /** The place in the queue of somebody who called a number of all in opening hours; missing in every other call. */
  queue?: QueuePlace | null;
  recordingPaused: boolean;
  announce: boolean;
  /** When the customer of a dialler call answered: from here to `connectedAt` they could not be spoken to. */
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
  | {
      is: 'not-placed';
      role: string;
      outcome: 'failed' | 'refused';
      reason: string;
      fault?: CallSnapshot['placingFault'];
    }
  | { is: 'second'; n: number; number: string; user_id: string | null }
  | { is: 'hold-seen'; hold: boolean }
  | { is: 'left' }
  | { is: 'called-off' }
  | { is: 'drop'; drop: Exclude<CallSnapshot['drop'], 'due'> }
  | { is: 'farewell'; farewell: 'wanted' | 'playing' | 'pressed' }
  | { is: 'paused'; paused: boolean }
  /** The carrier has the caller in its queue. */
  | { is: 'held' }
  /** There is nobody to be rung for a call that came in. */
  | { is: 'nobody' }
  | QueueInput
  | { is: 'lost' };

/** What has to be done because of how a call stands; each key once in the life of a call. */
export interface Effect {
  key: string;
  does:
    | 'ring-customer'
    | 'announce'
    | 'end-conference'
    | 'end-leg'
    | 'call-off'
    | 'apologise'
    | 'miss'
    | 'drop'
    | 'hang-up'
    | 'coach'
    | 'ring-agent'
    | 'send-caller';
  /** The leg that it is about. */
  sid: string | null;
}

const stateRank: Record<CallState, number> = { queued: 0, dialing: 1, ringing: 2, talking: 3, ended: 4 };

export const secondRole = (n: number) => `second-${String(n)}`;

/** The role of a second party that was asked for and of whose line nobody has told; undefined where there is none. */
function unheardSecond({ second, legs }: Pick<CallSnapshot, 'second' | 'legs'>): string | undefined {
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
    ...((known.joined ?? emitted.joined) && { joined: true }),
  };
  return { ...call, legs: { ...call.legs, [role]: leg } };
}

function withDial(
  call: CallSnapshot,
  { status, duration }: Extract<CallInput, { is: 'dial' }>,
): CallSnapshot {
  // The caller's line was in the conference, and is over with it.
  if (call.direction === 'inbound') return withLeg(call, 'customer', { status: 'completed' });
  const emitted = { ...call, dial: call.dial ?? status };
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
      return withLeg(emitted, role, { sid, status: 'in-progress', joined: true });
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
  return {
    ...emitted,
    placing: 'refused',
    outcome: call.outcome ?? input.outcome,
    reason: input.reason,
    placingFault: input.fault ?? null,
  };
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

/** What is done to the caller's place, and to the lines that follow from it. */
function withQueue(call: CallSnapshot, input: QueueInput, now: Date): CallSnapshot {
  const { queue: before } = call;
  if (!before || (input.is === 'ring' && call.state === 'ended')) return call;
  const queue = moveInQueue(before, input, now);
  if (queue === before) return call;
  const roles = (place: QueuePlace) => place.users.map((user) => agentRole(user, place.round));
  // Nobody took it: whatever is told late of their lines comes to nothing.
  const silenced = before.state === 'ringing' ? roles(before) : [];
  const asked = queue.state === 'ringing' ? roles(queue) : [];
  const moved = [...silenced, ...asked].reduce<CallSnapshot>(
    (each, role) => withLeg(each, role, { status: silenced.includes(role) ? 'no-answer' : 'queued' }),
    { ...call, queue },
  );
  // A caller who need not wait any more leaves a voicemail, as after agents who did not answer.
  return input.is === 'unqueue' && queue.kind === 'caller'
    ? { ...moved, dial: moved.dial ?? 'no-answer' }
    : moved;
}

/** Takes in one fact, and nothing of what follows from it. */
function take(call: CallSnapshot, input: CallInput, now: Date): CallSnapshot {
  switch (input.is) {
    case 'held':
      return call.host || call.state === 'ended' ? call : { ...call, isHeld: true };
    case 'nobody':
      return { ...call, dial: call.dial ?? 'no-answer' };
    case 'ring':
    case 'unanswered':
    case 'callback':
    case 'offer':
    case 'passed':
    case 'unqueue':
      return withQueue(call, input, now);
    case 'leg':
      return withLeg(call, input.role, input);
    case 'dial':
      return withDial(call, input);
    case 'conference':
      return withConference(call, input);
    case 'amd':
      return withAnsweredBy(call, input);
    case 'placing':
      // Of one that is over, the customer's line is not asked for any more.
      if (call.placing === 'unasked')
        return call.state === 'ended' ? call : { ...call, placing: input.placing };
      return call.placing === 'asked' ? { ...call, placing: input.placing } : call;
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
    case 'called-off':
      return isTalking(call.legs['customer']?.status ?? 'queued') ? call : { ...call, calledOff: true };
    case 'drop':
      return call.drop === 'playing' ? call : { ...call, drop: input.drop };
    case 'farewell':
      if (input.farewell === 'pressed' && !isLeftAlone(call)) return call;
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

/** Agents who ring for an inbound call, by the role of their line. */
const ringingAgents = (call: CallSnapshot) =>
  Object.entries(call.legs).filter(([role]) => role.startsWith('agent-'));

/** Whether every agent who was rung for a caller is known not to take the call. */
const isTakenByNobody = (call: CallSnapshot): boolean => {
  const rung = ringingAgents(call);
  return !call.host && rung.length > 0 && rung.every(([, { status }]) => isOver(status));
};

/** The lines whose answer makes this a conversation. */
function answering(call: CallSnapshot): Leg[] {
  if (call.direction === 'inbound') return ringingAgents(call).map(([, leg]) => leg);
  const leg = legOf(call, 'customer');
  return leg === undefined ? [] : [leg];
}

/** The role of the colleague who has the customer in a conference; of a call that came in, once somebody took it. */
export const hostRole = ({ kind, host }: Pick<CallSnapshot, 'kind' | 'host'>): string =>
  host ?? (kind === 'dialler' ? 'guide' : 'agent');

/** A call in which everybody has a line of their own and meets the others in a conference. */
export const isConferenced = ({ kind }: Pick<CallSnapshot, 'kind'>): boolean =>
  kind === 'conference' || kind === 'dialler';

/** Agents who are to be rung for a caller and of whose lines nobody has told. */
const unheardAgents = (call: CallSnapshot): string[] =>
  call.direction === 'outbound' || call.host
    ? []
    : ringingAgents(call).flatMap(([role, { sid, status }]) =>
        sid === null && !isOver(status) ? [role] : [],
      );

/** The roles of everybody whose line was asked for and of whom nobody has told. */
export const unheardRoles = (call: CallSnapshot): string[] =>
  [unheardSecond(call), unheardSupervisor(call), ...unheardAgents(call)].filter((role) => role !== undefined);

/** Whether the conference of a call is to be there: that of a caller begins with who takes the call. */
export const isConferenceDue = (call: Pick<CallSnapshot, 'kind' | 'direction' | 'host'>): boolean =>
  isConferenced(call) && (call.direction === 'outbound' || Boolean(call.host));

/** Whether somebody can be talked to: in a call of the dialler once the customer is where the guide is. */
function isConversation(call: CallSnapshot): boolean {
  if (call.direction === 'inbound')
    return isTalking(legOf(call, call.host ?? '')?.status ?? 'queued') && !isGone(legOf(call, 'customer'));
  if (!answering(call).some(({ status }) => isTalking(status))) return false;
  if (call.kind !== 'dialler') return true;
  return legOf(call, 'customer')?.joined === true && isTalking(legOf(call, 'guide')?.status ?? 'queued');
}

type Alone = Pick<CallSnapshot, 'kind' | 'answeredAt' | 'connectedAt' | 'calledOff' | 'legs'>;
/** Somebody answered the dialler, and the guide was gone before they could be spoken to. */
export const isLeftAlone = ({ kind, answeredAt, connectedAt, calledOff, legs }: Alone): boolean =>
  kind === 'dialler' &&
  answeredAt !== null &&
  connectedAt === null &&
  (isGone(legs['guide']) || calledOff === true);

/** The customer answered the dialler, and nobody has told that they are where the guide is. */
export const isJoinUnheard = ({ kind, connectedAt, legs }: Alone): boolean =>
  kind === 'dialler' &&
  connectedAt === null &&
  ['customer', 'guide'].every((role) => isTalking(legs[role]?.status ?? 'queued'));

/** The guide's device did not take the dialler's call, and nobody else was rung. */
export const isMissedByGuide = (
  call: Pick<CallSnapshot, 'kind' | 'placing' | 'calledOff' | 'legs'>,
): boolean =>
  call.kind === 'dialler' &&
  call.placing === 'unasked' &&
  call.calledOff !== true &&
  isGone(call.legs['guide']);

function secondState(call: CallSnapshot): ParticipantState {
  const { second } = call;
  // With the call it is over, whatever is told late of its line.
  if (second === null || call.state === 'ended') return 'off';
  const leg = legOf(call, secondRole(second.n));
  if (isGone(leg) || call.conferenceEnded) return 'off';
  return leg !== undefined && isTalking(leg.status) ? 'on' : 'ringing';
}

function isEnded(call: CallSnapshot): boolean {
  const customer = legOf(call, 'customer');
  if (call.state === 'ended' || call.drop === 'playing' || call.conferenceEnded) return true;
  if (call.farewell === 'playing') return true;
  if (call.direction === 'inbound' && !call.host)
    return isGone(customer) || call.dial !== null || (!call.queue && isTakenByNobody(call));
  if (call.calledOff === true) return true;
  if (call.kind === 'single') return isGone(customer) || isGone(legOf(call, 'agent'));
  // Whoever is alone in a conference talks to nobody.
  const isSecondOn = secondState(call) !== 'off';
  if (call.hasLeft) return isGone(customer) || !isSecondOn;
  return isGone(legOf(call, hostRole(call))) || (isGone(customer) && !isSecondOn);
}

function reached(call: CallSnapshot): CallState {
  if (isEnded(call)) return 'ended';
  const legs = answering(call);
  if (legs.some(({ status }) => isTalking(status) || isOver(status)) && call.connectedAt !== null)
    return 'talking';
  if (isConversation(call)) return 'talking';
  if (call.kind === 'dialler' && legs.length === 0) return 'queued';
  // A caller rings from the moment that an agent is rung for them.
  const rings = ({ status, sid }: Leg) =>
    isRinging(status) || isTalking(status) || (call.direction === 'inbound' && sid !== null);
  return legs.some(rings) ? 'ringing' : 'dialing';
}

/** How an ended call came out, from what is known of its lines and never from the order in which it was told. */
function outcomeOf(call: CallSnapshot): CallOutcome {
  const isAnswered =
    call.connectedAt !== null || answering(call).some(({ status }) => status === 'completed');
  // The dialler's own is left once the carrier has it, and not where the machine was quicker to hang up.
  if (call.drop === 'wanted' || call.drop === 'playing') return 'drop';
  if (call.direction === 'inbound') {
    if (call.host) return 'completed';
    return call.dial === null && isGone(legOf(call, 'customer')) ? 'canceled' : 'no-answer';
  }
  const customer = legOf(call, 'customer');
  if (customer !== undefined && isOver(customer.status)) return outcomeOfLeg(customer.status) ?? 'failed';
  return isAnswered || isLeftAlone(call) ? 'completed' : 'canceled';
}

const wholeSeconds = (call: CallSnapshot) => {
  const host = call.host ? legOf(call, call.host) : undefined;
  const lines = call.direction === 'inbound' ? (host ? [host] : []) : answering(call);
  return lines.find(({ duration }) => duration !== null)?.duration ?? null;
};

/** Nobody of the round took the caller: they wait for the next one. */
function outOfRound(call: CallSnapshot, now: Date): CallSnapshot {
  const { queue } = call;
  if (queue?.state !== 'ringing' || call.host || call.state === 'ended') return call;
  const isOut = queue.users.every((user) => isGone(legOf(call, agentRole(user, queue.round))));
  return isOut ? withQueue(call, { is: 'unanswered', round: queue.round }, now) : call;
}

/** A caller whom somebody answered, or who hung up, waits no longer; a callback outlives its call. */
function outOfQueue(call: CallSnapshot, now: Date): CallSnapshot {
  const { queue } = call;
  if (!queue || queue.state === 'over') return call;
  if (call.connectedAt !== null) return { ...call, queue: left(queue, 'answered', now) };
  if (call.state !== 'ended' || isCallback(queue)) return call;
  return { ...call, queue: left(queue, call.outcome === 'completed' ? 'answered' : 'abandoned', now) };
}

/** Whose line took a caller first: from then on they alone have the call. The answer's own hook may be late or lost. */
function takerOf(call: CallSnapshot): string | undefined {
  const isOpen = call.direction === 'inbound' && !call.host && call.state !== 'ended';
  if (!isOpen || isGone(legOf(call, 'customer'))) return undefined;
  const took = ({ status, duration }: Leg) =>
    isTalking(status) || (status === 'completed' && duration !== null && duration > 0);
  return ringingAgents(call).find(([, leg]) => took(leg))?.[0];
}

/** Works out all that follows from what is known. What was reached once is never taken back. */
function derive(given: CallSnapshot, now: Date): CallSnapshot {
  const taker = takerOf(given);
  const call = taker === undefined ? given : { ...given, host: taker, user_id: userOfRole(taker) };
  const isAnswered = isConversation(call);
  const isTaken = call.kind === 'dialler' && isTalking(legOf(call, 'customer')?.status ?? 'queued');
  // One that is called off may be answered all the same.
  const isNews = call.state !== 'ended' || call.connectedAt === null;
  const known: CallSnapshot = {
    ...call,
    answeredAt: call.answeredAt ?? (isTaken && isNews ? now : null),
    connectedAt: call.connectedAt ?? (isAnswered && call.state !== 'ended' ? now : null),
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
      (seconds !== null && seconds > 0 && outcomeOf(known) === 'completed' && !isLeftAlone(known)
        ? new Date(now.getTime() - seconds * 1000)
        : null),
    endedAt: now,
  };
}

/** A person answered the dialler and was left alone: they are called back. A machine is nobody to miss. */
const isToCallBack = (call: CallSnapshot): boolean =>
  isLeftAlone(call) &&
  (isPerson(call.answeredBy) || (call.answeredBy === null && isGone(legOf(call, 'customer'))));

/** What is done with a machine that the dialler has on the line: its voicemail is left, or it is hung up. */
function effectsOfMachine(call: CallSnapshot): Effect[] {
  const sid = legOf(call, 'customer')?.sid ?? null;
  if (call.kind !== 'dialler' || call.state === 'ended' || sid === null || !isMachine(call.answeredBy))
    return [];
  if (call.drop === 'due') return [{ key: 'drop', does: 'drop', sid }];
  return call.drop === 'none' ? [{ key: 'hang-up', does: 'hang-up', sid }] : [];
}

/** The agents who are rung for a caller, and where the caller's line is sent. */
function effectsOfCaller(call: CallSnapshot): Effect[] {
  if (call.direction !== 'inbound') return [];
  const effects: Effect[] = [];
  const { host = null } = call;
  for (const [role, { sid, status }] of ringingAgents(call)) {
    if (isOver(status) || role === host) continue;
    if (call.state === 'ended') continue;
    if (host === null && status === 'queued')
      effects.push({ key: `ring-agent:${role}`, does: 'ring-agent', sid: null });
    else if (host !== null && sid !== null) effects.push({ key: `end-leg:${sid}`, does: 'end-leg', sid });
  }
  const customer = legOf(call, 'customer');
  if (call.isHeld !== true || customer === undefined || isGone(customer) || isCallback(call.queue))
    return effects;
  const isJoining = host !== null && call.state !== 'ended' && customer.joined !== true;
  const isMissed = call.state === 'ended' && call.connectedAt === null;
  if (isJoining) effects.push({ key: 'send-caller:join', does: 'send-caller', sid: customer.sid });
  if (isMissed) effects.push({ key: 'send-caller:missed', does: 'send-caller', sid: customer.sid });
  return effects;
}

/** What has to be done by how a call stands. A pure list: what was asked for before is left out by its key. */
export function effectsOf(call: CallSnapshot): Effect[] {
  const effects: Effect[] = [];
  const customer = legOf(call, 'customer');
  const isConference = isConferenced(call);
  const isHosted = isTalking(legOf(call, hostRole(call))?.status ?? 'queued') && call.conferenceSid !== null;
  if (isConference && call.state !== 'ended' && call.placing === 'unasked' && isHosted) {
    effects.push({ key: 'ring-customer', does: 'ring-customer', sid: null });
  }
  const customerSid = customer && isTalking(customer.status) ? customer.sid : null;
  // A caller waits somewhere else until somebody takes the call.
  const isThere = call.direction === 'outbound' || (customer?.joined === true && call.connectedAt !== null);
  if (isConference && call.announce && customerSid !== null && isThere && !isLeftAlone(call)) {
    effects.push({ key: 'announce', does: 'announce', sid: customerSid });
  }
  if (isToCallBack(call)) effects.push({ key: 'miss', does: 'miss', sid: null });
  effects.push(...effectsOfMachine(call), ...effectsOfSupervision(call), ...effectsOfCaller(call));
  if (call.state !== 'ended') return effects;
  if (customerSid !== null && isLeftAlone(call) && !isMachine(call.answeredBy))
    effects.push({ key: 'apologise', does: 'apologise', sid: customerSid });
  // Whom the dialler rang is taken out first: the end of their conference would cut them off without a word.
  const isUnanswered = (call.kind === 'dialler' || call.direction === 'inbound') && call.connectedAt === null;
  const isTakenOut = !isUnanswered || customer === undefined || isOver(customer.status);
  if (isConference && isTakenOut && call.conferenceSid !== null && !call.conferenceEnded) {
    effects.push({ key: 'end-conference', does: 'end-conference', sid: null });
  }
  const { queue = null } = call;
  const isMissed = queue === null || !isCallback(queue) || isCallbackMissed(queue);
  if (call.direction === 'inbound' && call.connectedAt === null && call.outcome !== 'completed' && isMissed) {
    effects.push({ key: 'miss', does: 'miss', sid: null });
  }
  // Lines of their own outlive what they were in; those inside a document end with it.
  for (const [role, { sid, status }] of isConference ? Object.entries(call.legs) : []) {
    const isCustomer = role === 'customer';
    const isSpokenTo =
      isCustomer &&
      (call.drop !== 'none' ||
        call.farewell === 'playing' ||
        // Whoever reached nobody leaves a voicemail, or hangs up.
        (call.direction === 'inbound' && call.connectedAt === null));
    if (sid === null || isOver(status) || isSpokenTo) continue;
    // Whoever answers the dialler at this very moment is not cut off without a word.
    if (!isCustomer || call.kind !== 'dialler') effects.push({ key: `end-leg:${sid}`, does: 'end-leg', sid });
    else if (!isTalking(status)) effects.push({ key: 'call-off', does: 'call-off', sid });
    else if (!isLeftAlone(call) || isMachine(call.answeredBy))
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
  const rung = outOfRound(derive(take(call, input, now), now), now);
  const next = withSupervisorState(outOfQueue(rung, now), now);
  return { call: next, effects: effectsOf(next) };
}
