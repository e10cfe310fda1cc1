import type { ParticipantState } from '@crm/contracts/entities/telephony.js';
import type { HelpState } from '@crm/contracts/entities/supervision.js';
import type { SupervisionMode } from '@crm/contracts/codes/supervision-codes.js';
import { isOver, isTalking, type LegStatus } from './leg.rules.js';

/** How a supervisor is in a call; `coached`: the leg that alone receives their whisper, null for a call without an agent's. */
export interface SupervisionAsked {
  mode: SupervisionMode;
  coached: string | null;
}

/** An admin who is in somebody else's call, or the last one who was. */
export interface Supervisor extends SupervisionAsked {
  /** The how-manieth supervisor of the call: what is late of an earlier one says nothing of this one. */
  n: number;
  user_id: string;
  name: string;
  /** Whether the agent sees it, as the agency had decided when it began. */
  seen: boolean;
  state: ParticipantState;
  askedAt: Date;
  joinedAt: Date | null;
  /** A change that was asked for and of which nobody knows yet whether it was made. */
  changing: SupervisionAsked | null;
  /** They said that they leave. */
  leaving: boolean;
}

/** What is told of supervision, always by what was done here: the lines are told of as any other. */
export type SupervisionInput =
  | ({
      is: 'supervise';
      n: number;
      user_id: string;
      name: string;
      seen: boolean;
      at: Date;
    } & SupervisionAsked)
  | ({ is: 'supervision-asked'; n: number } & SupervisionAsked)
  /** Made, seen at the carrier, or, with how it was before, refused. */
  | ({ is: 'supervision-known'; n: number } & SupervisionAsked)
  | { is: 'supervisor-leaving'; n: number }
  | { is: 'help'; at: Date | null };

interface KnownLeg {
  sid: string | null;
  status: LegStatus;
}

/** What the rules look at of a call. */
export interface Supervised {
  state: string;
  conferenceEnded: boolean;
  hold: boolean;
  user_id: string | null;
  host?: string | null;
  legs: Readonly<Record<string, KnownLeg>>;
  second: { n: number; user_id: string | null } | null;
  supervisor?: Supervisor | null;
  helpAskedAt?: Date | null;
}

const rolePrefix = 'supervisor-';
export const supervisorRole = (n: number) => `${rolePrefix}${String(n)}`;

/** The supervisor who is in a call, or is rung into it; undefined for none. */
export function supervisorOf<S extends Pick<Supervisor, 'state'>>({
  supervisor,
}: {
  supervisor?: S | null;
}): S | undefined {
  return supervisor && supervisor.state !== 'off' ? supervisor : undefined;
}

/** The leg of whoever has the call now; null where that is nobody of ours, or not on the line. */
export function agentLegOf({
  legs,
  user_id,
  host,
  second,
}: Pick<Supervised, 'legs' | 'user_id' | 'host' | 'second'>) {
  if (user_id === null) return null;
  const hosts = host ? [host] : ['agent', 'guide'];
  const roles = second?.user_id === user_id ? [`second-${String(second.n)}`] : hosts;
  const leg = roles.map((role) => legs[role]).find((each) => each !== undefined && isTalking(each.status));
  return leg?.sid ?? null;
}

/** Takes in one input; nothing of what follows from it. */
export function withSupervision<C extends Supervised>(call: C, input: SupervisionInput): C {
  if (input.is === 'help') return call.state === 'ended' ? call : { ...call, helpAskedAt: input.at };
  const known = call.supervisor ?? null;
  if (input.is === 'supervise') {
    if (known !== null && known.n >= input.n) return call;
    const { n, user_id, name, mode, coached, seen, at } = input;
    return {
      ...call,
      supervisor: {
        ...{ n, user_id, name, mode, coached, seen, state: 'ringing', askedAt: at },
        ...{ joinedAt: null, changing: null, leaving: false },
      },
    };
  }
  if (known === null || known.n !== input.n) return call;
  const { mode, coached } = 'mode' in input ? input : known;
  const changed: Partial<Supervisor> =
    input.is === 'supervisor-leaving'
      ? { leaving: true }
      : input.is === 'supervision-asked'
        ? { changing: { mode, coached } }
        : { mode, coached, changing: null };
  return { ...call, supervisor: { ...known, ...changed } };
}

