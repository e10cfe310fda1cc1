import { readLeads } from '../leads/lead-list.js';
import { laterPart } from '../loading/lazy-part.js';
import type { ReadList } from '../providers/data-provider.js';

const later = laterPart(() => import('./paged-lists.js'));

const paged =
  (resource: keyof Awaited<ReturnType<typeof later>>['pagedLists']): ReadList =>
  async (params, server) =>
    (await later()).pagedLists[resource](params, server);

/** The lists whose calls the specification fixes in a shape of their own; all others are read in the resource dialect. */
export const listCalls: Readonly<Record<string, ReadList>> = {
  leads: readLeads,
  audit: paged('audit'),
  'raw-leads': paged('raw-leads'),
  'guide-leads': paged('guide-leads'),
  records: paged('records'),
  'missed-calls': paged('missed-calls'),
  conversations: paged('conversations'),
  'follow-ups': paged('follow-ups'),
  statistic: paged('statistic'),
  deals: paged('deals'),
};
