import type { QueryClient } from '@tanstack/react-query';
import type { OpenedLead } from '@crm/contracts/http/opened-lead.js';

/** How long what came with the hold counts as just read. */
const freshMs = 3_000;
/** How long a reader waits for it before it asks by itself. */
const patienceMs = 500;

interface Opening {
  /** What came with the hold; undefined where nothing did. */
  arriving: Promise<OpenedLead | undefined>;
  /** The parts that were asked for: each is given once, and what is asked for again is asked anew. */
  asked: Set<keyof OpenedLead>;
}

const openings = new WeakMap<QueryClient, Map<string, Opening>>();

function openingsOf(client: QueryClient): Map<string, Opening> {
  const known = openings.get(client);
  if (known) return known;
  const fresh = new Map<string, Opening>();
  openings.set(client, fresh);
  return fresh;
}

const inTime = (ms: number) =>
  new Promise<undefined>((resolve) =>
    setTimeout(() => {
      resolve(undefined);
    }, ms),
  );

/** Saves that what a lead's page shows is on its way, with the hold; `arriving` may fail, or bring nothing. */
export function saveOpening(
  client: QueryClient,
  leadId: string,
  arriving: Promise<OpenedLead | undefined>,
): void {
  const its = openingsOf(client);
  const opening: Opening = { arriving: arriving.catch(() => undefined), asked: new Set() };
  its.set(leadId, opening);
  void opening.arriving
    .then(() => inTime(freshMs))
    .then(() => {
      if (its.get(leadId) === opening) its.delete(leadId);
    });
}

/**
 * A part of what came with the hold of a lead; undefined where it did not, or not in time: then it is to be asked for. Whoever
 * asks again wants to know what changed since, and gets undefined, too.
 */
export async function openedPart<K extends keyof OpenedLead>(
  client: QueryClient,
  leadId: string,
  part: K,
): Promise<OpenedLead[K] | undefined> {
  // A page asks for its hold and for what it shows in the same moment, in either order.
  await Promise.resolve();
  const opening = openingsOf(client).get(leadId);
  if (opening === undefined || opening.asked.has(part)) return undefined;
  opening.asked.add(part);
  const opened = await Promise.race([opening.arriving, inTime(patienceMs)]);
  return opened?.[part];
}
