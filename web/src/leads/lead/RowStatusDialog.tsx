import type { LeadRow } from '@crm/contracts/entities/lead.js';
import StatusDialog from './StatusDialog.js';
import { useLeadActions } from './useLeadActions.js';

/** The status of a lead that is not opened for it: in a run of the dialler nothing asks for it by itself. */
export default function RowStatusDialog({ lead, onClose }: { lead: LeadRow; onClose: () => void }) {
  const { status, isOwed } = useLeadActions(lead, onClose);
  return (
    <StatusDialog
      lead={lead}
      completes={isOwed}
      isSaving={status.isPending}
      onSave={(chosen) => {
        status.mutate({ status: chosen });
      }}
      onClose={onClose}
    />
  );
}
