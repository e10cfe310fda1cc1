import { useState } from 'react';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Partner } from '@crm/contracts/resources/partner.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { localeTag } from '../../i18n/language.js';
import { usePartnerMessages } from '../../i18n/partners.en.js';

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
  const translate = usePartnerMessages();
  const [isCopied, setCopied] = useState(false);
  const addresses = new Intl.ListFormat(localeTag(), { type: 'disjunction' }).format(
    partner.sources.map((source) => `/api/intake/${source}`),
  );
  return (
    <DialogFrame
      open
      width={560}
      persistent
      title={translate('crm.partners.keyTitle', { name: partner.name })}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {translate('crm.action.close')}
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {translate('crm.partners.keyText', { addresses })}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'end' }}>
        <TextField
          fullWidth
          label={translate('crm.partners.keyLabel')}
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
          {translate(isCopied ? 'crm.partners.copied' : 'crm.partners.copy')}
        </Button>
      </Box>
    </DialogFrame>
  );
}
