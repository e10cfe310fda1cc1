import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useEvent, useListContext } from 'react-admin';
import { typeNameOf, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { EventLeadRow, LeadRow } from '@crm/contracts/entities/lead.js';
import type { Throttle } from '../../lists/throttle.js';
import { useVerbs } from '../../providers/useVerb.js';
import { useServerEvent } from '../../realtime/useServerEvent.js';
import { useCurrentUser } from '../../session/SessionContext.js';
import { matchesFilter } from '../filters/lead-filters.rules.js';
import { useListFilter } from '../filters/useListFilter.js';
import { isBusyFor } from '../table/lead-row.rules.js';
import type { LiveRows } from '../../lists/useLiveList.js';
import { useLiveRows } from '../../lists/useLiveRows.js';
import {
  addRow,
  countArrival,
  patchFields,
  patchRow,
  removeRow,
  setTotal,
  shownRow,
  showsNewestFirst,
  type ListQuery,
} from './lead-cache.js';
import { takeLeadNews } from './lead-order.js';
import { useThrottled } from '../../lists/useThrottled.js';

/** The server is asked at most once in this time what changes came to; rows and the total are patched meanwhile. */
const recountGapMs = 5_000;
/** A page that lacks rows is read again sooner. */
const rereadGapMs = 2_000;

interface LiveLeads extends LiveRows {
  /** How many new leads wait to be shown, so that nothing moves under the reader. */
  waiting: number;
}

/**
 * Keeps the list around up to date with what other people do: changed rows are patched in place and flash, new ones slide
 * in on top unless somebody reads there, deleted ones go, and the totals follow.
 */
export function useLiveLeads(type: TypeId): LiveLeads {
  const { rows, isReading, flashes } = useLiveRows('leads');
  const client = useQueryClient();
  const verbs = useVerbs();
  const user = useCurrentUser();
  const list = useListContext<LeadRow>();
  const { page, perPage, sort, isFetching, selectedIds, onSelect } = list;
  const [waiting, setWaiting] = useState<readonly EventLeadRow[]>([]);
  const counted = useRef(new Set<string>());

  const { params: listFilter } = useListFilter();
  const query: ListQuery = { pagination: { page, perPage }, sort, filter: listFilter };
  const isTop = showsNewestFirst(query);
  // While the page is being read from the server its answer would sweep a row away again.
  const slidesIn = isTop && !isReading && !isFetching;
  // What a page by last change shows, or is older than what it begins with, has been read with it.
  const newest = isTop ? (list.data?.[0]?.updatedAt ?? '') : '';
  const fresh = waiting.filter(
    (row) =>
      matchesFilter(row, listFilter) &&
      row.updatedAt >= newest &&
      !(isTop && list.data?.some(({ id }) => id === row.id)),
  );

  const recount = useThrottled(recountGapMs, async () => {
    void client.invalidateQueries({ queryKey: ['leads', 'counts'] });
    const asked = listFilter;
    const { total } = await verbs.getList('leads', {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'updatedAt', order: 'DESC' },
      filter: asked,
    });
    if (total !== undefined) setTotal(client, 'leads', asked, total);
  });
  const reread = useThrottled(rereadGapMs, async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['leads', 'getList'] }),
      client.invalidateQueries({ queryKey: ['leads', 'counts'] }),
    ]);
  });

  /** What this window does itself shows at once; its echo comes while it is still under way. */
  const inTime = ({ soon, now }: Pick<Throttle, 'soon' | 'now'>) => {
    if (client.isMutating() > 0) now();
    else soon();
  };
  const rereadSoon = () => {
    inTime(reread);
  };
  const recountSoon = () => {
    // What leads wait for is told by no row.
    inTime(listFilter.waiting === undefined ? recount : reread);
  };

  const arrive = (row: EventLeadRow) => {
    if (slidesIn) {
      if (addRow(client, 'leads', row)) flashes.flash(row.id, 'new');
    } else {
      setWaiting((rows) => [row, ...rows.filter(({ id }) => id !== row.id)]);
    }
  };
  const release = (id: string) => {
    if (selectedIds.includes(id)) onSelect(selectedIds.filter((other) => other !== id));
  };

  /** Whether a row is news; an older one than what is known changes nothing. */
  const isNews = ({ id, version }: EventLeadRow) =>
    takeLeadNews(client, id, { version, isGone: false }, shownRow(client, 'leads', id));

  // Leads of nobody are an admin's to see in the table, whatever else the filter says.
  const isListed = (row: EventLeadRow) =>
    matchesFilter(row, listFilter) && (row.user_id !== 0 || user.role_id === roles.admin);

  useServerEvent('createLead', (row) => {
    if (!isNews(row)) return;
    if (counted.current.has(row.id)) return;
    counted.current.add(row.id);
    recountSoon();
    if (!isListed(row) || shownRow(client, 'leads', row.id)) return;
    countArrival(client, 'leads', row);
    arrive(row);
  });

  useServerEvent('updateLeads', (row) => {
    if (row.type_id !== type || !isNews(row)) return;
    const shown = shownRow(client, 'leads', row.id);
    const isChanged = patchRow(client, 'leads', row);
    setWaiting((rows) =>
      rows.map((known) => (known.id === row.id && row.version >= known.version ? row : known)),
    );
    if (isBusyFor(row, user.id)) release(row.id);
    // Taking and releasing a hold shows as such; only what was saved flashes.
    if (shown && isChanged && row.version > shown.version) flashes.flash(row.id, 'changed');
    if (shown && row.version === shown.version) return;
    recountSoon();
    // A lead that becomes an agent's own comes as a change. Where it stands elsewhere in the list, the top is its place too.
    const isNewest = row.updatedAt >= newest;
    if (!shown && user.role_id !== roles.admin && isNewest && isListed(row)) arrive(row);
  });

  useServerEvent('updatePremiumCarrier', ({ lead_id, premium_carrier, premium_price, version }) => {
    const shown = shownRow(client, 'leads', lead_id);
    if (!takeLeadNews(client, lead_id, { version, isGone: false }, shown)) return;
    if (patchFields(client, 'leads', lead_id, { premium_carrier, premium_price })) {
      flashes.flash(lead_id, 'changed');
    }
  });

  useServerEvent('deleteLead', ({ lead_id, version }) => {
    const shown = shownRow(client, 'leads', lead_id);
    if (!takeLeadNews(client, lead_id, { version, isGone: true }, shown)) return;
    // Should it come back it is counted anew.
    counted.current.delete(lead_id);
    release(lead_id);
    setWaiting((rows) => rows.filter(({ id }) => id !== lead_id));
    // The page is read again so that it fills up; a row that stood elsewhere changes the totals alone.
    if (removeRow(client, 'leads', lead_id)) rereadSoon();
    else recountSoon();
  });

  useServerEvent('leadsChanged', ({ type: changed }) => {
    if (changed === typeNameOf[type]) rereadSoon();
  });

  // What leads wait for changes with these, and no lead is told of then.
  useServerEvent('receiveMessage', recountSoon);
  useServerEvent('followupCreate', recountSoon);
  useServerEvent('followupUpdate', recountSoon);
  useServerEvent('followupDelete', recountSoon);
  // A call-back has become due.
  useServerEvent('followupNotification', recountSoon);

  // Once nobody reads there any more, what waited slides in.
  const slideIn = useEvent(() => {
    if (!slidesIn || waiting.length === 0) return;
    for (const row of [...fresh].reverse()) {
      if (addRow(client, 'leads', row)) flashes.flash(row.id, 'new');
    }
    setWaiting([]);
  });
  useEffect(slideIn, [slidesIn, waiting, slideIn]);

  return {
    rows,
    flashes,
    waiting: fresh.length,
    hasNew: fresh.length > 0,
    showNew: () => {
      for (const { id } of fresh) flashes.flash(id, 'new');
      setWaiting([]);
      if (!isTop) {
        list.setSort({ field: 'updatedAt', order: 'DESC' });
        list.setPage(1);
      }
      void list.refetch();
    },
  };
}
