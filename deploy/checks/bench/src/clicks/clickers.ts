import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { openCaller } from '../day/caller.js';
import type { TestEnvironment } from '../day/environment.js';
import { openSockets } from '../day/live-windows.js';
import { newRecords } from '../day/records.js';
import type { Desk } from '../day/staff.js';
import { createTallies } from '../day/tallies.js';
import type { Clicker } from './clicks.js';

/** Opens a window and a line for each desk, and the list of leads that its agent may open. */
export async function openClickers(
  { url, carrierUrl }: Pick<TestEnvironment, 'url' | 'carrierUrl'>,
  desks: readonly Desk[],
): Promise<Clicker[]> {
  const [tallies, records] = [createTallies(), newRecords()];
  const sockets = await openSockets(url, desks, { writtenAt: new Map(), tallies });
  return Promise.all(
    desks.map(async (desk, index): Promise<Clicker> => {
      const socket = sockets[index];
      if (socket === undefined) throw new Error('A calling device has no line');
      const { leads: rows } = await desk.agent.must(filterLeads, {
        body: { params: { type: 2, source: null }, limit: 50 },
      });
      return {
        ...desk,
        socket,
        caller: await openCaller(desk, { carrierUrl, tallies, records }),
        leads: rows.filter(({ busy }) => busy === 0).map(({ id }) => id),
      };
    }),
  );
}

export function closeClickers(clickers: readonly Clicker[]): void {
  for (const { socket, caller } of clickers) {
    socket.close();
    caller.close();
  }
}
