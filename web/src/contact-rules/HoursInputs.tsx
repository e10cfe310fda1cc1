import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { text } from '@crm/contracts/fields/kinds.js';
import { FieldInput } from '../fields/FieldInput.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { weekdayKeys, weekdays } from './closed-days.rules.js';

/** From when until when on each weekday; both empty where nobody may be contacted. */
export function HoursInputs() {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
      {weekdays.map((weekday, day) =>
        (['from', 'until'] as const).map((part) => (
          <FieldInput
            key={`${weekday} ${part}`}
            source={`hours.${String(day)}.${part}`}
            field={text({
              label: translate(`crm.contactRules.${part}`, { day: translate(weekdayKeys[weekday]) }),
              max: 5,
              example: '08:00',
            })}
          />
        )),
      )}
      <FormHelperText sx={{ gridColumn: '1 / -1', mt: 0 }}>
        {translate('crm.contactRules.timeHelp')}
      </FormHelperText>
    </Box>
  );
}
