import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { weekdays } from '@crm/contracts/closed-days.js';
import { text } from '@crm/contracts/fields/text-kinds.js';
import { FieldInput } from '../../fields/FieldInput.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';

/** From when until when on each weekday; `help` says what it means where both are empty. */
export function HoursInputs({ help }: { help?: string }) {
  const translate = useContactRuleMessages();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
      {weekdays.map(({ value, text: name }, day) =>
        (['from', 'until'] as const).map((part) => (
          <FieldInput
            key={`${value} ${part}`}
            source={`hours.${String(day)}.${part}`}
            field={text({
              label: translate(`crm.contactRules.${part}`, { day: name }),
              max: 5,
              example: '08:00',
            })}
          />
        )),
      )}
      <FormHelperText sx={{ gridColumn: '1 / -1', mt: 0 }}>
        {help ?? translate('crm.contactRules.timeHelp')}
      </FormHelperText>
    </Box>
  );
}
