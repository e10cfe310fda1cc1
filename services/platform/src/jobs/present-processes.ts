import type { Connection } from 'mongoose';
import { z } from 'zod';
import type { Clock } from '../clock.js';
import { activityCollection } from '../mongo/connect.js';

export const activityId = 'jobs';

/** Processes say this often that they are there, and one that was silent for longer than three times that counts as gone. */
export const presentMs = 60_000;
export const absentMs = 3 * presentMs;

/** What the processes of a service tell each other. */
export const activityDoc = z.object({
  /** When somebody was at work last. */
  at: z.date().optional(),
  /** When each process was last there. */
  processes: z.record(z.string(), z.date()).default({}),
  /** How many migrations the release of each knows; those of releases before there were any say nothing. */
  releases: z.record(z.string(), z.number()).default({}),
});

/**
 * Whether a process of this service is there whose release knows fewer than `migrations` migrations. One that was killed
 * counts until it has been silent for three minutes.
 */
export async function hasOlderProcess(
  connection: Connection,
  clock: Clock,
  migrations: number,
): Promise<boolean> {
  const found = await connection.collection<{ _id: string }>(activityCollection).findOne({ _id: activityId });
  const { processes, releases } = activityDoc.parse(found ?? {});
  const since = clock.now().getTime() - absentMs;
  return Object.entries(processes).some(
    ([id, seenAt]) => seenAt.getTime() >= since && (releases[id] ?? 0) < migrations,
  );
}
