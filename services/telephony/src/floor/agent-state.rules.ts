import type { AgentState, AwayReason } from '@crm/contracts/entities/agent-state.js';

/** What is known of somebody's presence from an instant on. */
export interface PresenceDetail {
  at: Date;
  /** Online, or the guide's dialler is on; a call does not end it. */
  isOn: boolean;
  reason: AwayReason | null;
}

/** A call that somebody was in, and until when; null while it goes on. */
export interface CallDetail {
  id: string;
  from: Date;
  to: Date | null;
  /** How long wrap-up behind it lasts at most; 0 for none. */
  wrapUpMs: number;
}

/** All that the state of one user follows from. */
export interface AgentDetails {
  /** In the order of time; what held before the first is what the first says. */
  presences: readonly PresenceDetail[];
  calls: readonly CallDetail[];
  /** When they last said that they are ready. */
  readyAt: Date | null;
}

export interface StateNow {
  state: AgentState;
  reason: AwayReason | null;
  /** The call, or the one that wrap-up follows. */
  call_id: string | null;
  /** When wrap-up ends by itself. */
  until: Date | null;
}

/** A state that holds, and since when. */
export interface Standing extends StateNow {
  since: Date;
}

/** A state that was left. */
export interface LeftState {
  state: AgentState;
  call_id: string | null;
  from: Date;
  to: Date;
}

const latest = <T>(items: readonly T[], timeOf: (item: T) => Date): T | undefined =>
  items.reduce<T | undefined>(
    (found, each) => (found === undefined || timeOf(each) >= timeOf(found) ? each : found),
    undefined,
  );

function presenceAt({ presences }: AgentDetails, at: Date): PresenceDetail {
  const held = latest(
    presences.filter((each) => each.at <= at),
    (each) => each.at,
  );
  return held ?? presences[0] ?? { at: new Date(0), isOn: false, reason: null };
}

/** The wrap-up that is due at an instant: behind the last call of somebody who was online when it ended, and is since. */
function wrapUpAt(
  { calls, readyAt }: AgentDetails,
  presence: PresenceDetail,
  at: Date,
): StateNow | undefined {
  const ended = calls.flatMap((call) =>
    call.to !== null && call.to <= at && call.from < call.to ? [{ ...call, to: call.to }] : [],
  );
  const last = latest(ended, ({ to }) => to);
  if (
    last === undefined ||
    presence.at > last.to ||
    (readyAt !== null && readyAt >= last.to && readyAt <= at)
  )
    return undefined;
  const until = new Date(last.to.getTime() + last.wrapUpMs);
  return at < until ? { state: 'wrap-up', reason: null, call_id: last.id, until } : undefined;
}

/**
 * The state of an agent or a guide at an instant: a call comes before all else; behind it wrap-up, of somebody who is
 * online; otherwise ready, or offline with or without a reason.
 */
export function agentStateOf(details: AgentDetails, at: Date): StateNow {
  const presence = presenceAt(details, at);
  const { isOn, reason } = presence;
  const live = latest(
    details.calls.filter(({ from, to }) => from <= at && (to === null || at < to)),
    ({ from }) => from,
  );
  if (live !== undefined) return { state: 'in-call', reason, call_id: live.id, until: null };
  if (!isOn) return { state: reason ?? 'offline', reason, call_id: null, until: null };
  return wrapUpAt(details, presence, at) ?? { state: 'ready', reason: null, call_id: null, until: null };
}

const isSame = (a: StateNow, b: StateNow) =>
  a.state === b.state && a.reason === b.reason && a.call_id === b.call_id;

/** Every instant at which the details may change the state. */
function turningPoints({ presences, calls, readyAt }: AgentDetails): Date[] {
  return [
    ...presences.map(({ at }) => at),
    ...calls.flatMap(({ from, to, wrapUpMs }) =>
      to === null ? [from] : [from, to, new Date(to.getTime() + wrapUpMs)],
    ),
    ...(readyAt === null ? [] : [readyAt]),
  ];
}

/**
 * Brings a state that holds up to now: which states were left on the way, and which one holds. However late it is asked,
 * and however often, each comes out with the times of the details. What nobody was told of yet, the state that holds, is
 * put right where a detail comes late; what was left stays.
 */
export function bringUpToDate(
  known: Standing,
  details: AgentDetails,
  now: Date,
): { left: LeftState[]; standing: Standing } {
  const left: LeftState[] = [];
  let standing: Standing = { ...agentStateOf(details, known.since), since: known.since };
  const points = turningPoints(details)
    .filter((at) => at > known.since && at <= now)
    .sort((a, b) => a.getTime() - b.getTime());
  for (const at of points) {
    const next = agentStateOf(details, at);
    if (isSame(standing, next)) {
      standing = { ...next, since: standing.since };
      continue;
    }
    if (at > standing.since)
      left.push({ state: standing.state, call_id: standing.call_id, from: standing.since, to: at });
    standing = { ...next, since: at };
  }
  return { left, standing };
}
