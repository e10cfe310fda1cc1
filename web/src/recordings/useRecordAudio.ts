import { useCallback } from 'react';
import { getRecord } from '@crm/contracts/http/recordings.js';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import { useVerbs } from '../providers/useVerb.js';

/** Requests a fresh URL of a recorded call. */
export function useRecordAudio(): (id: string) => Promise<string> {
  const verbs = useVerbs();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  return useCallback(
    async (id) => {
      try {
        const { record } = await verbs.call(getRecord, { params: { id } });
        return record.url;
      } catch (error) {
        await logoutIfAccessDenied(error);
        throw error;
      }
    },
    [verbs, logoutIfAccessDenied],
  );
}
