import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEvent } from 'react-admin';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import { z } from 'zod';
import { leadImport, type ImportFilter, type LeadImport } from '@crm/contracts/entities/lead-import.js';
import { useVerbs } from '../providers/useVerb.js';
import { useConnectionState } from '../realtime/useConnectionState.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { isRunning, percentDone, withProgress } from './import-progress.rules.js';

export const importsKey = ['imports', 'latest'] as const;
/** Those that were cleared, and those from before the latest. */
export const earlierKey = ['imports', 'earlier'] as const;

const latest = z.array(leadImport);
/** How many imports are looked back on; nobody runs as many at once. */
const lookedBack = 20;

/** How often running imports are asked for besides their live events: without a connection the asking is all there is. */
const askEveryMs = { live: 15_000, otherwise: 3_000 };

/**
 * The latest imports that the user has not cleared, newest first, and how far they are: read once, carried on by live events, and read again where an
 * event cannot tell all. `onEnd` is told of each that ends meanwhile.
 */
export function useImports(onEnd: (ended: LeadImport) => void) {
  const client = useQueryClient();
  const verbs = useVerbs();
  const connection = useConnectionState();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();

  const query = useQuery<LeadImport[]>({
    queryKey: importsKey,
    queryFn: async ({ signal }) => {
      try {
        const { data } = await verbs.getList('imports', {
          pagination: { page: 1, perPage: lookedBack },
          sort: { field: 'createdAt', order: 'DESC' },
          filter: { cleared: false } satisfies ImportFilter,
          signal,
        });
        return latest.parse(data);
      } catch (error) {
        await logoutIfAccessDenied(error);
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(isRunning) === true && (connection === 'live' ? askEveryMs.live : askEveryMs.otherwise),
  });

  useServerEvent('importProgress', (event) => {
    const known = client.getQueryData<LeadImport[]>(importsKey)?.find(({ id }) => id === event.import_id);
    const next = known && withProgress(known, event);
    if (next && next !== known) {
      client.setQueryData<LeadImport[]>(importsKey, (all) =>
        all?.map((each) => (each === known ? next : each)),
      );
    }
    // Somebody else began it, its size is not known yet, or it is over: the server has the rest of the story.
    if (!next || (isRunning(next) && (event.done || percentDone(next) === undefined))) {
      void client.invalidateQueries({ queryKey: importsKey });
    }
  });

  const running = useRef(new Set<string>());
  const notifyEnd = useEvent(onEnd);
  useEffect(() => {
    const all = query.data ?? [];
    for (const each of all) if (running.current.has(each.id) && !isRunning(each)) notifyEnd(each);
    running.current = new Set(all.filter(isRunning).map(({ id }) => id));
  }, [query.data, notifyEnd]);

  return query;
}

/** Takes over what the server says of an import that was changed here. */
export function useImportChanged(): (after: LeadImport) => void {
  const client = useQueryClient();
  return (after) => {
    client.setQueryData<LeadImport[]>(importsKey, (all) =>
      all?.map((each) => (each.id === after.id ? after : each)),
    );
    void client.invalidateQueries({ queryKey: earlierKey });
  };
}

export type Imports = ReturnType<typeof useImports>;
