import { randomBytes } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { hostname } from 'node:os';
import { typeName } from '@crm/contracts/codes/lead-types.js';
import { httpStatusOf, errorCode } from '@crm/contracts/errors.js';
import { everyoneRoom, leadRoom } from '@crm/contracts/sockets/rooms.js';
import { serverEvents } from '@crm/contracts/sockets/server-events.js';
import type { Bus, Consumer } from '@crm/platform/bus/bus.js';
import type { Clock } from '@crm/platform/clock.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import type { Identity } from '@crm/platform/identity/identity.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import { areaLogger, type Logger } from '@crm/platform/log/logger.js';
import { createBusMetrics } from '@crm/platform/metrics/bus-metrics.js';
import type { Tracer } from '@crm/platform/tracing/tracer.js';
import type { Metrics } from '@crm/platform/metrics/metrics.js';
import type { RateLimits } from '../http/rate-limits.js';
import type { Gap, RedisConnection } from '../redis.js';
import { requireSession } from './authenticate-socket.js';
import { consumeBroadcast, createTeller } from './broadcast/consume-broadcast.js';
import type { After } from './broadcast/throttle.js';
import { createEventAnswerer } from './client-events/answer-events.js';
import { watchSessions } from './end-sessions.js';
import { createLiveMetrics } from './live-metrics.js';
import { createHoldKeeper } from './hold-keeper.js';
import { createIoServer, forgetRequest } from './io-server.js';
import type { LiveServer, LiveSocket } from './live-socket.js';
import { createPresenceReporter } from './presence-reporter.js';
import { roomsAtConnect } from './rooms-at-connect.rules.js';
import { createTeamRooms } from './team-rooms.js';

/** Intervals of the gateway's own work, shorter in tests; see where each is defined. */
export interface LiveTimings {
  pollMs?: number;
  renewMs?: number;
  reportMs?: number;
}

export interface LiveEvents {
  /** This gateway's name towards services: where its sockets hang, who holds for them. */
  readonly gatewayId: string;
  start(): Promise<void>;
  /** Closes every socket; their browsers connect elsewhere. */
  closeSockets(): Promise<void>;
  /** Takes no more events of the bus. */
  stopConsuming(): Promise<void>;
  /** Releases the holds, reports that nobody is here any more, and stops what runs by itself. */
  stopWork(): Promise<void>;
}

/** New with every start: what a gateway that died left behind must not look like this one's. */
const newGatewayId = () => `${hostname().slice(0, 40)}-${randomBytes(4).toString('hex')}`;

const statusOf = (outcome: string) => httpStatusOf[errorCode.safeParse(outcome).data ?? 'server_error'];

/** Tells sockets to read their lists again, after news may have been missed: this gateway's, or everybody's. */
function hintAtGap(io: LiveServer, missing: Gap): void {
  const whose = missing === 'here' ? io.local : io.to(everyoneRoom);
  for (const type of typeName.options) whose.emit(serverEvents.leadsChanged.name, { type, count: 0 });
}

/**
 * Everything that lives on sockets: who may connect, what a browser may ask for, what it is told, and what ends with
 * it. After a reconnect the browser reads its lists and its lead again: nothing is kept for it meanwhile.
 */
export function createLiveEvents(deps: {
  server: HttpServer;
  redis: RedisConnection | undefined;
  bus: Bus;
  client: ServiceClient;
  identity: Identity;
  sessions: Sessions;
  limits: RateLimits;
  metrics: Metrics;
  tracer: Tracer;
  clock: Clock;
  log: Logger;
  eventsPerSecond: number;
  timings: LiveTimings;
  after: After | undefined;
}): LiveEvents {
  const { redis, bus, client, identity, sessions, limits, metrics, tracer, clock, timings } = deps;
  const log = areaLogger(deps.log, 'live');
  const gatewayId = newGatewayId();
  let isStopping = false;
  let consumers: readonly Consumer[] = [];

  const io = createIoServer(deps.server, redis);
  const holderOf = (socket: Pick<LiveSocket, 'id'>) => `${gatewayId}:${socket.id}`;
  const socketOf = (holder: string) => io.of('/').sockets.get(holder.slice(gatewayId.length + 1));

  const live = createLiveMetrics(metrics, () => io.of('/').sockets.size);
  const emitter = createTeller(io, live.emitted, deps.after);
  const watch = watchSessions({ io, sessions, clock, log });
  const teams = createTeamRooms({ io, bus, client, log });
  const presence = createPresenceReporter({
    gateway: gatewayId,
    client,
    log,
    ...(timings.reportMs && { reportMs: timings.reportMs }),
  });
  const holds = createHoldKeeper({
    client,
    log,
    ...(timings.renewMs && { renewMs: timings.renewMs }),
    onLost: ({ holder, lead_id }) => {
      const socket = socketOf(holder);
      if (socket === undefined) return;
      void socket.leave(leadRoom(lead_id));
      socket.emit(serverEvents.holdLost.name, { lead_id });
    },
  });
  const answerEvents = createEventAnswerer({
    ctx: { client, holds, emitter, holderOf },
    identity,
    log,
    tracer,
    observe: (event, outcome, seconds) => {
      metrics.observeRequest('EVENT', event, outcome === 'ok' ? 200 : statusOf(outcome), seconds);
    },
  });

  requireSession(io, {
    identity,
    limits,
    clock,
    log,
    eventsPerSecond: deps.eventsPerSecond,
    isStopping: () => isStopping,
  });
  io.on('connection', (socket) => {
    const { actor } = socket.data.bearer;
    forgetRequest(socket);
    void socket.join(roomsAtConnect(actor));
    teams.connected(socket);
    answerEvents(socket);
    presence.connected(actor.id);
    socket.on('disconnect', () => {
      presence.disconnected(actor.id);
      // Of a gateway that stops all holds are released together.
      if (!isStopping) void holds.releaseAllOf(holderOf(socket));
    });
  });
  redis?.onGap((missing) => {
    hintAtGap(io, missing);
  });

  return {
    gatewayId,
    start: async () => {
      consumers = await consumeBroadcast({
        ...{ bus, io, emitter, watch, log },
        observe: createBusMetrics(metrics.registry).observe,
        tracer,
      });
      await teams.start();
      await watch.start();
      holds.start();
      presence.start();
    },
    closeSockets: async () => {
      isStopping = true;
      await io.close();
    },
    stopConsuming: async () => {
      await Promise.all(consumers.map((consumer) => consumer.cancel()));
      emitter.stop();
    },
    stopWork: async () => {
      await Promise.all([watch.stop(), teams.stop(), holds.stop(), presence.stop()]);
    },
  };
}
