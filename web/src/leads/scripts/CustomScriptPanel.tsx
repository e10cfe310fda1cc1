import { useState } from 'react';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNavigate } from '../../routing/NavigateProvider.js';
import { scripts } from '@crm/contracts/resources/script.js';
import { useScriptMessages } from '../../i18n/scripts.en.js';
import { DeleteRecordDialog } from '../../resources/DeleteRecordDialog.js';
import { EditDialog } from '../../resources/ResourceDialog.js';
import { useOwnRecords } from '../../resources/useOwnRecords.js';
import type { LeadPanelProps } from '../lead/lead-tab.js';
import { scriptOfTab } from './script-tab-key.js';
import { useScriptView } from './useScriptView.js';

/** A script that the agent wrote: to read, and to change or delete (rule L31). */
export default function CustomScriptPanel({ lead, tab }: LeadPanelProps) {
  const translate = useScriptMessages();
  const navigate = useNavigate();
  const view = useScriptView();
  const { records } = useOwnRecords(scripts);
  const [doing, setDoing] = useState<'edit' | 'delete'>();
  const script = records?.find(({ id }) => id === scriptOfTab(tab));
  if (script === undefined) {
    return (
      <Typography sx={{ px: 2.5, py: 2 }} color="textSecondary">
        {translate('crm.script.custom.gone')}
      </Typography>
    );
  }

  const close = () => {
    setDoing(undefined);
  };
  if (doing === 'edit') return <EditDialog view={view} id={script.id} onClose={close} />;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, px: 2.5, pt: 1.25 }}>
        <Button
          size="small"
          color="inherit"
          startIcon={<EditOutlined />}
          onClick={() => {
            setDoing('edit');
          }}
        >
          {translate('crm.script.custom.edit')}
        </Button>
        <Button
          size="small"
          color="error"
          startIcon={<DeleteOutlined />}
          onClick={() => {
            setDoing('delete');
          }}
        >
          {translate('crm.script.custom.delete')}
        </Button>
      </Box>
      <Box
        tabIndex={0}
        sx={(theme) => ({
          ...theme.typography.script,
          flex: 1,
          minHeight: 0,
          overflow: 'auto',
          px: 2.5,
          pb: 2,
          '& > *': { maxWidth: { xs: 640, xl: 720 } },
          '& p, & ul, & ol, & blockquote': { mt: 0, mb: 1.5 },
          '& h1, & h2, & h3': { ...theme.typography.h4, mt: 1, mb: 1 },
          '& blockquote': {
            mx: 0,
            px: 2,
            py: 1,
            borderLeft: `3px solid ${theme.palette.primary.main}`,
            backgroundColor: theme.palette.brand.tint,
          },
          overflowWrap: 'anywhere',
        })}
        // The server lets nothing into it but text and its format.
        dangerouslySetInnerHTML={{ __html: script.html }}
      />
      {doing === 'delete' && (
        <DeleteRecordDialog
          view={view}
          row={script}
          onClose={close}
          onDeleted={() => void navigate(`/lead/${lead.id}/script`)}
        />
      )}
    </Box>
  );
}
