import { useQuery } from '@tanstack/react-query';
import { getRetention } from '@crm/contracts/http/retention.js';
import { legalHolds } from '@crm/contracts/resources/legal-hold.js';
import { useSubscribeToRecords } from '../../providers/useSubscribe.js';
import { useVerbs } from '../../providers/useVerb.js';
import { useLogoutIfAccessDenied } from '../../session/AccessDenied.js';

export const periodsKey = ['retention'] as const;

/** The retention periods and what waits for their end; read again when a hold is set or lifted. */
export function usePeriods() {
  const verbs = useVerbs();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const query = useQuery({
    queryKey: periodsKey,
    queryFn: async ({ signal }) => {
      try {
        return (await verbs.call(getRetention, { signal })).periods;
      } catch (error) {
        await logoutIfAccessDenied(error);
        throw error;
      }
    },
  });
  useSubscribeToRecords(legalHolds.name, () => void query.refetch());
  return query;
}
