import { readFileSync } from 'node:fs';
import { MongoClient } from 'mongodb';

const ticksPerSecond = 100;

/** CPU seconds of a process so far, user and kernel. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  // The name in brackets may contain spaces: the fields follow it.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
}

/** The process id of a store, as it reports itself. */
export async function pidOfStore(storeUri: string): Promise<number> {
  const client = new MongoClient(storeUri);
  try {
    const { pid }: { pid?: unknown } = await client.db('admin').command({ serverStatus: 1 });
    if (typeof pid !== 'number') throw new Error('The store has no number');
    return pid;
  } finally {
    await client.close();
  }
}
