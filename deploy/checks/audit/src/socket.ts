import { io } from 'socket.io-client';
import { refusedAck } from '@crm/contracts/sockets/client-events.js';

export interface OpenSocket {
  /** All received events, as text. */
  readonly heard: readonly string[];
  /** Sends an event and returns the refusal, undefined if accepted. */
  refusalOf(event: string, payload?: unknown): Promise<string | undefined>;
  close(): void;
}

/** Opens a socket like a browser; rejects with the reason if the handshake is refused. */
export async function openSocket(
  url: string,
  auth: object | undefined,
  from = '203.0.113.9',
): Promise<OpenSocket> {
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { 'x-forwarded-for': from },
    ...(auth === undefined ? {} : { auth }),
  });
  const heard: string[] = [];
  socket.onAny((event: string, ...reported: unknown[]) => {
    heard.push(`${event} ${JSON.stringify(reported)}`);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error) => {
      socket.close();
      reject(error);
    });
  });
  return {
    heard,
    refusalOf: async (event, payload) => {
      const answer: unknown = await socket.timeout(10_000).emitWithAck(event, payload);
      return refusedAck.safeParse(answer).data?.code;
    },
    close: () => {
      socket.close();
    },
  };
}
