import Typography from '@mui/material/Typography';
import { z } from 'zod';
import { choice } from '@crm/contracts/fields/choice-kinds.js';
import { date } from '@crm/contracts/fields/time-kinds.js';
import { plainDate } from '@crm/contracts/ids.js';
import { replayedState, replayWebhook, type Webhook } from '@crm/contracts/resources/webhook.js';
import { addDays, pacificDate, startOfPacificDay } from '@crm/contracts/time/pacific.js';
import { fieldErrors } from '../../fields/field-errors.js';
import { FieldsDialog } from '../../fields/FieldsDialog.js';
import type { CallInput } from '../../http/call-endpoint.js';
import { useWebhookMessages } from '../../i18n/webhooks.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';

const period = z.object({ from: plainDate, to: plainDate, which: replayedState });

/** Sends what a webhook was sent on some days again: Pacific days, both included. */
export function ReplayDialog({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const translate = useWebhookMessages();
  const showAnswer = useShowAnswer();
  const replaying = useVerb(
    (provider, input: CallInput<typeof replayWebhook>) => provider.call(replayWebhook, input),
    {
      onSuccess: ({ more, status, message }) => {
        showAnswer(
          more ? { status: 'warning', message: translate('crm.webhooks.more') } : { status, message },
        );
        onClose();
      },
    },
  );
  const today = pacificDate(new Date());
  const fields = {
    from: date({ label: translate('crm.webhooks.from'), required: true, example: today }),
    to: date({ label: translate('crm.webhooks.to'), required: true, example: today }),
    which: choice({
      label: translate('crm.webhooks.which'),
      of: [
        { id: 'failed', name: translate('crm.webhooks.onlyFailed') },
        { id: 'all', name: translate('crm.webhooks.all') },
      ],
      required: true,
      example: 'failed',
    }),
  };
  return (
    <FieldsDialog
      width={400}
      title={translate('crm.webhooks.replayTitle')}
      subtitle={name}
      fields={fields}
      initial={{ from: fields.from.typed.ofWire(today), to: fields.to.typed.ofWire(today), which: 'failed' }}
      schema={period.refine(({ from, to }) => from <= to, {
        path: ['to'],
        message: translate('crm.webhooks.wrongPeriod'),
      })}
      submit={translate('crm.webhooks.replayNow')}
      isSaving={replaying.isPending}
      onSave={(values) => {
        const { from, to, which } = period.parse(values);
        const body = {
          from: startOfPacificDay(from).toISOString(),
          to: startOfPacificDay(addDays(to, 1)).toISOString(),
          which,
        };
        return fieldErrors(replaying.mutateAsync({ params: { id }, body }));
      }}
      onClose={onClose}
    >
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {translate('crm.webhooks.replayText')}
      </Typography>
    </FieldsDialog>
  );
}
