import { io } from 'socket.io-client';
import { refusedAck, type RefusedAck } from '@crm/contracts/sockets/client-events.js';
import { until } from './until.js';

export interface Heard {
  event: string;
  payload: unknown;
}

export interface Browser {
  /** Resolves once connected; rejects with the refusal of the handshake. */
  readonly connected: Promise<void>;
  /** Everything that was told, in order. */
  readonly received: readonly Heard[];
  /** The payloads of one event. */
  receivedOf(event: string): unknown[];
  /** The payload of an event, now or as soon as it is told. */
  waitFor(event: string): Promise<unknown>;
  /** Sends an event and resolves with its acknowledgement. */
  send(event: string, payload?: unknown): Promise<unknown>;
  /** Sends an event that asks for no acknowledgement. */
  sendUnanswered(event: string, ...args: unknown[]): void;
  /** Sends a packet as it is, past all that the client checks. */
  sendPacket(packet: string): void;
  /** Sends an event and resolves with its refusal; rejects where it was not refused. */
  refusalOf(event: string, payload?: unknown): Promise<RefusedAck>;
  /** Why the server closed the socket, as soon as it does. */
  readonly closed: Promise<string>;
  isConnected(): boolean;
  /** The socket's id, as the gateway knows it too. */
  id(): string;
  close(): void;
}

/** A browser's socket, without reconnecting by itself. */
export function openBrowser(url: string, token: string | undefined): Browser {
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...(token === undefined ? {} : { auth: { token } }),
  });
  const received: Heard[] = [];
  socket.onAny((event: string, payload: unknown) => {
    received.push({ event, payload });
  });
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  // Whoever expects a refusal looks at `connected`; a test that does not must not end on it.
  connected.catch(() => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.once('disconnect', (reason) => {
      resolve(reason);
    });
  });
  const receivedOf = (event: string) =>
    received.filter((each) => each.event === event).map(({ payload }) => payload);
  const send = async (event: string, ...args: unknown[]): Promise<unknown> =>
    socket.timeout(5_000).emitWithAck(event, ...args) as Promise<unknown>;
  return {
    connected,
    closed,
    received,
    receivedOf,
    waitFor: async (event) =>
      (await until(() => received.find((each) => each.event === event), event)).payload,
    send,
    sendUnanswered: (event, ...args) => {
      socket.emit(event, ...args);
    },
    sendPacket: (packet) => {
      socket.io.engine.write(packet);
    },
    refusalOf: async (event, ...args) => refusedAck.parse(await send(event, ...args)),
    isConnected: () => socket.connected,
    id: () => socket.id ?? '',
    close: () => {
      socket.disconnect();
    },
  };
}

/** The refusal that a handshake ended with. */
export async function handshakeRefusal(url: string, token: string | undefined): Promise<RefusedAck> {
  const browser = openBrowser(url, token);
  try {
    await browser.connected;
  } catch (error) {
    return refusedAck.parse(error instanceof Error && 'data' in error ? error.data : undefined);
  } finally {
    browser.close();
  }
  throw new Error('The handshake was not refused');
}
