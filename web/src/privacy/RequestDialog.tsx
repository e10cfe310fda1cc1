import Typography from '@mui/material/Typography';
import { useRefresh } from 'react-admin';
import type { PrivacyRequestKind } from '@crm/contracts/customers/privacy.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { flag } from '@crm/contracts/fields/choice-kinds.js';
import { text } from '@crm/contracts/fields/text-kinds.js';
import { makePrivacyRequest, privacyOrder, type Person } from '@crm/contracts/http/privacy.js';
import { privacyRequests } from '@crm/contracts/resources/privacy-request.js';
import { fieldErrors } from '../fields/field-errors.js';
import { FieldsDialog } from '../fields/FieldsDialog.js';
import { usePrivacyMessages } from '../i18n/privacy.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';

interface Props {
  kind: PrivacyRequestKind;
  person: Person;
  onClose: () => void;
  onMade: () => void;
}

const reasonLength = privacyRequests.fields.reason.max ?? 0;

/** The last word before a person's data is collected or erased: why, and what becomes of it. */
export function RequestDialog({ kind, person, onClose, onMade }: Props) {
  const translate = usePrivacyMessages();
  const showAnswer = useShowAnswer();
  const refresh = useRefresh();
  const making = useVerb(
    (provider, body: InputOf<typeof makePrivacyRequest>['body']) =>
      provider.call(makePrivacyRequest, { body }),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        refresh();
        onMade();
      },
    },
  );
  const isErasure = kind === 'erasure';
  return (
    <FieldsDialog
      width={560}
      persistent
      title={translate(isErasure ? 'crm.privacy.eraseTitle' : 'crm.privacy.exportTitle')}
      fields={{
        reason: text({
          label: translate('crm.privacy.reason'),
          max: reasonLength,
          required: true,
          example: '',
        }),
        never_contact: flag({ label: translate('crm.privacy.neverContact'), initially: 1, example: 1 }),
      }}
      shown={isErasure ? ['reason', 'never_contact'] : ['reason']}
      schema={privacyOrder}
      submit={translate(isErasure ? 'crm.privacy.eraseNow' : 'crm.privacy.exportNow')}
      submitColor={isErasure ? 'error' : undefined}
      isSaving={making.isPending}
      reasonOf={({ reason }) =>
        String(reason).trim() === '' ? translate('crm.privacy.noReason') : undefined
      }
      onSave={(values) => fieldErrors(making.mutateAsync({ kind, ...person, ...privacyOrder.parse(values) }))}
      onClose={onClose}
    >
      <Typography sx={{ mb: 1.5 }}>
        {translate('crm.privacy.chosen', { smart_count: person.lead_ids.length })}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {translate(isErasure ? 'crm.privacy.eraseText' : 'crm.privacy.exportText')}
      </Typography>
      {isErasure && (
        <Typography color="textSecondary" sx={{ mb: 1.5 }}>
          {translate('crm.privacy.eraseStays')}
        </Typography>
      )}
    </FieldsDialog>
  );
}
