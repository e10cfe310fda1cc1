import { Types } from 'mongoose';
import {
  callConnected,
  callEnded,
  callRinging,
  callStarted,
  conferenceChanged,
  participantChanged,
} from '@crm/contracts/bus/call-events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { events } from '@crm/contracts/bus/events.js';
import { agentStateChanged } from '@crm/contracts/bus/floor-events.js';
import type { StateInterval } from '@crm/contracts/entities/agent-state.js';
import type { Handlers } from '@crm/platform/deliveries/deliveries.js';
import { joinedInserts } from '@crm/platform/mongo/joined-inserts.js';
import type { CallDoc } from '../calls/call.model.js';
import type { TelephonyContext } from '../context.js';
import type { AgentIntervalDoc } from './agent-state.model.js';
import { settleAgent, withoutEffects, type Occasion } from './settle-agent.js';
import type { TileContext } from './announce-tiles.js';

const intervalOf = (
  eventId: string,
  { user_id, state, from, to, call_id }: StateInterval,
): AgentIntervalDoc => ({
  _id: eventId,
  user_id: new Types.ObjectId(user_id),
  ...{ state, from: new Date(from), to: new Date(to) },
  call_id: call_id === null ? null : new Types.ObjectId(call_id),
});

type OfACall = Pick<Envelope<{ call_id: string }>, 'time' | 'data' | 'sequence'>;
type KnowsCalls = Pick<TelephonyContext, 'lastWritten' | 'clock'>;

/** An event that took longer may have been put off, and what followed it been heard before it. */
const freshMs = 5_000;

/** A call as this process wrote it last, where nobody can have told more of it than that: it is over, or this was just told. */
function knownCall({ lastWritten, clock }: KnowsCalls, event: OfACall): CallDoc | undefined {
  const known = lastWritten.peek(new Types.ObjectId(event.data.call_id));
  if (known === undefined || known.state === 'ended') return known;
  const isFresh = clock.now().getTime() - Date.parse(event.time) < freshMs;
  return isFresh && known.version >= event.sequence ? known : undefined;
}

/** Brings these users up to date as a call begins, goes on or ends for them, and shows their tiles. */
async function settleNamed(
  ctx: TileContext & KnowsCalls,
  event: OfACall,
  named: readonly (string | null | undefined)[],
  { call = knownCall(ctx, event), goesOn = false }: Pick<Occasion, 'call' | 'goesOn'> = {},
): Promise<void> {
  const ids = new Set(named.flatMap((id) => id ?? []));
  const users = [...ids].map((id) => new Types.ObjectId(id));
  const [at, callId] = [new Date(event.time), new Types.ObjectId(event.data.call_id)];
  const occasion = { at, callId, goesOn, ...(call !== undefined && { call }) };
  for (const userId of users) await settleAgent(ctx, userId, occasion);
  ctx.changedTiles.add(users);
}

/** The same of everybody whom a call has to do with, the colleague in it among them. */
async function settleAll(
  ctx: TileContext & KnowsCalls,
  event: OfACall,
  userId: string | null,
): Promise<void> {
  const id = new Types.ObjectId(event.data.call_id);
  const call = knownCall(ctx, event) ?? (await ctx.callDocs.findById(id, withoutEffects).lean<CallDoc>());
  const named = [userId, call?.user_id?.toHexString(), call?.second?.user_id];
  await settleNamed(ctx, event, named, call === null ? {} : { call });
}

/** Shows how a call goes on in which the same people are as before. */
function showCall({ changedTiles }: TileContext, { user_id }: { user_id: string | null }): void {
  if (user_id !== null) changedTiles.add([new Types.ObjectId(user_id)]);
}

/** What the floor hears: how calls go on, and which states were left. */
export function floorEvents(
  ctx: TileContext & Pick<TelephonyContext, 'agentIntervals' | 'lastWritten'>,
): Handlers<typeof events> {
  // Delivered again a state that was left is there already.
  const save = joinedInserts<AgentIntervalDoc>(ctx.agentIntervals);
  return {
    [callStarted.type]: (event) => settleNamed(ctx, event, [event.data.user_id]),
    [callRinging.type]: async ({ data }) => {
      showCall(ctx, data);
    },
    [callConnected.type]: (event) =>
      event.data.handed_over_by === undefined
        ? settleNamed(ctx, event, [event.data.user_id], { goesOn: true })
        : settleAll(ctx, event, event.data.handed_over_by),
    [callEnded.type]: (event) => settleAll(ctx, event, event.data.user_id),
    [conferenceChanged.type]: async ({ data }) => {
      showCall(ctx, data);
    },
    [participantChanged.type]: (event) => settleAll(ctx, event, event.data.user_id),
    [agentStateChanged.type]: ({ id, data }) => save([intervalOf(id, data)]),
  };
}

/** Presence was saved: the state follows. */
export async function presenceSettled(ctx: TileContext, userId: string, time: string): Promise<void> {
  const id = new Types.ObjectId(userId);
  if ((await settleAgent(ctx, id, { at: new Date(time) })) !== undefined) ctx.changedTiles.add([id]);
}
