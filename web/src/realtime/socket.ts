import type { Socket } from 'socket.io-client';
import type { Session } from '../session/session.js';

/** The part of a socket that the application uses; tests bring one of their own. */
export type LiveSocket = Pick<
  Socket,
  'on' | 'off' | 'timeout' | 'connect' | 'disconnect' | 'connected' | 'active'
> & { io: Pick<Socket['io'], 'on' | 'off'> };

export type OpenSocket = () => Promise<LiveSocket>;

/** How often and how soon a lost connection is tried again (rule A17). */
export const reconnectDelayMs = 2000;
export const reconnectAttempts = 40;

/** Makes the opener of the live connection: its library comes after the first page, and it connects when told to. */
export function createOpenSocket(session: Pick<Session, 'token'>): OpenSocket {
  return async () => {
    const { io } = await import('socket.io-client');
    return io({
      autoConnect: false,
      transports: ['websocket'],
      // Asked at every handshake, so that a reconnect carries the renewed token.
      auth: (give) => {
        give({ token: session.token() });
      },
      reconnectionDelay: reconnectDelayMs,
      reconnectionDelayMax: reconnectDelayMs,
      reconnectionAttempts: reconnectAttempts,
      // A little spread, so that a restarted gateway is not met by every browser in the same instant.
      randomizationFactor: 0.1,
    });
  };
}
