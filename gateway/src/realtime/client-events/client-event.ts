import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import type { clientEvents, ClientEvent, ClientEventKey } from '@crm/contracts/sockets/client-events.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import type { HoldKeeper } from '../hold-keeper.js';
import type { LiveSocket } from '../live-socket.js';
import type { ThrottledEmitter } from '../broadcast/throttle.js';

/** What handlers of client events work with. */
export interface EventContext {
  client: ServiceClient;
  holds: HoldKeeper;
  emitter: Pick<ThrottledEmitter, 'emit'>;
  /** The name of a socket as a holder of leads. */
  holderOf(socket: LiveSocket): string;
}

/** One event as it came in: from which socket, by whom, with the token for calls on the sender's behalf. */
export interface EventExchange {
  socket: LiveSocket;
  actor: Actor;
  token: string;
}

type PayloadOf<K extends ClientEventKey> = z.output<(typeof clientEvents)[K]['payload']>;
type AnswerOf<K extends ClientEventKey> = z.input<(typeof clientEvents)[K]['answer']>;

/** A client event with its handler, made by `on`, which keeps payload and answer together. */
export interface EventRoute {
  event: ClientEvent;
  /** Which schema reads this payload; the event's own unless a payload has several forms. */
  schemaFor: (payload: unknown) => z.ZodType;
  /** What field errors are named without, so that a form finds its fields as after an HTTP call. */
  fieldPrefix: string;
  handle: (ctx: EventContext, payload: unknown, exchange: EventExchange) => Promise<object>;
}

/** Ties a client event to the handler that answers it. */
export function on<K extends ClientEventKey>(
  event: (typeof clientEvents)[K] & ClientEvent,
  handle: (ctx: EventContext, payload: PayloadOf<K>, exchange: EventExchange) => Promise<AnswerOf<K>>,
  form: Partial<Pick<EventRoute, 'schemaFor' | 'fieldPrefix'>> = {},
): EventRoute {
  return {
    event,
    schemaFor: form.schemaFor ?? (() => event.payload),
    fieldPrefix: form.fieldPrefix ?? '',
    // The payload has just been read by the event's schema.
    handle: (ctx, payload, exchange) => handle(ctx, payload as PayloadOf<K>, exchange),
  };
}
