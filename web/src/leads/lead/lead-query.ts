import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { restGetLead } from '@crm/contracts/http/leads.js';
import {
  eventLeadRow,
  lead as leadSchema,
  leadRowOf,
  type EventLead,
  type EventLeadRow,
  type Lead,
  type LeadRow,
} from '@crm/contracts/entities/lead.js';
import { holdOf, withNewestHold } from '@crm/contracts/leads/lead-order.rules.js';
import { isNotOlder, patchRow } from '../live/lead-cache.js';
import { openedPart } from './opening.js';
import { useVerbQuery } from '../../providers/useVerbQuery.js';

/** A whole lead is kept apart from react-admin's records: lists leave their short rows there. */
export const wholeLeadKey = (id: string) => ['leads', 'whole', id] as const;

/** What is done to a lead by this window is a mutation under this key, so that its echo is known as one's own. */
export const leadActionKey = (id: string) => ['leads', 'action', id] as const;

/** The lead of a page. */
export function useLead(id: string) {
  const client = useQueryClient();
  return useVerbQuery<Lead>({
    isKeptLive: true,
    key: wholeLeadKey(id),
    ask: async (provider, signal) => {
      const read =
        (await openedPart(client, id, 'lead')) ??
        (await provider.call(restGetLead, { params: { id }, signal }));
      // A live event may have overtaken the answer.
      const known = client.getQueryData<Lead>(wholeLeadKey(id));
      return known && !isNotOlder(read, known) ? known : read;
    },
  });
}

/**
 * Takes a whole lead into the cache, and its row into the lists that show it. An older one than is known is ignored:
 * answers whether it was taken.
 */
export function cacheLead(client: QueryClient, lead: Lead): boolean {
  const known = client.getQueryData<Lead>(wholeLeadKey(lead.id));
  if (known && !isNotOlder(lead, known)) return false;
  client.setQueryData(wholeLeadKey(lead.id), withNewestHold(lead, known));
  patchRow(client, 'leads', leadRowOf(lead));
  return true;
}

/**
 * Takes a lead as an event told it into the cache: what events leave out stays as it is shown. Answers whether the rest has
 * to be read anew.
 */
export function cacheEventLead(client: QueryClient, told: EventLead): boolean {
  const known = client.getQueryData<Lead>(wholeLeadKey(told.id));
  patchRow(client, 'leads', eventLeadRow.parse(told));
  if (known === undefined) return true;
  if (!isNotOlder(told, known)) return false;
  client.setQueryData(wholeLeadKey(told.id), withNewestHold(leadSchema.parse({ ...known, ...told }), known));
  return told.version > known.version;
}

/** Takes into the lead that is shown who has it open, as its row says. */
export function cacheHold(client: QueryClient, row: EventLeadRow): void {
  client.setQueryData<Lead>(wholeLeadKey(row.id), (known) => known && withNewestHold(known, holdOf(row)));
}

/** Takes a saved row into the lead that is shown, and reads the rest of it anew: a row is not the whole lead. */
export function cacheRow(client: QueryClient, row: LeadRow): void {
  client.setQueryData<Lead>(wholeLeadKey(row.id), (known) =>
    known && isNotOlder(row, known) ? leadSchema.parse({ ...known, ...row }) : known,
  );
  patchRow(client, 'leads', row);
  void client.invalidateQueries({ queryKey: wholeLeadKey(row.id) });
}
