import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { useWords } from '../i18n/useWords.js';
import { weekdayKeys, weekdays } from './closed-days.rules.js';
import type { RuleForm } from './rule-form.rules.js';

interface Props {
  hours: RuleForm['hours'];
  /** By dotted path in the rule. */
  errors: Readonly<Record<string, string>>;
  onChange: (hours: RuleForm['hours']) => void;
}

/** From when until when on each weekday; both empty where nobody may be contacted. */
export function HoursFields({ hours, errors, onChange }: Props) {
  const words = useWords();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
      {weekdays.map((weekday, day) =>
        (['from', 'until'] as const).map((part) => {
          const error = errors[`hours.${String(day)}.${part}`];
          return (
            <TextField
              key={`${weekday} ${part}`}
              size="small"
              label={words(`crm.contactRules.${part}`, { day: words(weekdayKeys[weekday]) })}
              value={hours[day]?.[part] ?? ''}
              error={error !== undefined}
              helperText={error}
              onChange={({ target }) => {
                onChange(
                  hours.map((open, index) => (index === day ? { ...open, [part]: target.value } : open)),
                );
              }}
            />
          );
        }),
      )}
      <FormHelperText sx={{ gridColumn: '1 / -1', mt: 0 }}>
        {words('crm.contactRules.timeHelp')}
      </FormHelperText>
    </Box>
  );
}
