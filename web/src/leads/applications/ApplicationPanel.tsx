import { useState } from 'react';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import LaunchOutlined from '@mui/icons-material/LaunchOutlined';
import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { PortalEntry } from '@crm/contracts/reference/reference-list.js';
import { byText } from '@crm/contracts/reference/reference-list.rules.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { EmptyState } from '../../controls/EmptyState.js';
import { useCarrierMessages } from '../../i18n/carriers.en.js';
import { useReferenceEntries } from '../../reference/useReferenceList.js';

/** The portals where a policy is applied for, by name: each a link or instructions (rule L36). */
export default function ApplicationPanel() {
  const translate = useCarrierMessages();
  const portals = byText(useReferenceEntries('portals').filter(({ active }) => active));
  const [read, setRead] = useState<PortalEntry>();
  if (portals.length === 0) {
    return (
      <EmptyState
        icon={<ListAltOutlined />}
        title={translate('crm.application.none')}
        text={translate('crm.application.noneText')}
      />
    );
  }
  return (
    <Box sx={{ px: 2.5, py: 2 }}>
      <Typography variant="subtitle2" component="h2">
        {translate('crm.application.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {translate('crm.application.text')}
      </Typography>
      <Box
        component="ul"
        aria-label={translate('crm.application.title')}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(232px, 1fr))',
          gap: 1,
          listStyle: 'none',
          m: 0,
          p: 0,
        }}
      >
        {portals.map((portal) => (
          <li key={portal.code}>
            <Portal
              portal={portal}
              onRead={() => {
                setRead(portal);
              }}
            />
          </li>
        ))}
      </Box>
      {read && (
        <Instructions
          portal={read}
          onClose={() => {
            setRead(undefined);
          }}
        />
      )}
    </Box>
  );
}

const wide = { width: '100%', minHeight: 40, justifyContent: 'space-between', textAlign: 'left' } as const;

function Portal({ portal, onRead }: { portal: PortalEntry; onRead: () => void }) {
  const translate = useCarrierMessages();
  const { text: name } = portal;
  return portal.kind === 'link' ? (
    <Button
      variant="outlined"
      href={portal.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={translate('crm.application.opensAnew', { name })}
      endIcon={<LaunchOutlined />}
      sx={wide}
    >
      {name}
    </Button>
  ) : (
    <Button
      variant="outlined"
      aria-haspopup="dialog"
      endIcon={<DescriptionOutlined titleAccess={translate('crm.application.instructions')} />}
      onClick={onRead}
      sx={wide}
    >
      {name}
    </Button>
  );
}

function Instructions({ portal, onClose }: { portal: PortalEntry; onClose: () => void }) {
  const translate = useCarrierMessages();
  return (
    <DialogFrame
      open
      title={portal.text}
      subtitle={translate('crm.application.instructions')}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {translate('crm.action.close')}
        </Button>
      }
    >
      <Box
        sx={(theme) => ({
          ...theme.typography.body1,
          '& p, & ul, & ol': { mt: 0, mb: 1.5 },
          '& li': { mb: 0.75 },
          '& a': { color: 'primary.main' },
        })}
        // Sanitised by the server before it was stored.
        dangerouslySetInnerHTML={{ __html: portal.instructions }}
      />
    </DialogFrame>
  );
}
