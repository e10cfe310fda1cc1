import { createContext, useContext, useEffect, useMemo, useRef, type PropsWithChildren } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { permissionOfRows, type RowPermission } from '@crm/contracts/http/permission.js';
import { useThrottled } from '../../lists/useThrottled.js';
import { useVerbQuery } from '../../providers/useVerbQuery.js';
import { useFreshPermission } from './useFreshPermission.js';

/** Others contact the same customers. */
const staleMs = 60_000;
/** What others do to the rows is asked about once in this time at most. */
const askAgainGapMs = 2_000;

const key = ['leads', 'rowPermissions'] as const;

interface Known {
  leads: ReadonlyMap<string, RowPermission>;
  /** Whether an answer about rows that are not known is on its way. */
  isComing: boolean;
}

const KnownContext = createContext<Known>({ leads: new Map(), isComing: false });

/** How the lead of a row may be contacted now; undefined where that is not known. */
export const useRowPermission = (id: string): RowPermission | undefined =>
  useContext(KnownContext).leads.get(id);

/** Whether that will be known in a moment: its place is kept until then. */
export const useIsPermissionComing = (): boolean => useContext(KnownContext).isComing;

/** The same for the leads of the list's page. */
export function RowPermissions({ children }: PropsWithChildren) {
  const { data: rows = [] } = useListContext<LeadRow>();
  return <PermissionsOf rows={rows}>{children}</PermissionsOf>;
}

/**
 * Asks how leads may be contacted: all of them by one call once the rows are there, so that no row
 * waits for it. Asked again where a row changes, somebody opts out, the clock opens or closes one, and after a call.
 */
export function PermissionsOf({ rows, children }: PropsWithChildren<{ rows: readonly LeadRow[] }>) {
  const queries = useQueryClient();
  const ids = rows.map(({ id }) => id).sort();
  const { data, isError, isPlaceholderData, errorUpdateCount, fetchStatus } = useVerbQuery({
    key: [...key, ids],
    ask: (provider, signal) => provider.call(permissionOfRows, { body: { ids }, signal }),
    enabled: ids.length > 0,
    staleTime: staleMs,
    refetchOnWindowFocus: true,
    keepsPrevious: true,
  });
  const { soon } = useThrottled(askAgainGapMs, () => queries.invalidateQueries({ queryKey: key }));

  // A new version may have another status, number or place; new rows are asked about in any case.
  const versions = rows.map(({ id, version }) => `${id} ${String(version)}`).join();
  const asked = useRef({ ids: ids.join(), versions });
  useEffect(() => {
    const before = asked.current;
    asked.current = { ids: ids.join(), versions };
    if (before.ids === asked.current.ids && before.versions !== versions) soon();
  });
  // The first of the rows to change is as good as all of them: all are asked about.
  const [changes_at = null] = (data?.leads ?? []).flatMap((each) => each.changes_at ?? []).sort();
  useFreshPermission(data && { as_of: data.as_of, changes_at }, soon);

  // What failed once is asked for again now and then: no row moves with each attempt.
  const isComing =
    (data === undefined || isPlaceholderData) && errorUpdateCount === 0 && fetchStatus !== 'paused';
  const known = useMemo(
    () => ({ leads: new Map(isError ? [] : data?.leads.map((each) => [each.id, each] as const)), isComing }),
    [data, isError, isComing],
  );
  return <KnownContext value={known}>{children}</KnownContext>;
}
