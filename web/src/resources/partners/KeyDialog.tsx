import { useState } from 'react';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Partner } from '@crm/contracts/resources/partner.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { usePartnerWords } from '../../i18n/partners.en.js';

/** Shows a key, this once. */
export function KeyDialog({
  partner,
  secret,
  onClose,
}: {
  partner: Partner;
  secret: string;
  onClose: () => void;
}) {
  const words = usePartnerWords();
  const [isCopied, setCopied] = useState(false);
  const address = `/api/intake/${partner.sources[0] ?? ''}`;
  return (
    <DialogFrame
      open
      width={560}
      persistent
      title={words('crm.partners.keyTitle', { name: partner.name })}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {words('crm.action.close')}
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {words('crm.partners.keyText', { address })}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'end' }}>
        <TextField
          fullWidth
          label={words('crm.partners.keyLabel')}
          value={secret}
          onFocus={({ target }) => {
            target.select();
          }}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
        <Button
          variant="outlined"
          startIcon={<ContentCopyOutlined />}
          onClick={() => {
            void navigator.clipboard.writeText(secret).then(() => {
              setCopied(true);
            });
          }}
        >
          {words(isCopied ? 'crm.partners.copied' : 'crm.partners.copy')}
        </Button>
      </Box>
    </DialogFrame>
  );
}
