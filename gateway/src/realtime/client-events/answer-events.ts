import { randomUUID } from 'node:crypto';
import type { Logger } from '@crm/platform/log/logger.js';
import { forbidden, invalid, routeUnknown, tooMany } from '@crm/platform/errors/app-error.js';
import { answerError } from '@crm/platform/errors/answer-error.js';
import { fieldErrors } from '@crm/platform/errors/field-errors.js';
import type { Identity } from '@crm/platform/identity/identity.js';
import { contextActor, runWithContext } from '@crm/platform/log/request-context.js';
import type { Tracer } from '@crm/platform/tracing/tracer.js';
import type { RefusedAck } from '@crm/contracts/sockets/client-events.js';
import type { LiveSocket } from '../live-socket.js';
import type { EventContext, EventRoute } from './client-event.js';
import { maySend } from './event-access.rules.js';
import { holdEvents } from './hold-events.js';
import { leadEvents } from './lead-events.js';
import { presenceEvents } from './presence-events.js';
import { roomEvents } from './room-events.js';

/** Every client event that is answered. */
export const eventRoutes: readonly EventRoute[] = [
  ...roomEvents,
  ...presenceEvents,
  ...leadEvents,
  ...holdEvents,
];

export interface AnswerDeps {
  ctx: EventContext;
  identity: Identity;
  log: Logger;
  tracer: Tracer;
  /** Counts an event: by its name, or 'unknown', and how it ended. */
  observe: (event: string, outcome: string, seconds: number) => void;
}

type Ack = (answer: object) => void;

/** An event's payload and its acknowledgement, which is the last thing sent where there is one. */
function partsOf(args: readonly unknown[]): { payload: unknown; ack: Ack } {
  const last = args.at(-1);
  if (typeof last !== 'function') return { payload: args[0], ack: () => undefined };
  return {
    payload: args.length > 1 ? args[0] : undefined,
    ack: (answer) => void Reflect.apply(last, undefined, [answer]),
  };
}

/** Reads a payload by its event's schema; throws `invalid` with every wrong field. */
function read(route: EventRoute, payload: unknown): unknown {
  const result = route.schemaFor(payload).safeParse(payload);
  if (result.success) return result.data;
  const { fieldPrefix } = route;
  throw invalid(
    Object.fromEntries(
      Object.entries(fieldErrors(result.error, 'payload')).map(([path, message]) => [
        path.startsWith(fieldPrefix) ? path.slice(fieldPrefix.length) : path,
        message,
      ]),
    ),
  );
}

/**
 * Answers the events of sockets: each is counted against the socket's rate, its session looked at anew, its payload
 * read, its access checked, and it is acknowledged whatever happens, with the event's answer or with the refusal of
 * the contract and its HTTP status. Every event has a correlation id of its own, which goes on to the services.
 */
export function createEventAnswerer(deps: AnswerDeps): (socket: LiveSocket) => void {
  const { ctx, identity, log, tracer, observe } = deps;
  const routes = new Map(eventRoutes.map((route) => [route.event.name, route]));

  const answer = async (
    socket: LiveSocket,
    route: EventRoute | undefined,
    payload: unknown,
  ): Promise<object> => {
    const wait = socket.data.bucket.take();
    if (wait > 0) throw tooMany(wait / 1000);
    if (route === undefined) throw routeUnknown();
    const { actor, token } = await identity.bearer(socket.data.bearer.token);
    const input = read(route, payload);
    if (!maySend(route.event, actor, input)) throw forbidden();
    return route.handle(ctx, input, { socket, actor, token });
  };

  const receive = async (socket: LiveSocket, name: string, args: readonly unknown[]) => {
    const startedAt = performance.now();
    const correlationId = randomUUID();
    const route = routes.get(name);
    const event = route === undefined ? 'unknown' : name;
    const { payload, ack } = partsOf(args);
    const span = tracer.start(`EVENT ${event}`, 'server', {
      attributes: { 'crm.event': event, 'crm.correlation_id': correlationId },
    });
    const actor = contextActor(socket.data.bearer.actor);
    const context = { correlationId, actor, ...(span === undefined ? {} : { span }) };

    await runWithContext(context, async () => {
      let refusal: RefusedAck | undefined;
      try {
        ack(await answer(socket, route, payload));
      } catch (thrown) {
        const { status, body, expected } = answerError(thrown, correlationId);
        if (!expected) log.error({ err: thrown, event }, 'event failed');
        refusal = { ...body, http_status: status };
        ack(refusal);
      }
      if (refusal !== undefined) span?.fail(refusal.code);
      span?.end();
      const ms = performance.now() - startedAt;
      observe(event, refusal?.code ?? 'ok', ms / 1000);
      log.info({ event, code: refusal?.code, ms: Math.round(ms * 10) / 10 }, 'event');
    });
  };

  return (socket) => {
    // One listener for all events: a thousand sockets carry one closure each, and an unknown event is answered too.
    socket.onAny((name: string, ...args: unknown[]) => {
      void receive(socket, name, args);
    });
  };
}
