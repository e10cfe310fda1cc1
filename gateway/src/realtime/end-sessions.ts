import { userRoom } from '@crm/contracts/sockets/rooms.js';
import type { Clock } from '@crm/platform/clock.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { LiveServer, LiveSocket } from './live-socket.js';

/** How long a socket outlives its session, unable to ask for anything, so that a 'banned' on its way comes first. */
const graceMs = 200;

export interface SessionWatch {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Closes a user's sockets on this gateway now: they were told why. */
  closeUser(userId: string): void;
}

/** Closes the sockets of this gateway whose token expired, was signed out, or lies below its user's session version. */
export function watchSessions(deps: {
  io: LiveServer;
  sessions: Sessions;
  clock: Clock;
  log: Logger;
}): SessionWatch {
  const { io, sessions, clock, log } = deps;
  const closing = new Map<LiveSocket, NodeJS.Timeout>();

  const end = (socket: LiveSocket) => {
    clearTimeout(closing.get(socket));
    closing.delete(socket);
    socket.disconnect(true);
  };

  /** Closes sockets whose session is over, after the grace. */
  const sweep = () => {
    const now = clock.now().getTime() / 1000;
    for (const socket of io.of('/').sockets.values()) {
      const { claims, actor } = socket.data.bearer;
      if (closing.has(socket) || (claims.exp > now && !sessions.isOver(claims))) continue;
      log.info({ actorId: actor.id }, 'socket outlived its session');
      closing.set(
        socket,
        setTimeout(() => {
          end(socket);
        }, graceMs),
      );
    }
  };

  return {
    start: () => sessions.start({ isInUse: () => io.of('/').sockets.size > 0, polled: sweep }),
    stop: async () => {
      await sessions.stop();
      for (const each of closing.values()) clearTimeout(each);
      closing.clear();
    },
    closeUser: (userId) => {
      const ids = io.of('/').adapter.rooms.get(userRoom(userId)) ?? new Set<string>();
      for (const id of [...ids]) {
        const socket = io.of('/').sockets.get(id);
        if (socket !== undefined) end(socket);
      }
    },
  };
}
