import CloseOutlined from '@mui/icons-material/CloseOutlined';
import OpenInFullOutlined from '@mui/icons-material/OpenInFullOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { Clip } from '../controls/Clip.js';
import { IconAction } from '../controls/IconAction.js';
import { Kbd } from '../controls/Kbd.js';
import { SideDrawer } from '../controls/SideDrawer.js';
import { usePeekMessages } from '../i18n/peek.en.js';
import { LocalTimeOfRow } from '../leads/permission/PhoneOfRow.js';
import { useRowPermission } from '../leads/permission/RowPermissions.js';
import { StatusChip } from '../leads/table/StatusChip.js';
import type { LeadColumn } from '../leads/table/lead-columns.js';
import { LeadSummary } from './LeadSummary.js';

interface Props {
  lead: LeadRow | undefined;
  columns: readonly LeadColumn[];
  onOpen: (id: string) => void;
  onClose: () => void;
}

const titleId = 'peek-title';
const width = 420;

/** A lead beside the list, read and not opened: nobody is kept from it, and nothing is owed. */
export default function PeekPanel({ lead, columns, onOpen, onClose }: Props) {
  const translate = usePeekMessages();
  return (
    <SideDrawer open={lead !== undefined} titleId={titleId} width={width} keepsFocus>
      {lead && (
        <>
          <Head lead={lead} onClose={onClose} />
          <Box
            tabIndex={0}
            role="region"
            aria-labelledby={titleId}
            sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 2, pb: 2 }}
          >
            <LeadSummary lead={lead} columns={columns} />
          </Box>
          <Box sx={{ p: 2, borderTop: 1, borderColor: 'border.subtle' }}>
            <Button
              fullWidth
              variant="contained"
              startIcon={<OpenInFullOutlined />}
              endIcon={<Kbd aria-hidden="true">{translate('crm.peek.enterKey')}</Kbd>}
              onClick={() => {
                onOpen(lead.id);
              }}
            >
              {translate('crm.peek.open')}
            </Button>
          </Box>
        </>
      )}
    </SideDrawer>
  );
}

function Head({ lead, onClose }: { lead: LeadRow; onClose: () => void }) {
  const translate = usePeekMessages();
  const permission = useRowPermission(lead.id);
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, px: 2, pt: 2, pb: 1.5 }}>
      {/* The focus stays on the row: whose preview it is now is read out. */}
      <Box sx={{ flex: 1, minWidth: 0 }} aria-live="polite">
        <Typography
          id={titleId}
          variant="h4"
          component="h2"
          aria-label={translate('crm.peek.label', { name: lead.fullname })}
        >
          <Clip text={lead.fullname} />
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 0.75, minHeight: 24 }}>
          <StatusChip status={lead.status} type={lead.type_id} />
          <Typography variant="body2" component="span" sx={{ minWidth: 0 }}>
            {permission && <LocalTimeOfRow permission={permission} />}
          </Typography>
        </Box>
      </Box>
      <IconAction label={translate('crm.peek.close')} onClick={onClose}>
        <CloseOutlined />
      </IconAction>
    </Box>
  );
}
