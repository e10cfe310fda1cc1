import type { Socket } from 'socket.io-client';

/** The part of a socket that the application uses; tests use fakes. */
export type LiveSocket = Pick<
  Socket,
  'on' | 'off' | 'timeout' | 'connect' | 'disconnect' | 'connected' | 'active'
> & { io: Pick<Socket['io'], 'on' | 'off'> };

/** Reconnect attempts and delay (rule A17). */
export const reconnectDelayMs = 2000;
export const reconnectAttempts = 40;
/** After the last attempt, until the next ones. */
export const reconnectPauseMs = 15_000;

export const noAnswerMessage = 'crm.connection.noAnswer';
