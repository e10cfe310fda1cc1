import type { Channel, ChannelModel } from 'amqplib';
import type { Logger } from '../log/logger.js';
import type { RabbitConnection } from './rabbit-connection.js';

const shortestPauseMs = 100;
const longestPauseMs = 10_000;

/** One channel that is opened again whenever it, or the connection below it, is lost. */
export interface LastingChannel<C extends Channel> {
  /** The channel while it is open and set up. */
  current(): C | undefined;
  /** Resolves when the channel was set up for the first time. */
  readonly opened: Promise<void>;
  /** Resolves when the try under way, if any, has succeeded or failed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a channel as soon as there is a connection, sets it up (what it declares and consumes) and does so again each
 * time it is lost, with growing pauses while the broker refuses. `live` is called with each that is set up, `lost` once for
 * each that was there.
 */
export function openChannel<C extends Channel>(options: {
  connection: RabbitConnection;
  purpose: string;
  create: (model: ChannelModel) => Promise<C>;
  /** `drop` gives this channel up, to be opened anew. */
  setUp: (channel: C, drop: () => void) => Promise<void>;
  live?: () => void;
  lost?: (channel: C) => void;
  log: Logger;
}): LastingChannel<C> {
  const { connection, purpose, create, setUp, live, lost, log } = options;
  let current: C | undefined;
  let opening: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isClosed = false;
  let reportOpened: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (reportOpened = resolve));

  function openSoon(): void {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(open, Math.min(longestPauseMs, shortestPauseMs * 2 ** failures));
    timer.unref();
    failures += 1;
  }

  function open(): void {
    const model = connection.current();
    if (isClosed || model === undefined || current !== undefined) return;
    opening ??= openOn(model).finally(() => {
      opening = undefined;
    });
  }

  async function openOn(model: ChannelModel): Promise<void> {
    let channel: C | undefined;
    let isGone = false;
    try {
      channel = await create(model);
      const fresh = channel;
      // Without a listener an error event would end the process; a `close` follows it.
      fresh.on('error', (error) => {
        log.warn({ err: error, purpose }, 'broker channel failed');
      });
      fresh.once('close', () => {
        isGone = true;
        if (current !== fresh) return;
        current = undefined;
        lost?.(fresh);
        // Where the whole connection is gone, the next one opens it.
        openSoon();
      });
      await setUp(fresh, () => void closeQuietly(fresh));
      if (isGone || isClosed) throw new Error('The channel was closed during setup');
      current = fresh;
      failures = 0;
      reportOpened();
      live?.();
    } catch (error) {
      if (channel !== undefined && !isGone) void closeQuietly(channel);
      if (connection.current() === model && !isClosed) {
        log.error({ err: error, purpose }, 'broker channel could not be set up');
      }
      // Without a connection this comes to nothing, and the next connection opens the channel.
      openSoon();
    }
  }

  async function closeQuietly(channel: C): Promise<void> {
    try {
      // The answer never comes where the connection is lost meanwhile; the event does.
      const closed = new Promise<void>((resolve) => channel.once('close', resolve));
      await Promise.race([channel.close(), closed]);
    } catch (error) {
      // Closed already, by the broker or with its connection: that is what was wanted.
      log.debug({ err: error, purpose }, 'broker channel was closed already');
    }
  }

  connection.onConnected(() => {
    failures = 0;
    open();
  });

  return {
    current: () => current,
    opened,
    settled: async () => {
      await opening;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await opening;
      const channel = current;
      current = undefined;
      if (channel !== undefined) await closeQuietly(channel);
    },
  };
}
