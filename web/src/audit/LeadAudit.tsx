import { Suspense, useState } from 'react';
import ManageSearchOutlined from '@mui/icons-material/ManageSearchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { IconAction } from '../controls/IconAction.js';
import { useLeadAuditMessages } from '../i18n/lead-audit.en.js';
import { LinesSection } from '../controls/LinesSection.js';
import { lazyPart } from '../loading/lazy-part.js';
import { useRight } from '../session/SessionContext.js';

const LeadAuditDialog = lazyPart(() => import('./LeadAuditDialog.js'));

interface Props {
  lead: { id: string; fullname: string };
}

function useDialog({ lead }: Props) {
  const [isOpen, setOpen] = useState(false);
  const dialog = isOpen && (
    <Suspense>
      <LeadAuditDialog
        lead={lead}
        onClose={() => {
          setOpen(false);
        }}
      />
    </Suspense>
  );
  const open = () => {
    setOpen(true);
  };
  return { dialog, open };
}

/** The section of a lead from which it is seen who opened it. */
export function LeadAuditSection({ lead }: Props) {
  const translate = useLeadAuditMessages();
  const mayRead = useRight('page:audit');
  const { dialog, open } = useDialog({ lead });
  if (!mayRead) return null;
  return (
    <LinesSection title={translate('crm.leadAudit.section')} lines={[]}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {translate('crm.leadAudit.text')}
      </Typography>
      <Box>
        <Button variant="outlined" startIcon={<ManageSearchOutlined />} onClick={open}>
          {translate('crm.leadAudit.open')}
        </Button>
      </Box>
      {dialog}
    </LinesSection>
  );
}

/** The same as a button of a row. */
export function LeadAuditAction({ lead }: Props) {
  const translate = useLeadAuditMessages();
  const { dialog, open } = useDialog({ lead });
  return (
    <>
      <IconAction label={translate('crm.leadAudit.openOf', { name: lead.fullname })} onClick={open}>
        <ManageSearchOutlined />
      </IconAction>
      {dialog}
    </>
  );
}
