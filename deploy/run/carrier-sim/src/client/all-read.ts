import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';

/**
 * Resolves once the other end has read all that was sent to it, or is gone: it answers a ping behind that. On a busy
 * machine even a connection within one process takes its time.
 */
export function allRead(socket: WebSocket): Promise<void> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve();
  const mark = randomUUID();
  return new Promise((resolve) => {
    const end = () => {
      socket.off('pong', answered);
      socket.off('close', end);
      resolve();
    };
    const answered = (data: Buffer) => {
      if (data.toString() === mark) end();
    };
    socket.on('pong', answered);
    socket.on('close', end);
    socket.ping(mark);
  });
}
