import { defaultPriority } from '@crm/contracts/entities/followup.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useFollowupActions, useLeadFollowup } from './useFollowups.js';

/** Plans when to come back to a lead: its next follow-up is moved there, or one is made where there is none. */
export function usePlannedFollowup(lead: Lead) {
  const { data: known, isPending: isUnknown } = useLeadFollowup(lead.id);
  const { creation, change } = useFollowupActions(lead);
  return {
    /** Whether a follow-up stands is not yet known. */
    isUnknown,
    isSaving: creation.isPending || change.isPending,
    plan: async (at: Date) => {
      const datetime = at.toISOString();
      if (known) await change.mutateAsync({ known, planned: { datetime } });
      else await creation.mutateAsync({ datetime, description: '', priority: defaultPriority });
    },
  };
}
