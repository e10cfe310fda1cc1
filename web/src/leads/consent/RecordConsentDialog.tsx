import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { consentKind } from '@crm/contracts/customers/consent.js';
import { contactPlace } from '@crm/contracts/customers/contact.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { choice } from '@crm/contracts/fields/choice-kinds.js';
import { choices } from '@crm/contracts/fields/several-kinds.js';
import { longText, text } from '@crm/contracts/fields/text-kinds.js';
import { date } from '@crm/contracts/fields/time-kinds.js';
import { recordConsent, recordedConsent } from '@crm/contracts/http/consents.js';
import { toShown } from '@crm/contracts/phone.js';
import { fieldErrors } from '../../fields/field-errors.js';
import { FieldsDialog } from '../../fields/FieldsDialog.js';
import { fromField, toField } from '../../controls/datetime-field.rules.js';
import type { CallInput } from '../../http/call-endpoint.js';
import { useConsentMessages } from '../../i18n/consent.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { belongingsKey } from '../lead/belongings.js';
import { permissionKey } from '../permission/useMayContact.js';
import { AgreedAtInput } from './AgreedAtInput.js';

/** What is typed, as the form has it: times by the clock of this computer. */
const typedConsent = z.object({
  kind: consentKind,
  channels: recordedConsent.shape.channels,
  places: recordedConsent.shape.places,
  at: z.string(),
  wording: z.string(),
  asked_by: z.string(),
  expires_on: z.iso.date().nullable(),
  seller: z.string(),
  note: z.string(),
});

/** Records a consent that the customer gave by phone, on paper or as a customer. */
export function RecordConsentDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const translate = useConsentMessages();
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const recording = useVerb(
    (provider, input: CallInput<typeof recordConsent>) => provider.call(recordConsent, input),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        void queries.invalidateQueries({ queryKey: belongingsKey(lead.id) });
        void queries.invalidateQueries({ queryKey: permissionKey(lead.id) });
        onClose();
      },
    },
  );
  const words = (
    name: 'kind' | 'channels' | 'places' | 'wording' | 'note' | 'seller' | 'askedBy' | 'expires',
  ) => translate(`crm.consent.form.${name}`);
  const has = contactPlace.options.filter((place) => lead[place] || (place === 'phone' && lead.phone_hidden));
  const fields = {
    kind: choice({
      label: words('kind'),
      of: consentKind.options.map((id) => ({ id, name: translate(`crm.consent.kind.${id}`) })),
      required: true,
      none: words('kind'),
      example: 'written',
    }),
    channels: choices({
      label: words('channels'),
      of: (['call', 'text', 'email'] as const).map((id) => ({
        id,
        name: translate(`crm.consent.channels.${id}`),
      })),
      none: words('channels'),
      example: ['call'],
    }),
    places: choices({
      label: words('places'),
      of: has.map((id) => ({
        id,
        name: lead[id] ? toShown(lead[id]) : translate(`crm.consent.form.${id}`),
      })),
      none: words('places'),
      example: ['phone'],
    }),
    at: text({ label: translate('crm.consent.form.at'), required: true, max: 40, example: '' }),
    wording: longText({
      label: words('wording'),
      help: translate('crm.consent.form.wordingHelp'),
      max: 5_000,
      example: '',
    }),
    asked_by: text({
      label: words('askedBy'),
      help: translate('crm.consent.form.askedByHelp'),
      max: 200,
      example: '',
    }),
    expires_on: date({ label: words('expires'), example: null }),
    seller: text({
      label: words('seller'),
      help: translate('crm.consent.form.sellerHelp'),
      max: 200,
      example: '',
    }),
    note: text({ label: words('note'), max: 1_000, example: '' }),
  };
  return (
    <FieldsDialog
      width={560}
      title={translate('crm.consent.recordTitle')}
      fields={fields}
      schema={typedConsent}
      initial={{ kind: 'oral', channels: ['call', 'text'], places: has.slice(0, 1), at: toField(new Date()) }}
      inputs={{ at: <AgreedAtInput /> }}
      submit={translate('crm.consent.recordNow')}
      isSaving={recording.isPending}
      onSave={(values) => {
        const { at: agreed, expires_on, ...typed } = typedConsent.parse(values);
        const at = fromField(agreed);
        if (at === undefined) return { at: translate('crm.consent.form.noTime') };
        const expires_at = expires_on === null ? null : new Date(`${expires_on}T23:59:59`).toISOString();
        return fieldErrors(
          recording.mutateAsync({
            params: { id: lead.id },
            body: { ...typed, at: at.toISOString(), expires_at },
          }),
        );
      }}
      onClose={onClose}
    />
  );
}
