import { holdsLeads, roles } from '@crm/contracts/codes/roles.js';
import type { FloorCall, FloorTile } from '@crm/contracts/entities/floor.js';
import type { CallDoc } from '../calls/call.model.js';
import { isCalled, otherName } from '../calls/colleague.rules.js';
import { hidingLeads } from '../calls/list-calls.js';
import type { TelephonyContext } from '../context.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import type { AgentStateDoc } from './agent-state.model.js';
import { withoutEffects } from './settle-agent.js';

type ReadContext = Pick<TelephonyContext, 'users' | 'agentStates' | 'callDocs' | 'leadAccess' | 'clock'>;

/** What the dialler of a guide did today. */
export interface DiallerToday {
  dialled: number;
  people: number;
}

/** A call as it is on the tile of somebody in it. */
function callOnFloor(call: CallDoc, isHidden: boolean, userId: string): FloorCall {
  const { number, direction, kind, state, connectedAt, startedAt } = call;
  return {
    id: call._id.toHexString(),
    lead_id: call.lead_id?.toHexString() ?? null,
    number: isHidden ? '' : number,
    lead_name: otherName(call, userId),
    direction: isCalled(call, userId) ? 'inbound' : direction,
    ...{ kind, state },
    since: (connectedAt ?? startedAt).toISOString(),
    help: (call.helpAskedAt ?? null) !== null,
    conference: call.conferenceSid !== null,
  };
}

interface TileParts {
  user: TelephonyUserDoc;
  /** None of whoever was never seen. */
  state: AgentStateDoc | undefined;
  call: FloorCall | null;
  today: DiallerToday | null;
  now: Date;
}

/** Before there was anything to see of somebody. */
const never = new Date(0);

function tileOf({ user, state, call, today, now }: TileParts): FloorTile {
  const last = state?.last ?? null;
  return {
    user_id: user._id.toHexString(),
    ...{ fullname: user.fullname, role_id: user.role_id, banned: user.banned },
    state: state?.state ?? 'offline',
    reason: state?.reason ?? null,
    since: (state?.since ?? never).toISOString(),
    until: state?.until?.toISOString() ?? null,
    call: state?.state === 'in-call' ? call : null,
    last: last && { outcome: last.outcome, direction: last.direction, at: last.at.toISOString() },
    dialler: user.role_id === roles.guide ? { on: user.AD_Status === 1, today } : null,
    at: now.toISOString(),
  };
}

/** The tiles of these users, in as many commands however many they are; of staff there are none. */
export async function readTiles(
  ctx: ReadContext,
  users: readonly TelephonyUserDoc[],
  todayOf: (userId: string) => DiallerToday | null,
): Promise<FloorTile[]> {
  const known = users.filter(({ role_id }) => holdsLeads(role_id));
  const states = await ctx.agentStates
    .find({ _id: { $in: known.map(({ _id }) => _id) } })
    .lean<AgentStateDoc[]>();
  const callIds = states.flatMap(({ state, call_id }) => (state === 'in-call' ? (call_id ?? []) : []));
  const calls =
    callIds.length === 0
      ? []
      : await ctx.callDocs.find({ _id: { $in: callIds } }, withoutEffects).lean<CallDoc[]>();
  const hiding = await hidingLeads(ctx, calls);
  const callById = new Map(calls.map((call) => [call._id.toHexString(), call]));
  const isHidden = ({ lead_id }: CallDoc) => lead_id !== null && hiding.has(lead_id.toHexString());
  const stateById = new Map(states.map((state) => [state._id.toHexString(), state]));
  const now = ctx.clock.now();
  return known.map((user) => {
    const id = user._id.toHexString();
    const state = stateById.get(id);
    const known = callById.get(state?.call_id?.toHexString() ?? '');
    const call = known === undefined ? null : callOnFloor(known, isHidden(known), id);
    return tileOf({ user, state, call, today: todayOf(id), now });
  });
}
