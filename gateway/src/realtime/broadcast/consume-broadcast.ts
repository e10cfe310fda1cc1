import { userBanned } from '@crm/contracts/bus/events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { serverEvents } from '@crm/contracts/sockets/server-events.js';
import { createRecentIds } from '@crm/platform/deliveries/recent-ids.js';
import type { Bus, Consumer } from '@crm/platform/bus/bus.js';
import type { DeliveryObserver } from '@crm/platform/deliveries/deliveries.js';
import { traceparentOf, type Tracer } from '@crm/platform/tracing/tracer.js';
import { runOnBehalfOf } from '@crm/platform/bus/message-context.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { SessionWatch } from '../end-sessions.js';
import type { LiveServer } from '../live-socket.js';
import { broadcastTypes, stepsOf } from './broadcast-rules.js';
import { createThrottledEmitter, type After, type ThrottledEmitter } from './throttle.js';
import type { Leaving, Emission } from './steps.js';
import { bannedSteps } from './user-events.rules.js';

/** One queue for all gateways: whichever takes an event tells the sockets of all of them, so each hears it once. */
const broadcastQueue = 'gateway.broadcast';
/** A ban must not wait behind the rows of an import. */
const sessionsQueue = 'gateway.sessions';
/** The queues that all gateways share. */
export const broadcastQueues = [broadcastQueue, sessionsQueue] as const;

/** Sends live events to rooms, on every gateway, through socket.io and its adapter. */
export function createTeller(
  io: LiveServer,
  emitted: (event: string) => void,
  after?: After,
): ThrottledEmitter {
  const emit = ({ event, payload, rooms, except }: Emission) => {
    emitted(serverEvents[event].name);
    const to = io.to([...rooms]).except([...except]);
    // The payload is the event's own: `Emission` ties the two together, which a union cannot carry through a call.
    (to.emit as (name: string, payload: unknown) => boolean).call(to, serverEvents[event].name, payload);
  };
  return createThrottledEmitter({ emit, ...(after === undefined ? {} : { after }) });
}

/** Takes sockets out of a room: here at once, even where Redis is away, and on the other gateways through it. */
function takeOut(io: LiveServer, { room, except }: Leaving): void {
  io.local
    .in(room)
    .except([...except])
    .socketsLeave(room);
  io.in(room)
    .except([...except])
    .socketsLeave(room);
}

/**
 * Tells browsers what happened, from the bus. Best effort by design: a browser that was away reads its lists again when
 * it comes back, so an event that cannot be told is logged and done with, and never comes again.
 */
export async function consumeBroadcast(deps: {
  bus: Bus;
  io: LiveServer;
  emitter: ThrottledEmitter;
  watch: Pick<SessionWatch, 'closeUser'>;
  log: Logger;
  observe: DeliveryObserver;
  tracer: Tracer;
}): Promise<readonly Consumer[]> {
  const { bus, io, emitter, watch, log, observe, tracer } = deps;
  const emitted = createRecentIds();

  const broadcast = (envelope: Envelope) => {
    if (emitted.has(envelope.id)) return;
    emitted.add(envelope.id);
    for (const step of stepsOf(envelope)) {
      if (step.kind === 'emit') emitter.emit(step);
      else takeOut(io, step);
    }
  };

  const broadcastBanned = ({ data }: Envelope) => {
    const banned = userBanned.data.parse(data);
    for (const step of bannedSteps(banned)) emitter.emit(step);
    // On this gateway; the others hear themselves that the sessions are over, and 'banned' is told by then.
    watch.closeUser(banned.user_id);
  };

  const logged =
    (queue: (typeof broadcastQueues)[number], handle: (envelope: Envelope) => void) =>
    async (envelope: Envelope) => {
      const { type, subject } = envelope;
      const startedAt = performance.now();
      let outcome: 'done' | 'failed' = 'done';
      const parent = traceparentOf(envelope);
      const attributes = { 'messaging.operation.name': 'emit', 'messaging.destination.name': queue };
      const span = parent && tracer.start(`emit ${type}`, 'consumer', { parent, attributes });
      runOnBehalfOf(envelope, () => {
        try {
          handle(envelope);
        } catch (error) {
          outcome = 'failed';
          log.error({ err: error, type, subject }, 'event could not be broadcast');
        }
      });
      if (span) span.end();
      observe(queue, type, outcome, (performance.now() - startedAt) / 1000);
    };

  return Promise.all([
    bus.consume({
      queue: sessionsQueue,
      types: [userBanned.type],
      handle: logged(sessionsQueue, broadcastBanned),
    }),
    bus.consume({ queue: broadcastQueue, types: broadcastTypes, handle: logged(broadcastQueue, broadcast) }),
  ]);
}
