import type { SourceId } from '@crm/contracts/codes/sources.js';
import type { TypeName } from '@crm/contracts/codes/lead-types.js';
import { maySeeType, seesAll } from '@crm/contracts/access.js';
import { typeIdOf, typeName } from '@crm/contracts/codes/lead-types.js';
import { clientEvents } from '@crm/contracts/sockets/client-events.js';
import {
  agentRoom,
  floorRoom,
  rawLeadsOfTypeRoom,
  rawLeadsOfUserRoom,
  rawLeadsRoom,
  sourceRoom,
  typeRoom,
} from '@crm/contracts/sockets/rooms.js';
import { on, type EventExchange, type EventRoute } from './client-event.js';

const joined = { status: 'success', message: 'Joined' } as const;

const join = async ({ socket }: EventExchange, ...rooms: string[]) => {
  await socket.join(rooms);
  return joined;
};

const joinSource =
  (number: SourceId) =>
  (_ctx: unknown, { type }: { type: TypeName }, exchange: EventExchange) =>
    join(exchange, sourceRoom(number, type));

/** The raw-leads pages of an actor: all of them, or those without agent of the own types and the own. */
function rawRooms({ actor }: EventExchange): string[] {
  if (seesAll(actor)) return [rawLeadsRoom];
  const types = typeName.options.filter((type) => maySeeType(actor, typeIdOf[type]));
  return [rawLeadsOfUserRoom(actor.id), ...types.map(rawLeadsOfTypeRoom)];
}

/** Events that open a page: who may join what is said by their access; a socket leaves its rooms when it closes. */
export const roomEvents: readonly EventRoute[] = [
  // The own, the role's and everyone's room are joined with the connection, by the token.
  on<'connected'>(clientEvents.connected, async () => joined),
  on<'joinLeadsType'>(clientEvents.joinLeadsType, (_ctx, { type }, exchange) =>
    join(exchange, typeRoom(type)),
  ),
  on<'lifeLeads'>(clientEvents.lifeLeads, (_ctx, _payload, exchange) => join(exchange, typeRoom('life'))),
  on<'healthLeads'>(clientEvents.healthLeads, (_ctx, _payload, exchange) =>
    join(exchange, typeRoom('health')),
  ),
  on<'joinOwnLeads'>(clientEvents.joinOwnLeads, joinSource(1)),
  on<'joinMediaalphaLeads'>(clientEvents.joinMediaalphaLeads, joinSource(2)),
  on<'joinManualLeads'>(clientEvents.joinManualLeads, joinSource(3)),
  on<'joinBulkLeads'>(clientEvents.joinBulkLeads, joinSource(4)),
  on<'joinClickListingLeads'>(clientEvents.joinClickListingLeads, joinSource(5)),
  on<'joinLiveTransferLeads'>(clientEvents.joinLiveTransferLeads, joinSource(6)),
  on<'joinAgentLeads'>(clientEvents.joinAgentLeads, (_ctx, { source, type, user_id }, exchange) =>
    join(exchange, agentRoom(user_id, source, type)),
  ),
  // Team leads are told of their own people alone, in rooms that they are in from the start.
  on<'joinFloor'>(clientEvents.joinFloor, (_ctx, _payload, exchange) =>
    seesAll(exchange.actor) ? join(exchange, floorRoom) : join(exchange),
  ),
  on<'joinRawLeads'>(clientEvents.joinRawLeads, (_ctx, _payload, exchange) =>
    join(exchange, ...rawRooms(exchange)),
  ),
];
