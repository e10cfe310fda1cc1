import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { teamOfLead } from '@crm/contracts/http/agents.js';
import { agents } from '@crm/contracts/resources/person.js';
import { leadRoom, leadsOfRoom } from '@crm/contracts/sockets/rooms.js';
import type { Bus, Listener } from '@crm/platform/bus/bus.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { LiveServer, LiveSocket } from './live-socket.js';

export interface TeamRooms {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A team lead's socket is told of the team from now on; other sockets have none. */
  connected(socket: LiveSocket): void;
}

const prefix = leadsOfRoom('');
const openLead = leadRoom('');

/**
 * Keeps the sockets of team leads on this gateway in the rooms of their team's people: read with the connection, and again
 * whenever an account changes that may have changed teams. What cannot be read now is read with the next change.
 */
export function createTeamRooms(deps: {
  io: LiveServer;
  bus: Pick<Bus, 'listen'>;
  client: Pick<ServiceClient, 'call'>;
  log: Logger;
}): TeamRooms {
  const { io, bus, client, log } = deps;
  let listener: Listener | undefined;
  let isStopped = false;

  const isLead = ({ data }: LiveSocket) => data.bearer.actor.role === roles.teamLead;

  /** The latest reading of each lead's team: an earlier one that is answered later places nobody. */
  const readings = new Map<string, number>();

  const socketsOf = (userId: string) =>
    [...io.of('/').sockets.values()].filter((socket) => socket.data.bearer.actor.id === userId);

  async function place(userId: string): Promise<void> {
    const reading = (readings.get(userId) ?? 0) + 1;
    readings.set(userId, reading);
    const { user_ids } = await client.call(teamOfLead, { params: { id: userId } }, { asService: true });
    if (readings.get(userId) !== reading) return;
    readings.delete(userId);
    const wanted = new Set(user_ids.map(leadsOfRoom));
    for (const socket of socketsOf(userId)) {
      const rooms = [...socket.rooms];
      const lost = rooms.filter((room) => room.startsWith(prefix) && !wanted.has(room));
      // Whose lead is open here may be in the team no longer: its page reads what it still may.
      const open = lost.length === 0 ? [] : rooms.filter((room) => room.startsWith(openLead));
      for (const room of [...lost, ...open]) await socket.leave(room);
      await socket.join([...wanted]);
    }
  }

  function read(userId: string): void {
    if (isStopped) return;
    place(userId).catch((error: unknown) => {
      log.warn({ userId, reason: String(error) }, 'the team of a lead could not be read');
    });
  }

  function readAll(): void {
    const leads = [...io.of('/').sockets.values()].filter(isLead);
    for (const id of new Set(leads.map(({ data }) => data.bearer.actor.id))) read(id);
  }

  return {
    start: async () => {
      listener = await bus.listen(
        [recordChanged.type],
        ({ data }) => {
          if (recordChanged.data.safeParse(data).data?.resource === agents.name) readAll();
        },
        readAll,
      );
    },
    stop: async () => {
      isStopped = true;
      await listener?.close();
    },
    connected: (socket) => {
      if (isLead(socket)) read(socket.data.bearer.actor.id);
    },
  };
}
