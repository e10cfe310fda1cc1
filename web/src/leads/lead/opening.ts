import type { QueryClient } from '@tanstack/react-query';
import type { OpenedLead } from '@crm/contracts/http/opened-lead.js';

/** How long what came with the hold counts as just read. */
const freshMs = 3_000;
/** How long a reader waits for it before it asks by itself. */
const patienceMs = 500;

/** What is left of an opening: each part is read once, and what nobody reads soon is too old. */
type Left = Partial<OpenedLead>;

const openings = new WeakMap<QueryClient, Map<string, Promise<Left>>>();

function openingsOf(client: QueryClient): Map<string, Promise<Left>> {
  const known = openings.get(client);
  if (known) return known;
  const fresh = new Map<string, Promise<Left>>();
  openings.set(client, fresh);
  return fresh;
}

const inTime = (ms: number) => new Promise<Left>((resolve) => setTimeout(resolve, ms, {}));

/** Saves that what a lead's page shows is on its way, with the hold; `arriving` may fail, or bring nothing. */
export function saveOpening(
  client: QueryClient,
  leadId: string,
  arriving: Promise<OpenedLead | undefined>,
): void {
  const its = openingsOf(client);
  const opening = arriving.then(
    (opened): Left => opened ?? {},
    (): Left => ({}),
  );
  its.set(leadId, opening);
  void opening
    .then(() => inTime(freshMs))
    .then(() => {
      if (its.get(leadId) === opening) its.delete(leadId);
    });
}

/** A part of what came with the hold of a lead; undefined where it did not, or not in time: then it is to be asked for. */
export async function openedPart<K extends keyof OpenedLead>(
  client: QueryClient,
  leadId: string,
  part: K,
): Promise<OpenedLead[K] | undefined> {
  // A page asks for its hold and for what it shows in the same moment, in either order.
  await Promise.resolve();
  const opening = openingsOf(client).get(leadId);
  if (opening === undefined) return undefined;
  const left = await Promise.race([opening, inTime(patienceMs)]);
  const opened: OpenedLead[K] | undefined = left[part];
  delete left[part];
  return opened;
}
