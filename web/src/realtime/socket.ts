import type { Socket } from 'socket.io-client';
import type { Session } from '../session/session.js';

/** The part of a socket that the application uses; tests use fakes. */
export type LiveSocket = Pick<
  Socket,
  'on' | 'off' | 'timeout' | 'connect' | 'disconnect' | 'connected' | 'active'
> & { io: Pick<Socket['io'], 'on' | 'off'> };

export type OpenSocket = () => Promise<LiveSocket>;

/** Reconnect attempts and delay (rule A17). */
export const reconnectDelayMs = 2000;
export const reconnectAttempts = 40;
/** After the last attempt, until the next ones. */
export const reconnectPauseMs = 15_000;

/**
 * Creates the factory of the live connection: its library is loaded after the first page, and it connects on
 * demand.
 */
export function createOpenSocket(session: Pick<Session, 'token'>): OpenSocket {
  return async () => {
    const { io } = await import('socket.io-client');
    return io({
      autoConnect: false,
      transports: ['websocket'],
      // Called at every handshake, so that a reconnect sends the renewed token.
      auth: (give) => {
        give({ token: session.token() });
      },
      reconnectionDelay: reconnectDelayMs,
      reconnectionDelayMax: reconnectDelayMs,
      reconnectionAttempts: reconnectAttempts,
      // Jitter, so that not every browser reconnects to a restarted gateway at the same instant.
      randomizationFactor: 0.1,
    });
  };
}
