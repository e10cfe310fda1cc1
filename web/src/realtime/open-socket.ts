import type { Session } from '../session/session.js';
import type * as liveEvents from './live-events.js';
import { reconnectAttempts, reconnectDelayMs, type LiveSocket } from './socket.js';

/** The socket, and the contracts of what is said on it. */
export interface OpenedSocket {
  socket: LiveSocket;
  events: typeof liveEvents;
}
export type OpenSocket = () => Promise<OpenedSocket>;

/** Creates the factory of the live connection: what it is made of is loaded with it, and it connects on demand. */
export function createOpenSocket(session: Pick<Session, 'token'>): OpenSocket {
  return async () => {
    const [{ io }, events] = await Promise.all([import('socket.io-client'), import('./live-events.js')]);
    const socket = io({
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
    return { socket, events };
  };
}
