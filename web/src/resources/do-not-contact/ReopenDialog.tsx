import Box from '@mui/material/Box';
import type { DoNotContactEntry } from '@crm/contracts/resources/do-not-contact.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { ReasonDialog } from './ReasonDialog.js';
import { useDecide } from './useDecide.js';
import { Wording } from './Wording.js';

/** Opens again what a wording closed, with a reason, below all that was written. */
export function ReopenDialog({
  entry,
  name,
  onClose,
}: {
  entry: DoNotContactEntry;
  name: string;
  onClose: () => void;
}) {
  const translate = useContactRuleMessages();
  const deciding = useDecide(onClose);
  return (
    <ReasonDialog
      width={560}
      title={translate('crm.doNotContact.reopenTitle')}
      text={translate('crm.doNotContact.reopenText', { name })}
      submit={translate('crm.doNotContact.reopenNow')}
      isSaving={deciding.isPending}
      onSave={(reason) => deciding.mutateAsync({ entry, decision: 'reopen', ...reason })}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 1, mb: 2 }}>
        {entry.wordings.map((wording, index) => (
          <Wording key={index} wording={wording} isWhole />
        ))}
      </Box>
    </ReasonDialog>
  );
}
