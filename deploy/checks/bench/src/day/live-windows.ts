import { z } from 'zod';
import { typeName } from '@crm/contracts/codes/lead-types.js';
import { clientEvents } from '@crm/contracts/sockets/client-events.js';
import { serverEvents } from '@crm/contracts/sockets/server-events.js';
import { openMany } from '../socket-clients.js';
import { deskSocket, type DeskSocket } from './desk-socket.js';
import type { LiveTimes } from './live-times.js';
import type { Desk, Staff } from './staff.js';
import type { Tallies } from './tallies.js';

/** Admin windows with every list that no import affects: rows of imports arrive there as hints. */
export const windows = 3;
const lists = [
  clientEvents.joinOwnLeads,
  clientEvents.joinMediaalphaLeads,
  clientEvents.joinManualLeads,
  clientEvents.joinClickListingLeads,
];

const reported = z.tuple([z.string(), z.unknown()]);
const row = z.object({ id: z.string(), version: z.number() });
const hint = z.object({ type: typeName });
const message = z.object({ lead_id: z.string() });

/** The payload of an event with this name. */
const payloadOf = (text: string, { name }: { name: string }): unknown =>
  text.startsWith(`42["${name}",`) ? reported.parse(JSON.parse(text.slice(2)))[1] : undefined;

/** Opens the windows and reports which rows they receive, and when. */
export async function openWindows(
  url: string,
  { admin }: Staff,
  { live, tallies }: { live: LiveTimes; tallies: Tallies },
): Promise<DeskSocket[]> {
  const clients = await openMany(
    [url],
    Array.from({ length: windows }, () => admin.token),
  );
  const sockets = clients.map((client, window) =>
    deskSocket(client, {
      event: (text) => {
        const changed = payloadOf(text, serverEvents.updateLeads);
        if (changed !== undefined) live.row(window, row.parse(changed), performance.now());
        const hinted = payloadOf(text, serverEvents.leadsChanged);
        if (hinted !== undefined) live.hint(window, hint.parse(hinted).type, performance.now());
      },
      end: (why) => tallies.of('socket').failures.push(why),
    }),
  );
  for (const socket of sockets)
    for (const list of lists)
      await tallies.time('socket', () => socket.say(list, { type: typeName.enum.life }));
  return sockets;
}

/** A live socket per agent, with the agent's list and text notifications. */
export async function openSockets(
  url: string,
  desks: readonly Desk[],
  { writtenAt, tallies }: { writtenAt: ReadonlyMap<string, number[]>; tallies: Tallies },
): Promise<DeskSocket[]> {
  const clients = await openMany(
    [url],
    desks.map(({ agent }) => agent.token),
  );
  const sockets = clients.map((client) =>
    deskSocket(client, {
      event: (text) => {
        const received = payloadOf(text, serverEvents.receiveMessage);
        if (received === undefined) return;
        const from = writtenAt.get(message.parse(received).lead_id)?.shift();
        if (from !== undefined) tallies.of('customer heard').took.push(performance.now() - from);
      },
      end: (why) => tallies.of('socket').failures.push(why),
    }),
  );
  for (const [index, socket] of sockets.entries()) {
    const user_id = desks[index]?.agent.user.id ?? '';
    const list = { source: 1, type: typeName.enum.life, user_id };
    await tallies.time('socket', () => socket.say(clientEvents.joinAgentLeads, list));
  }
  return sockets;
}
