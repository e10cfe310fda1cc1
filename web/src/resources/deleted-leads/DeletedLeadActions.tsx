import { useState } from 'react';
import RestoreFromTrashOutlined from '@mui/icons-material/RestoreFromTrashOutlined';
import type { DeletedLead } from '@crm/contracts/resources/deleted-lead.js';
import { LeadAuditAction } from '../../audit/LeadAudit.js';
import { IconAction } from '../../controls/IconAction.js';
import { EvidenceAction } from '../../evidence/EvidenceAction.js';
import { useRetentionMessages } from '../../i18n/retention.en.js';
import { RestoreDialog } from './RestoreDialog.js';

/** What is done with a deleted lead: who opened it, an evidence pack, and restoring it unless the person asked for erasure. */
export function DeletedLeadActions({ lead }: { lead: DeletedLead }) {
  const translate = useRetentionMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <LeadAuditAction lead={lead} />
      <EvidenceAction subject={{ lead_id: lead.id }} name={lead.fullname} />
      {lead.restricted === 0 && (
        <IconAction
          label={translate('crm.deletedLeads.restore', { name: lead.fullname })}
          onClick={() => {
            setOpen(true);
          }}
        >
          <RestoreFromTrashOutlined />
        </IconAction>
      )}
      {isOpen && (
        <RestoreDialog
          lead={lead}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
