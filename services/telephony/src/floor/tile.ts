import { holdsLeads, roles } from '@crm/contracts/codes/roles.js';
import type { FloorCall, FloorTile } from '@crm/contracts/entities/floor.js';
import type { Types } from 'mongoose';
import type { LeadAccessDoc } from '@crm/domain/access/lead-access.model.js';
import { withoutOutbox } from '@crm/platform/outbox/outbox-fields.js';
import type { CallDoc } from '../calls/call.model.js';
import { isCalled, otherName } from '../calls/colleague.rules.js';
import { hiddenAmong, hidingLeads } from '../calls/list-calls.js';
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

/** What is shown of a user. */
type TileUser = Pick<TelephonyUserDoc, '_id' | 'fullname' | 'role_id' | 'banned' | 'AD_Status'>;
const tileUserFields = { fullname: 1, role_id: 1, banned: 1, AD_Status: 1 } satisfies Record<
  keyof Omit<TileUser, '_id'>,
  1
>;

const hasTile = ({ role_id }: TileUser): boolean => holdsLeads(role_id);

interface TileParts {
  user: TileUser;
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

/** What tiles are made of, of some users. */
interface Parts {
  users: readonly TileUser[];
  states: readonly AgentStateDoc[];
  /** Those that anybody is in, among them. */
  calls: readonly CallDoc[];
  /** Leads whose status hides their numbers. */
  hiding: ReadonlySet<string>;
}

/** The tiles of these users; of staff there are none. */
function tilesOf(
  { users, states, calls, hiding }: Parts,
  todayOf: (userId: string) => DiallerToday | null,
  now: Date,
): FloorTile[] {
  const callById = new Map(calls.map((call) => [call._id.toHexString(), call]));
  const isHidden = ({ lead_id }: CallDoc) => lead_id !== null && hiding.has(lead_id.toHexString());
  const stateById = new Map(states.map((state) => [state._id.toHexString(), state]));
  return users.filter(hasTile).map((user) => {
    const id = user._id.toHexString();
    const state = stateById.get(id);
    const known = callById.get(state?.call_id?.toHexString() ?? '');
    const call = known === undefined ? null : callOnFloor(known, isHidden(known), id);
    return tileOf({ user, state, call, today: todayOf(id), now });
  });
}

const callsIn = (states: readonly AgentStateDoc[]): Types.ObjectId[] =>
  states.flatMap(({ state, call_id }) => (state === 'in-call' ? (call_id ?? []) : []));

async function readCalls(
  { callDocs }: Pick<TelephonyContext, 'callDocs'>,
  ids: readonly Types.ObjectId[],
): Promise<CallDoc[]> {
  return ids.length === 0 ? [] : callDocs.find({ _id: { $in: [...ids] } }, withoutEffects).lean<CallDoc[]>();
}

/** The tiles of these users, in as many commands however many they are; of staff there are none. */
export async function readTiles(
  ctx: ReadContext,
  users: readonly TelephonyUserDoc[],
  todayOf: (userId: string) => DiallerToday | null,
): Promise<FloorTile[]> {
  const ids = users.filter(hasTile).map(({ _id }) => _id);
  const states = await ctx.agentStates.find({ _id: { $in: ids } }).lean<AgentStateDoc[]>();
  const calls = await readCalls(ctx, callsIn(states));
  const hiding = await hidingLeads(ctx, calls);
  return tilesOf({ users, states, calls, hiding }, todayOf, ctx.clock.now());
}

type Found =
  | { of: 'user'; it: TileUser }
  | { of: 'state'; it: AgentStateDoc }
  | { of: 'call'; it: CallDoc }
  | { of: 'lead'; it: Pick<LeadAccessDoc, '_id' | 'status'> };

const isOf =
  <K extends Found['of']>(of: K) =>
  (each: Found): each is Extract<Found, { of: K }> =>
    each.of === of;

/**
 * The same by the users' ids and without what diallers did today, by one command: each call of theirs changes a tile several
 * times. Which calls they are in, and with which leads, this process mostly knows; any other is read behind it.
 */
export async function readTilesById(
  ctx: ReadContext & Pick<TelephonyContext, 'lastStates' | 'lastWritten'>,
  userIds: readonly Types.ObjectId[],
): Promise<FloorTile[]> {
  const callIds = userIds.flatMap((id) => ctx.lastStates.peek(id)?.call_id ?? []);
  const leadIds = callIds.flatMap((id) => ctx.lastWritten.peek(id)?.lead_id ?? []);
  const as = (of: Found['of'], project: object) => [
    { $project: project },
    { $project: { _id: 0, of: { $literal: of }, it: '$$ROOT' } },
  ];
  const those = (ids: readonly Types.ObjectId[]) => ({ $match: { _id: { $in: [...ids] } } });
  const union = (
    { collection }: { collection: { collectionName: string } },
    of: Found['of'],
    ids: readonly Types.ObjectId[],
    project: object,
  ) =>
    ids.length === 0
      ? []
      : [
          {
            $unionWith: { coll: collection.collectionName, pipeline: [those(ids), ...as(of, project)] },
          },
        ];
  const found = await ctx.users.aggregate<Found>([
    those(userIds),
    ...as('user', tileUserFields),
    ...union(ctx.agentStates, 'state', userIds, withoutOutbox),
    ...union(ctx.callDocs, 'call', callIds, { ...withoutEffects, ...withoutOutbox }),
    ...union(ctx.leadAccess, 'lead', leadIds, { status: 1 }),
  ]);
  const states = found.filter(isOf('state')).map(({ it }) => it);
  const inCalls = callsIn(states);
  const known = found.filter(isOf('call')).map(({ it }) => it);
  const unknown = inCalls.filter((id) => !known.some(({ _id }) => _id.equals(id)));
  const calls = [
    ...known.filter(({ _id }) => inCalls.some((id) => id.equals(_id))),
    ...(await readCalls(ctx, unknown)),
  ];
  const asked = new Set(leadIds.map((id) => id.toHexString()));
  const others = calls.filter(({ lead_id }) => lead_id !== null && !asked.has(lead_id.toHexString()));
  const leads = found.filter(isOf('lead')).map(({ it }) => it);
  const hiding = new Set([...hiddenAmong(leads), ...(await hidingLeads(ctx, others))]);
  const users = found.filter(isOf('user')).map(({ it }) => it);
  return tilesOf({ users, states, calls, hiding }, () => null, ctx.clock.now());
}
