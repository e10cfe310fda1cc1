import { holdLead, releaseLead } from '@crm/contracts/http/holds.js';
import { openLead } from '@crm/contracts/http/opening.js';
import { clientEvents } from '@crm/contracts/sockets/client-events.js';
import { leadRoom } from '@crm/contracts/sockets/rooms.js';
import { on, type EventContext, type EventExchange, type EventRoute } from './client-event.js';

/** Holds and releases of one socket happen in the order they were asked for, whatever each takes. */
function inOrder<T>({ socket }: EventExchange, work: () => Promise<T>): Promise<T> {
  const result = socket.data.holds.then(work);
  socket.data.holds = result.catch(() => undefined);
  return result;
}

/** Holds a lead by one of the calls that do, for as long as the socket lives. */
async function hold<A extends { held: boolean }>(
  ctx: EventContext,
  leadId: string,
  { socket, actor }: EventExchange,
  ask: (holder: string) => Promise<A>,
): Promise<A> {
  const holder = ctx.holderOf(socket);
  const answer = await ask(holder);
  const kept = { lead_id: leadId, user_id: actor.id, holder };
  if (!socket.connected) {
    if (answer.held) await ctx.holds.release(kept);
    return answer;
  }
  // An admin is let in beside whoever holds the lead: into its room, without a hold of their own.
  if (answer.held) ctx.holds.keep(kept);
  await socket.join(leadRoom(leadId));
  return answer;
}

const justHold = (ctx: EventContext, leadId: string, exchange: EventExchange) =>
  hold(ctx, leadId, exchange, (holder) =>
    ctx.client.call(holdLead, { params: { id: leadId }, body: { holder } }, { token: exchange.token }),
  );

/** Holds a lead and answers what its page shows. */
async function open(ctx: EventContext, leadId: string, exchange: EventExchange) {
  const { status, message, held, ...opened } = await hold(ctx, leadId, exchange, (holder) =>
    ctx.client.call(openLead, { params: { id: leadId }, body: { holder } }, { token: exchange.token }),
  );
  return { status, message, held, opened };
}

async function release(ctx: EventContext, leadId: string, { socket, token }: EventExchange) {
  const holder = ctx.holderOf(socket);
  // First out of the room and no longer renewed: should the call fail, the lease runs out by itself.
  await socket.leave(leadRoom(leadId));
  ctx.holds.forget(holder, leadId);
  return ctx.client.call(releaseLead, { params: { id: leadId, holder } }, { token });
}

/** Opening and leaving a lead. */
export const holdEvents: readonly EventRoute[] = [
  on<'busyLead'>(clientEvents.busyLead, (ctx, { lead_id, opens }, exchange) =>
    inOrder(exchange, () => (opens === true ? open : justHold)(ctx, lead_id, exchange)),
  ),
  on<'unbusyLead'>(clientEvents.unbusyLead, (ctx, { lead_id }, exchange) =>
    inOrder(exchange, () => release(ctx, lead_id, exchange)),
  ),
];
