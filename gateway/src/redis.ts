import { createClient } from 'redis';
import { z } from 'zod';
import type { Clock } from '@crm/platform/clock.js';
import type { Logger } from '@crm/platform/log/logger.js';
import { createSharedClock } from '@crm/platform/shared-clock.js';
import { createLiveChannel, type LiveChannel } from './live-channel.js';

/** Longer than this no request waits for Redis. */
const deadlineMs = 250;
/** How long a start waits for the first connection before it goes on without. */
const firstConnectionMs = 2_000;
const socketTimeoutMs = 5_000;
const pingEveryMs = 2_000;
const maxBetweenAttemptsMs = 2_000;

/** Redis tells its time as whole seconds and the microseconds beyond. */
const timeAnswer = z
  .tuple([z.coerce.number(), z.coerce.number()])
  .transform(([seconds, micros]) => new Date(seconds * 1_000 + micros / 1_000));

/** The part of a Redis client that counts rates. */
export interface RedisCounter {
  readonly isReady: boolean;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** Who missed messages of the others: this gateway, or all others, as this one's never left it. */
export type Gap = 'here' | 'elsewhere';

export interface RedisConnection {
  /** What keys and channels begin with. */
  readonly prefix: string;
  /** Redis' time: every gateway goes by the same. */
  readonly clock: Clock;
  readonly counter: RedisCounter;
  /** For socket.io's adapter. */
  readonly adapterClients: LiveChannel['adapterClients'];
  /** Calls `fn` whenever Redis is back after messages were missed here, or were lost on their way from here. */
  onGap(fn: (missing: Gap) => void): void;
  close(): void;
}

const settings = (url: string) => ({
  url,
  pingInterval: pingEveryMs,
  socket: {
    connectTimeout: socketTimeoutMs,
    socketTimeout: socketTimeoutMs,
    // The client's own way gives up for good after a silence, and a process that stalled for a moment has heard silence.
    reconnectStrategy: (attempts: number) =>
      Math.min(50 * 2 ** attempts, maxBetweenAttemptsMs) * (0.5 + Math.random() / 2),
  },
});

/** Rejects where `promise` takes longer than a request may wait. The client's own timeout ends with the writing. */
function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`Redis did not answer in ${String(deadlineMs)} ms`));
    }, deadlineMs);
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}

/**
 * Connects to Redis and keeps reconnecting for as long as it is open. Nothing of the product needs Redis to answer: a
 * start goes on without it, rates are then counted by each gateway, live events reach the gateway's own sockets.
 */
export async function connectRedis(
  { url, prefix }: { url: string; prefix: string },
  log: Logger,
): Promise<RedisConnection> {
  // What cannot be sent now is given up now: an old count or an old live event helps nobody.
  const commands = createClient({ ...settings(url), disableOfflineQueue: true });
  const subscriptions = createClient(settings(url));
  const gapListeners: ((missing: Gap) => void)[] = [];
  let isHeard = true;
  let isStarting = true;
  let hasLostMessages = false;

  for (const client of [commands, subscriptions]) {
    client.on('error', (error: unknown) => {
      // Every attempt to reconnect fails alike: one line says it.
      if (isHeard) log.warn({ err: error }, 'redis unreachable');
      isHeard = false;
    });
  }
  const channelName = `${prefix}:live`;
  const channel = createLiveChannel((bundle) => {
    commands.publish(channelName, bundle).catch((error: unknown) => {
      hasLostMessages = true;
      log.debug({ err: error }, 'live events did not reach the other gateways');
    });
  });
  const receive = (bundle: Buffer) => {
    try {
      channel.receive(bundle);
    } catch (error) {
      log.error({ err: error }, 'live events of another gateway could not be read');
    }
  };
  let listening: Promise<void> | undefined;
  /** A subscription that stood once is renewed by the client; one that it refused for want of Redis it has forgotten. */
  const listen = () => {
    listening ??= subscriptions.subscribe(channelName, receive, true).catch((error: unknown) => {
      listening = undefined;
      log.debug({ err: error }, 'the subscription has to wait for redis');
    });
    return listening;
  };
  const emitGap = (missing: Gap) => {
    log.info({ missing }, 'redis reconnected, messages were missed');
    for (const listener of gapListeners) listener(missing);
  };
  commands.on('ready', () => {
    isHeard = true;
    if (!hasLostMessages) return;
    hasLostMessages = false;
    emitGap('elsewhere');
  });
  subscriptions.on('ready', () => {
    isHeard = true;
    void listen().then(() => {
      // Before the start is through there is no socket that could have missed anything.
      if (!isStarting) emitGap('here');
    });
  });

  const connected = Promise.all([commands.connect(), subscriptions.connect()]).then(listen);
  let limit: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    limit = setTimeout(resolve, firstConnectionMs);
  });
  await Promise.race([connected.catch(() => undefined), patience]);
  clearTimeout(limit);
  isStarting = false;

  const clock = createSharedClock({
    log,
    askServer: async () => timeAnswer.parse(await inTime(commands.time())),
  });
  await clock.start();

  return {
    prefix,
    clock,
    counter: {
      get isReady() {
        return commands.isReady;
      },
      eval: (script, options) => inTime(commands.eval(script, options)),
    },
    adapterClients: channel.adapterClients,
    onGap: (fn) => {
      gapListeners.push(fn);
    },
    close: () => {
      clock.stop();
      commands.destroy();
      subscriptions.destroy();
    },
  };
}
