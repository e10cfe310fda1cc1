import type { Server as HttpServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-adapter';
import { Server } from 'socket.io';
import type { RedisConnection } from '../redis.js';
import type { LiveServer } from './live-socket.js';

/** Larger than the largest health lead a form can send; a bigger message closes the socket. */
const maxMessageBytes = 128 * 1024;

/**
 * The socket.io server on the gateway's http server. WebSocket alone, so that several gateways need no sticky sessions;
 * uncompressed, since deflate makes a broadcast four times as slow and a socket ten times as heavy. With Redis what one
 * gateway emits reaches the sockets of all.
 */
export function createIoServer(server: HttpServer, redis: RedisConnection | undefined): LiveServer {
  return new Server(server, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: maxMessageBytes,
    // A browser that vanished without a word is noticed after 20 s, and its holds with it.
    pingInterval: 10_000,
    pingTimeout: 10_000,
    connectTimeout: 10_000,
    cleanupEmptyChildNamespaces: true,
    ...(redis === undefined
      ? {}
      : {
          adapter: createAdapter(redis.adapterClients.pub, redis.adapterClients.sub, {
            key: `${redis.prefix}:live`,
          }),
        }),
  });
}

/** Releases what a socket keeps of its first request, several kilobytes that nothing reads again. */
export function forgetRequest(socket: { conn: object }): void {
  Reflect.set(socket.conn, 'request', null);
}
