import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Partner } from '@crm/contracts/resources/partner.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { ShownOnce } from '../../controls/ShownOnce.js';
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
      <ShownOnce
        label={translate('crm.partners.keyLabel')}
        value={secret}
        copy={translate('crm.partners.copy')}
        copied={translate('crm.partners.copied')}
      />
    </DialogFrame>
  );
}