/** Whether whoever is in the call came because of the question for help: after it, or to be heard. */
function answersHelp({ supervisor, helpAskedAt }: Pick<Supervised, 'supervisor' | 'helpAskedAt'>): boolean {
  if (!supervisor || !helpAskedAt) return false;
  return supervisor.mode !== 'listen' || supervisor.askedAt >= helpAskedAt;
}

/** What the agent is told of their question for help. */
export function helpOf(call: Pick<Supervised, 'supervisor' | 'helpAskedAt'>): HelpState | null {
  if (!call.helpAskedAt) return null;
  const supervisor = supervisorOf(call);
  return supervisor !== undefined && (supervisor.seen || answersHelp(call)) ? 'coming' : 'asked';
}

function stateOf({ supervisor, legs, state, conferenceEnded }: Supervised): ParticipantState {
  const leg = supervisor && legs[supervisorRole(supervisor.n)];
  if (state === 'ended' || conferenceEnded || (leg && isOver(leg.status))) return 'off';
  return leg && isTalking(leg.status) ? 'on' : 'ringing';
}

/** Works out how the supervisor is in the call by its lines, and whether help is asked for still. */
export function withSupervisorState<C extends Supervised>(call: C, now: Date): C {
  const { supervisor } = call;
  const isOverNow = call.state === 'ended' && call.helpAskedAt;
  const next = isOverNow ? { ...call, helpAskedAt: null } : call;
  if (!supervisor || supervisor.state === 'off') return next;
  const state = stateOf(call);
  const hasHelped = state === 'off' && supervisor.leaving && answersHelp(call);
  return {
    ...next,
    ...(hasHelped && { helpAskedAt: null }),
    supervisor: {
      ...supervisor,
      state,
      joinedAt: supervisor.joinedAt ?? (state === 'on' ? now : null),
      changing: state === 'off' ? null : supervisor.changing,
    },
  };
}

/** The role of a supervisor who was rung and of whose line nobody has told; undefined where there is none. */
export function unheardSupervisor(call: Pick<Supervised, 'supervisor' | 'legs'>): string | undefined {
  const supervisor = supervisorOf(call);
  if (supervisor?.state !== 'ringing') return undefined;
  const role = supervisorRole(supervisor.n);
  return (call.legs[role]?.sid ?? null) === null ? role : undefined;
}

export interface SupervisionEffect {
  key: string;
  does: 'end-leg' | 'coach';
  sid: string | null;
}

/** Whose line must end: a supervisor's in a call that is over, and one that comes after it was given up. */
function endings(call: Supervised): SupervisionEffect[] {
  const active = supervisorOf(call);
  return Object.entries(call.legs).flatMap(([role, { sid, status }]) => {
    if (!role.startsWith(rolePrefix) || sid === null) return [];
    const isIn = active !== undefined && role === supervisorRole(active.n);
    const isUnwanted = isOver(status) ? status === 'failed' : !isIn;
    return isUnwanted ? [{ key: `end-leg:${sid}`, does: 'end-leg' as const, sid }] : [];
  });
}

/** What has to be done about the supervisor by how the call is: whoever has the call now is whispered to. */
export function effectsOfSupervision(call: Supervised): SupervisionEffect[] {
  const supervisor = supervisorOf(call);
  const agent = agentLegOf(call);
  const isMisplaced =
    supervisor?.state === 'on' &&
    supervisor.mode === 'whisper' &&
    supervisor.changing === null &&
    supervisor.coached !== agent;
  const key = `coach:${String(supervisor?.n)}:${String(supervisor?.coached)}:${String(agent)}`;
  return [...endings(call), ...(isMisplaced ? [{ key, does: 'coach' as const, sid: agent }] : [])];
}

/** Why nobody can come into a call now; undefined where an admin can. */
export function supervisionDenialReason(
  call: Pick<Supervised, 'state' | 'hold' | 'conferenceEnded'> & { conferenceSid: string | null },
): string | undefined {
  if (call.state === 'ended' || call.conferenceEnded) return 'The call has already ended';
  if (call.conferenceSid === null) return 'This call cannot be joined';
  return call.hold ? heldReason : undefined;
}

export const heldReason = 'The customer is on hold, please try again once they are back';
