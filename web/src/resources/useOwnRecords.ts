import { useEffect, useMemo } from 'react';
import { useInfiniteGetList, type RaRecord } from 'react-admin';
import type { z } from 'zod';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { AnyResource } from '@crm/contracts/resources/define-resource.js';
import { useSubscribeToRecords } from '../providers/useSubscribe.js';
import { useCurrentUser } from '../session/SessionContext.js';

/** As many as a page may have. */
const perPage = 100;

/** All records of the signed-in user, in the order of the resource; kept as they are on the server. */
export function useOwnRecords<F extends Fields>(resource: AnyResource<F>) {
  const { id } = useCurrentUser();
  const [field, order] = resource.sort;
  const query = useInfiniteGetList<RaRecord>(
    resource.name,
    {
      sort: { field, order },
      pagination: { page: 1, perPage },
      filter: resource.owner === undefined ? {} : { [resource.owner]: [id] },
    },
    { staleTime: 60_000 },
  );
  const { data, isError, refetch, hasNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage) void fetchNextPage();
  }, [hasNextPage, fetchNextPage, data]);
  useSubscribeToRecords(resource.name, () => void refetch());
  const { record } = resource;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  const records = useMemo(
    () => rows?.map((row): z.output<typeof record> => record.parse(row)),
    [rows, record],
  );
  return { rows, records, isError, refetch };
}
