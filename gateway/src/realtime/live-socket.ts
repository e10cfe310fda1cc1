import type { Server, Socket } from 'socket.io';
import type { Bearer } from '@crm/platform/identity/identity.js';
import type { PayloadOf, ServerEventKey, serverEvents } from '@crm/contracts/sockets/server-events.js';
import type { TokenBucket } from './token-bucket.js';

/** Server events by their wire names, as socket.io types them. */
export type ServerToClient = {
  [K in ServerEventKey as (typeof serverEvents)[K]['name']]: (payload: PayloadOf<K>) => void;
};

/** Client events are untyped until their schema has read them. */
export type ClientToServer = Record<string, (...args: unknown[]) => void>;

/** What a socket carries: whose it is, how fast it may speak, and the order of its holds. */
export interface SocketData {
  bearer: Bearer;
  bucket: TokenBucket;
  /** Resolves when the last hold or release that the socket asked for is through. */
  holds: Promise<unknown>;
}

export type LiveServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
