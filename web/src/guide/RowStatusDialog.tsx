import type { LeadRow } from '@crm/contracts/entities/lead.js';
import StatusDialog from '../leads/lead-page/StatusDialog.js';
import { useLeadDeeds } from '../leads/lead-page/useLeadDeeds.js';

/** Changes the status of a lead from its row: in a run of the dialler nothing asks for it by itself. */
export default function RowStatusDialog({ lead, onClose }: { lead: LeadRow; onClose: () => void }) {
  const { status, isOwed } = useLeadDeeds(lead, onClose);
  return (
    <StatusDialog
      lead={lead}
      completes={isOwed}
      isSaving={status.isPending}
      onSave={(chosen) => {
        status.mutate(chosen);
      }}
      onClose={onClose}
    />
  );
}
