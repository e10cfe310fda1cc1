import { useCalling } from '../calling/calling.js';
import { useLead } from '../leads/lead/lead-query.js';
import StatusDialog from '../leads/lead/StatusDialog.js';
import { useLeadActions } from '../leads/lead/useLeadActions.js';

/** Asks for the lead's status after its call (rule C3). */
export default function AfterCallStatus({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const { data: lead } = useLead(leadId);
  const { optedOutLead } = useCalling();
  const { status, isOwed } = useLeadActions({ id: leadId }, onClose);
  if (!lead) return null;
  return (
    <StatusDialog
      lead={lead}
      {...(optedOutLead === leadId && { proposed: 'doNotCall' })}
      completes={isOwed}
      isSaving={status.isPending}
      onSave={status.mutate}
      onClose={onClose}
    />
  );
}
