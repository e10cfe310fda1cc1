import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { DiallerState } from '@crm/contracts/entities/telephony.js';
import { changeUserStatus } from '@crm/contracts/http/auth.js';
import { getDialler } from '@crm/contracts/http/calling.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useVerb, useVerbs } from '../providers/useVerb.js';
import { useCurrentUser, useSession } from '../session/SessionContext.js';

export const diallerKey = ['dialler'] as const;

/** How the guide's dialler stands. */
export function useDialler() {
  return useVerbQuery<DiallerState>({
    key: diallerKey,
    ask: (provider, signal) => provider.call(getDialler, { signal }),
    // Kept up by what this window does and hears; read again after a lost connection alone.
    staleTime: Infinity,
  });
}

const unknown: DiallerState = { on: false, run: null, call: null };

/** Notes what became known of the dialler, ahead of an answer that is older. */
export function useNoteDialler() {
  const client = useQueryClient();
  const session = useSession();
  return useCallback(
    (known: Partial<DiallerState>) => {
      const before = client.getQueryData<DiallerState>(diallerKey);
      // The first answer is still on its way, and says more.
      if (before === undefined && known.on === undefined) return;
      void client.cancelQueries({ queryKey: diallerKey });
      client.setQueryData<DiallerState>(diallerKey, { ...(before ?? unknown), ...known });
      if (known.on !== undefined) session.change({ AD_Status: known.on ? 1 : 0 });
    },
    [client, session],
  );
}

/** Reads anew how far the dialler is. Whether it is on this window knows best: it has just said so. */
export function useRefreshDialler() {
  const verbs = useVerbs();
  const note = useNoteDialler();
  return useCallback(async () => {
    try {
      const { run, call } = await verbs.call(getDialler, {});
      note({ run, call });
    } catch {
      // What is shown of the run is older then; the next call brings it up to date.
    }
  }, [verbs, note]);
}

/** Switches the dialler on or off, and keeps that at the server. */
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
