import { databaseAt } from '@crm/local/environments.js';
import { setTimeout as pause } from 'node:timers/promises';
import { ObjectId } from 'mongodb';
import { z } from 'zod';
import { callLeftovers } from '@crm/faults/checks/calls.js';
import { storedLeads } from '@crm/faults/checks/leads.js';
import { leftoverComplaints } from '@crm/faults/checks/leftovers.js';
import { accessComplaints, rowComplaints } from '@crm/faults/checks/projections.js';
import { textComplaints } from '@crm/faults/checks/texts.js';
import type { Databases } from '@crm/faults/databases.js';
import type { TestEnvironment } from './environment.js';
import type { Records } from './records.js';

const lookEveryMs = 500;
const pageOfIds = 500;

/** Waits until outboxes and queues are empty. Returns how long it took, and what is left. */
export async function untilEmpty(
  { databases, brokerUrl }: TestEnvironment,
  patienceMs: number,
): Promise<{ ms: number; left: string[] }> {
  const from = Date.now();
  for (;;) {
    const left = [...(await leftoverComplaints(databases, brokerUrl)), ...(await callLeftovers(databases))];
    const ms = Date.now() - from;
    if (left.length === 0 || ms > patienceMs) return { ms, left };
    await pause(lookEveryMs);
  }
}

interface SavedLead {
  _id: ObjectId;
  address: string | null;
  version: number;
}

type Saved = Pick<SavedLead, 'address' | 'version'>;

/** Whether a lead is as acknowledged to its agent, or as of a later save whose response was lost. */
export function stands(kept: Saved | undefined, reported: Saved, unheard: readonly string[] = []): boolean {
  if (kept === undefined) return false;
  if (kept.version === reported.version) return kept.address === reported.address;
  return kept.version > reported.version && kept.address !== null && unheard.includes(kept.address);
}

/** Leads that differ from what was acknowledged. */
export async function lostSaves(databases: Databases, { saves, unheard }: Records): Promise<string[]> {
  const ids = [...saves.keys()];
  const lost: string[] = [];
  for (let from = 0; from < ids.length; from += pageOfIds) {
    const some = ids.slice(from, from + pageOfIds);
    const found = await databases('leads')
      .collection<SavedLead>('leads')
      .find({ _id: { $in: some.map((id) => new ObjectId(id)) } }, { projection: { address: 1, version: 1 } })
      .toArray();
    const byId = new Map(found.map((lead) => [lead._id.toHexString(), lead]));
    for (const id of some) {
      const [kept, reported] = [byId.get(id), saves.get(id)];
      if (reported !== undefined && !stands(kept, reported, unheard.get(id)))
        lost.push(`A lead is ${JSON.stringify(kept)}, and was saved as ${JSON.stringify(reported)}`);
    }
  }
  return lost;
}

/** Files without exactly one lead per row. */
export async function wrongImports(databases: Databases, { imports }: Records): Promise<string[]> {
  const leads = databases('leads').collection('leads');
  const wrong: string[] = [];
  for (const [id, rows] of imports) {
    const made = await leads.countDocuments({ importKey: { $gte: `${id}:`, $lt: `${id};` } });
    if (made !== rows) wrong.push(`A file of ${String(rows)} rows made ${String(made)} leads`);
  }
  return wrong;
}

/** Calls that are missing in the store, or stored wrongly. */
export async function wrongCalls(databases: Databases, made: number): Promise<string[]> {
  const calls = databases('telephony').collection('calls');
  const kept = await calls.countDocuments({});
  const completed = await calls.countDocuments({ state: 'ended', outcome: 'completed' });
  return kept === made && completed === made
    ? []
    : [
        `${String(made)} calls were made, ${String(kept)} are kept, ${String(completed)} of them as completed`,
      ];
}

/**
 * Sent texts not submitted to the carrier exactly once, and received texts not in their conversation exactly once.
 */
export const wrongTexts = (
  { storeUri, carrierUrl, keys }: TestEnvironment,
  { texts, received }: Records,
): Promise<string[]> =>
  textComplaints(
    { uri: databaseAt(storeUri, 'messaging'), masterKeys: JSON.stringify(keys.masters) },
    { url: carrierUrl, keys: keys.carrier },
    { texts, received },
  );

/** Differences between leads and their projections: rows of the statistic, and agents of leads. */
export async function wrongCopies(databases: Databases): Promise<string[]> {
  const leads = await storedLeads(databases);
  return [...(await rowComplaints(databases, leads)), ...(await accessComplaints(databases, leads))];
}

const logLine = z.looseObject({ level: z.string() });
const grave: ReadonlySet<string> = new Set(['error', 'fatal']);

/** Errors in the services' logs. */
export function loggedErrors(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const read = logLine.safeParse(JSON.parse(line));
    return read.success && grave.has(read.data.level) ? [line] : [];
  });
}
