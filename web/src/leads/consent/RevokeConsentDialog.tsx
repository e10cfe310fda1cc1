import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ConsentEvent } from '@crm/contracts/customers/consent.js';
import { choices } from '@crm/contracts/fields/several-kinds.js';
import { text } from '@crm/contracts/fields/text-kinds.js';
import { recordedConsent, revokeConsent } from '@crm/contracts/http/consents.js';
import { fieldErrors } from '../../fields/field-errors.js';
import { FieldsDialog } from '../../fields/FieldsDialog.js';
import type { CallInput } from '../../http/call-endpoint.js';
import { useConsentMessages } from '../../i18n/consent.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { belongingsKey } from '../lead/belongings.js';
import { permissionKey } from '../permission/useMayContact.js';
import { revocableChannels } from './revocable-channels.rules.js';

const revocation = z.object({
  reason: z.string().trim().min(1).max(500),
  channels: recordedConsent.shape.channels,
});

interface Props {
  leadId: string;
  consent: ConsentEvent;
  onClose: () => void;
}

/** Records that the customer took a consent back, for all that is left of it or for some. */
export function RevokeConsentDialog({ leadId, consent, onClose }: Props) {
  const translate = useConsentMessages();
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const revoking = useVerb(
    (provider, input: CallInput<typeof revokeConsent>) => provider.call(revokeConsent, input),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        void queries.invalidateQueries({ queryKey: belongingsKey(leadId) });
        void queries.invalidateQueries({ queryKey: permissionKey(leadId) });
        onClose();
      },
    },
  );
  const left = revocableChannels(consent);
  return (
    <FieldsDialog
      width={400}
      title={translate('crm.consent.revokeTitle')}
      fields={{
        channels: choices({
          label: translate('crm.consent.revokeChannels'),
          of: left.map((id) => ({ id, name: translate(`crm.consent.channels.${id}`) })),
          none: translate('crm.consent.revokeChannels'),
          example: left,
        }),
        reason: text({ label: translate('crm.consent.reason'), max: 500, required: true, example: '' }),
      }}
      schema={revocation}
      initial={{ channels: left }}
      submit={translate('crm.consent.revokeNow')}
      submitColor="error"
      isSaving={revoking.isPending}
      onSave={(values) =>
        fieldErrors(
          revoking.mutateAsync({
            params: { id: leadId, consentId: consent.id },
            body: revocation.parse(values),
          }),
        )
      }
      onClose={onClose}
    >
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {translate('crm.consent.revokeText')}
      </Typography>
    </FieldsDialog>
  );
}
