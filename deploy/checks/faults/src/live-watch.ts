import { io, type Socket } from 'socket.io-client';
import type { Person } from './load/person.js';

/** The live events of an admin's open window. */
export interface LiveWatch {
  /** Resolves when an event about the lead is received; rejects on timeout. */
  receives(leadId: string, patienceMs: number): Promise<void>;
  close(): void;
}

/** Opens the window's socket; it reconnects automatically and rejoins its rooms, as the browser does. */
export async function openLiveWatch(url: string, { token, user }: Person): Promise<LiveWatch> {
  const heard = new Set<string>();
  const socket: Socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: 2_000,
    auth: { token },
  });
  socket.onAny((_event, payload: unknown) => {
    // Any event about a lead contains its id.
    for (const [id] of JSON.stringify(payload ?? null).matchAll(/[0-9a-f]{24}/g)) heard.add(id);
  });
  socket.on('connect', () => {
    socket.emit('connected', { id: user.id });
    socket.emit('join_leads_type', { type: 'life' });
    socket.emit('join_manual_leads', { type: 'life' });
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return {
    receives: (leadId, patienceMs) =>
      new Promise((resolve, reject) => {
        const done = () => {
          clearTimeout(limit);
          socket.offAny(look);
        };
        const look = () => {
          if (!heard.has(leadId)) return;
          done();
          resolve();
        };
        const limit = setTimeout(() => {
          done();
          reject(new Error('A window did not hear of a lead that was made'));
        }, patienceMs);
        socket.onAny(look);
        look();
      }),
    close: () => {
      socket.disconnect();
    },
  };
}
