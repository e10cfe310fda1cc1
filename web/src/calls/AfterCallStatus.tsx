import { useLead } from '../leads/lead-page/lead-query.js';
import StatusDialog from '../leads/lead-page/StatusDialog.js';
import { useLeadDeeds } from '../leads/lead-page/useLeadDeeds.js';

/** Asks how the lead stands once its call is over (account-and-shell section 4). */
export default function AfterCallStatus({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const { data: lead } = useLead(leadId);
  const { status, isOwed } = useLeadDeeds({ id: leadId }, onClose);
  if (!lead) return null;
  return (
    <StatusDialog
      lead={lead}
      completes={isOwed}
      isSaving={status.isPending}
      onSave={status.mutate}
      onClose={onClose}
    />
  );
}
