import Typography from '@mui/material/Typography';
import { wholeNumber } from '@crm/contracts/fields/number-kinds.js';
import { changeRetention, periodChange, type RetentionPeriod } from '@crm/contracts/http/retention.js';
import { fieldErrors } from '../../fields/field-errors.js';
import { FieldsDialog } from '../../fields/FieldsDialog.js';
import type { CallInput } from '../../http/call-endpoint.js';
import { useRetentionMessages } from '../../i18n/retention.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { localise } from '../../i18n/language.js';

interface Props {
  period: RetentionPeriod;
  onChanged: () => void;
  onClose: () => void;
}

/** Sets the period of a class, never below the law's own. */
export function PeriodDialog({ period, onChanged, onClose }: Props) {
  const translate = useRetentionMessages();
  const showAnswer = useShowAnswer();
  const { id, title, years, min_years, source } = period;
  const changing = useVerb(
    (provider, input: CallInput<typeof changeRetention>) => provider.call(changeRetention, input),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        onChanged();
        onClose();
      },
    },
  );
  const least = translate('crm.retention.least', { smart_count: min_years, source });
  const schema = periodChange.refine((change) => change.years >= min_years, {
    path: ['years'],
    message: least,
  });
  return (
    <FieldsDialog
      width={400}
      title={translate('crm.retention.changeTitle')}
      subtitle={localise(title)}
      fields={{
        years: wholeNumber({
          label: translate('crm.retention.yearsLabel'),
          min: 1,
          max: 99,
          required: true,
          example: years,
        }),
      }}
      initial={{ years: String(years) }}
      schema={schema}
      submit={translate('crm.retention.save')}
      isSaving={changing.isPending}
      onSave={(values) =>
        fieldErrors(changing.mutateAsync({ params: { id }, body: periodChange.parse(values) }))
      }
      onClose={onClose}
    >
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {least}
      </Typography>
    </FieldsDialog>
  );
}
