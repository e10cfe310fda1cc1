import { readFileSync } from 'node:fs';
import { MongoClient } from 'mongodb';

const ticksPerSecond = 100;

/** Seconds of processor time that a process has used so far, its own and the kernel's for it. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  // The name, in brackets, may have spaces: what is counted comes behind it.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
}

/** The process of a store, which says its own number. */
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
