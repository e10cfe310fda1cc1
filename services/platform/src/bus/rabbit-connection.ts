import { Socket } from 'node:net';
import { connect, type ChannelModel } from 'amqplib';
import type { Logger } from '../log/logger.js';

/** Short enough that a dead peer is noticed before anybody complains, long enough for a stalled loop. */
const heartbeatSeconds = 15;
const handshakeMs = 10_000;
const recovery = { waitForConnect: false, initialDelay: 100, maxDelay: 5_000 };

/** One connection to the broker that comes back by itself for as long as it is not closed. */
export interface RabbitConnection {
  /** The connection as it is now; undefined while there is none. */
  current(): ChannelModel | undefined;
  /** Calls the listener at once where connected, and with every connection from now on. */
  onConnected(listener: () => void): void;
  close(): Promise<void>;
}

function withHeartbeat(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', String(heartbeatSeconds));
  return address.href;
}

/**
 * Sends what is written in one turn at once: amqplib writes every frame by itself, and a system call for each costs more
 * than all else that a message costs.
 */
function joinWrites(connection: object): void {
  if (!('stream' in connection) || !(connection.stream instanceof Socket)) return;
  const socket = connection.stream;
  const write: (chunk: Uint8Array | string) => boolean = socket.write.bind(socket);
  let isCorked = false;
  socket.write = (chunk: Uint8Array | string) => {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      process.nextTick(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    return write(chunk);
  };
}

/** Connects, and answers when the first try has succeeded or failed: a service starts while the broker is away. */
export async function connectRabbit(options: { url: string; log: Logger }): Promise<RabbitConnection> {
  const { url, log } = options;
  const listeners: (() => void)[] = [];
  let current: ChannelModel | undefined;
  let isSaid = false;

  const connection = await connect(withHeartbeat(url), {
    noDelay: true,
    keepAlive: true,
    timeout: handshakeMs,
    recovery,
  });
  const tried = new Promise<void>((resolve) => {
    connection.once('connect', () => {
      resolve();
    });
    connection.once('connect-failed', () => {
      resolve();
    });
  });
  // Without a listener an error event would end the process; what follows it is a `disconnect`.
  connection.on('error', (error) => {
    log.warn({ err: error }, 'broker connection failed');
  });
  connection.on('connect', (model) => {
    current = model;
    joinWrites(model.connection);
    isSaid = false;
    log.info('broker connected');
    for (const listener of listeners) listener();
  });
  connection.on('disconnect', (error) => {
    current = undefined;
    log.warn({ err: error }, 'broker unreachable');
    isSaid = true;
  });
  connection.on('connect-failed', (error) => {
    // Said once, not with every try of a long outage.
    if (!isSaid) log.warn({ err: error }, 'broker unreachable');
    isSaid = true;
  });
  connection.on('blocked', (reason) => {
    log.warn({ reason }, 'broker blocks publishing');
  });
  connection.on('unblocked', () => {
    log.info('broker unblocked publishing');
  });
  await tried;

  return {
    current: () => current,
    onConnected: (listener) => {
      listeners.push(listener);
      if (current !== undefined) listener();
    },
    close: async () => {
      current = undefined;
      await connection.close();
    },
  };
}
