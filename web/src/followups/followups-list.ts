import { followupColumns, followupFilter } from '@crm/contracts/entities/followup.js';
import { filterFollowups } from '@crm/contracts/http/followups.js';
import { id } from '@crm/contracts/ids.js';
import { z } from 'zod';
import { callEndpoint } from '../http/call-endpoint.js';
import type { ReadList } from '../providers/data-provider.js';

const followupSort = z.object({ field: z.enum(followupColumns), order: z.enum(['ASC', 'DESC']) });

/** Reads a page of the follow-ups in the name of the user, whom the page puts into the filter beside what is picked. */
export const readFollowups: ReadList = async ({ pagination, sort, filter, signal }, { http }) => {
  const rest: unknown = filter;
  const { asker, ...picked } = z.looseObject({ asker: id }).parse(rest);
  const order = followupSort.safeParse(sort).data;
  const { followups, totalCount } = await callEndpoint(http, filterFollowups, {
    body: {
      // From the address or the browser's storage: what does not fit counts as not picked.
      params: followupFilter.safeParse(picked).data ?? {},
      user_id: asker,
      limit: pagination?.perPage ?? 20,
      page: pagination?.page ?? 1,
      ...(order && { sort: order }),
    },
    ...(signal && { signal }),
  });
  return { data: followups, total: totalCount };
};
