import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { choice } from '@crm/contracts/fields/choice-kinds.js';
import { text } from '@crm/contracts/fields/text-kinds.js';
import { date } from '@crm/contracts/fields/time-kinds.js';
import { allowContact, overrideInput, type WayToCustomer } from '@crm/contracts/http/permission.js';
import { pacificDate, shownDate } from '@crm/contracts/time/pacific.js';
import { fieldErrors } from '../../fields/field-errors.js';
import { FieldsDialog } from '../../fields/FieldsDialog.js';
import { useContactOverrideMessages } from '../../i18n/contact-override.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { permissionKey } from './useMayContact.js';
import { localise } from '../../i18n/language.js';

const hours = ['1', '4', '24'] as const;

/** What is typed, as it is sent. */
const typed = z.object({
  ...overrideInput.pick({ reason: true, requested_on: true }).shape,
  channel: z.enum(['call', 'text']),
  hours: z.enum(hours),
});

/** An admin allows what the rules refuse, for one number and channel, by a dated request of the customer. */
export default function OverrideDialog({
  leadId,
  way,
  onClose,
}: {
  leadId: string;
  way: WayToCustomer;
  onClose: () => void;
}) {
  const translate = useContactOverrideMessages();
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const allowing = useVerb(
    (provider, { hours: count, ...given }: z.output<typeof typed>) =>
      provider.call(allowContact, {
        params: { id: leadId },
        body: { ...given, place: way.place, minutes: Number(count) * 60 },
      }),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        void queries.invalidateQueries({ queryKey: permissionKey(leadId) });
        onClose();
      },
    },
  );
  return (
    <FieldsDialog
      width={400}
      title={translate('crm.contact.allowTitle')}
      fields={{
        reason: text({ label: translate('crm.contact.reason'), max: 500, required: true, example: '' }),
        requested_on: date({
          label: translate('crm.contact.requestedOn'),
          required: true,
          example: '2026-11-19',
        }),
        channel: choice({
          label: translate('crm.contact.channel'),
          of: [
            { id: 'call', name: translate('crm.contact.calls') },
            { id: 'text', name: translate('crm.contact.texts') },
          ],
          required: true,
          example: 'call',
        }),
        hours: choice({
          label: translate('crm.contact.hours'),
          of: hours.map((id) => ({ id, name: translate('crm.contact.hour', { smart_count: Number(id) }) })),
          required: true,
          example: '1',
        }),
      }}
      schema={typed}
      initial={{ channel: way.channel, hours: '1', requested_on: shownDate(pacificDate(new Date())) }}
      submit={translate('crm.contact.allow')}
      isSaving={allowing.isPending}
      reasonOf={(values) =>
        typed.safeParse(values).success ? undefined : translate('crm.contact.reasonNeeded')
      }
      onSave={(values) => fieldErrors(allowing.mutateAsync(typed.parse(values)))}
      onClose={onClose}
    >
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {translate('crm.contact.allowText', { reason: localise(way.permission.sentence) })}
      </Typography>
    </FieldsDialog>
  );
}
