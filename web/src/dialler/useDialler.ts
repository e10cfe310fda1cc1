import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { DiallerState } from '@crm/contracts/entities/telephony.js';
import { changeUserStatus } from '@crm/contracts/http/account.js';
import { getDialler } from '@crm/contracts/http/calling.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useVerb, useVerbs } from '../providers/useVerb.js';
import { useCurrentUser, useSession } from '../session/SessionContext.js';

export const diallerKey = ['dialler'] as const;

/** A dialler that is on has a call sooner than this, but for a guide whose device rings in vain. */
const missedAfterMs = 20_000;

/** The state of the guide's dialler. */
export function useDialler() {
  return useVerbQuery<DiallerState>({
    key: diallerKey,
    ask: (provider, signal) => provider.call(getDialler, { signal }),
    // Updated from this window's actions and live events; refetched after a reconnect, and while no call comes for so
    // long that an event may have been missed.
    staleTime: Infinity,
    refetchInterval: (data) => data?.on === true && data.call === null && missedAfterMs,
  });
}

const unknown: DiallerState = { on: false, run: null, call: null };

/** Merges newer knowledge into the cached state, overriding an older response. */
export function useNoteDialler() {
  const client = useQueryClient();
  const session = useSession();
  return useCallback(
    (known: Partial<DiallerState>) => {
      const before = client.getQueryData<DiallerState>(diallerKey);
      // The first response is still in flight and has more.
      if (before === undefined && known.on === undefined) return;
      void client.cancelQueries({ queryKey: diallerKey });
      client.setQueryData<DiallerState>(diallerKey, { ...(before ?? unknown), ...known });
      if (known.on !== undefined) session.change({ AD_Status: known.on ? 1 : 0 });
    },
    [client, session],
  );
}

/** Refetches the dialler's progress. Whether it is on is known best by this window, which has just set it. */
export function useRefreshDialler() {
  const verbs = useVerbs();
  const note = useNoteDialler();
  return useCallback(async () => {
    try {
      const { run, call } = await verbs.call(getDialler, {});
      note({ run, call });
    } catch {
      // The shown progress is stale then; the next call updates it.
    }
  }, [verbs, note]);
}

/** Switches the dialler on or off, also on the server. */
export function useDiallerSwitch() {
  const { id: user_id } = useCurrentUser();
  const note = useNoteDialler();
  return useVerb(
    (provider, on: boolean) =>
      provider.call(changeUserStatus, { body: { user_id, field: 'AD_status', status: on ? 1 : 0 } }),
    {
      onSuccess: (_answer, on) => {
        note({ on });
      },
    },
  );
}
