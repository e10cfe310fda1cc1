import { keptLeadEvents, snapshotLeads } from '@crm/contracts/http/rebuilding.js';
import type { StatsContext } from '../context.js';
import { keptTypes, newsOfKept } from '../leads/lead-updates.rules.js';
import { writeNews } from '../sets/ingest.js';

type Counting = Pick<StatsContext, 'services' | 'sets'>;

const patience = { asService: true, timeoutMs: 60_000 } as const;
const [eventsFrom, leadsFrom] = ['events:', 'leads:'];
const orStart = (after: string) => (after === '' ? undefined : after);

/** A page of history, from the events that leads stores permanently. */
async function takeEvents({ services, sets }: Counting, set: number, after: string): Promise<string> {
  const query = { types: keptTypes.join(','), after: orStart(after) };
  const { events, next } = await services.call(keptLeadEvents, { query }, patience);
  await writeNews(sets.set(set).rows, events.map(newsOfKept));
  return next === null ? leadsFrom : `${eventsFrom}${next}`;
}

/** A page of the current leads. */
async function takeLeads({ services, sets }: Counting, set: number, after: string): Promise<string | null> {
  const { leads, next } = await services.call(snapshotLeads, { query: { after: orStart(after) } }, patience);
  await writeNews(
    sets.set(set).rows,
    leads.map((summary) => ({ lead_id: summary.id, updates: [{ is: 'stated', summary }] })),
  );
  return next === null ? null : `${leadsFrom}${next}`;
}

/**
 * Counts a page into a set, for `buildProjection`: first every stored event, for the history, then every lead, for
 * the current state. Concurrent bus events go into the same rows, in any order.
 */
export function countPage(ctx: Counting, set: number, after: string | undefined): Promise<string | null> {
  if (after?.startsWith(leadsFrom)) return takeLeads(ctx, set, after.slice(leadsFrom.length));
  return takeEvents(ctx, set, after?.slice(eventsFrom.length) ?? '');
}
