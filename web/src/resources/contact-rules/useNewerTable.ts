import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import { contactRuleTable } from '@crm/contracts/http/contact-rule-table.js';
import { contactRules } from '@crm/contracts/resources/contact-rule.js';
import { useSubscribeToRecords } from '../../providers/useSubscribe.js';
import { useVerbs } from '../../providers/useVerb.js';
import { useLogoutIfAccessDenied } from '../../session/AccessDenied.js';

export type OfferedTable = AnswerOf<typeof contactRuleTable>;

/** The newer table of rules; undefined where there is none, or while nobody knows. */
export function useNewerTable(): { table: OfferedTable | undefined; reread: () => void } {
  const verbs = useVerbs();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const { data, refetch } = useQuery({
    queryKey: ['contact-rule-table'],
    queryFn: async ({ signal }) => {
      try {
        return await verbs.call(contactRuleTable, { signal });
      } catch (error) {
        await logoutIfAccessDenied(error);
        throw error;
      }
    },
  });
  const reread = () => void refetch();
  // Another admin adopts them too.
  useSubscribeToRecords(contactRules.name, reread);
  return { table: data !== undefined && data.rows.length > 0 ? data : undefined, reread };
}
