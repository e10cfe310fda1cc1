import { useRef, useState } from 'react';
import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useInput } from 'react-admin';
import { z } from 'zod';
import {
  codeOf,
  holidays,
  placesInMonth,
  shownClosedDay,
  weekdays,
  type ClosedDay,
} from '@crm/contracts/closed-days.js';
import { months } from '@crm/contracts/codes/life-lists.js';
import { contactRules } from '@crm/contracts/resources/contact-rule.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { FilterChips } from '../../filters/FilterChips.js';
import { localise } from '../../i18n/language.js';
import { shownError } from '../../fields/shown-error.js';
const kinds = ['holiday', 'date', 'weekday'] as const;
const beginnings: Record<(typeof kinds)[number], ClosedDay> = {
  holiday: { kind: 'holiday', holiday: 'federal' },
  date: { kind: 'date', month: '01', day: '', year: '' },
  weekday: { kind: 'weekday', place: '1', weekday: 'mon', month: '01' },
};

/** Codes as the contract writes them. */
const codes = z.array(z.string());

/** The closed days of a rule in words, each to be taken away, and a picker for one more. */
export function ClosedDaysInput() {
  const translate = useContactRuleMessages();
  const { field, fieldState } = useInput({ source: 'closed_days' });
  const days = codes.parse(field.value);
  const error = shownError(fieldState.error);
  const onChange: (days: string[]) => void = field.onChange;
  const [chosen, setChosen] = useState<ClosedDay>(beginnings.holiday);
  const kindInput = useRef<HTMLInputElement>(null);
  const code = codeOf(chosen);
  const missing =
    code === undefined
      ? translate('crm.contactRules.noDay')
      : days.includes(code)
        ? translate('crm.contactRules.closedAlready', { day: localise(shownClosedDay(code)) })
        : undefined;
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <FormLabel component="legend">{contactRules.fields.closed_days.label}</FormLabel>
      {days.length === 0 && <FormHelperText>{translate('crm.contactRules.noClosedDays')}</FormHelperText>}
      <FilterChips
        groups={[
          days.map((day) => ({
            key: day,
            label: localise(shownClosedDay(day)),
            onRemove: () => {
              onChange(days.filter((other) => other !== day));
              // The chip goes with its button: whoever works by keyboard goes on from the picker.
              kindInput.current?.focus();
            },
          })),
        ]}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 1, mt: 1 }}>
        <TextField
          select
          size="small"
          label={translate('crm.contactRules.dayKind')}
          value={chosen.kind}
          inputRef={kindInput}
          onChange={({ target }) => {
            const kind = kinds.find((each) => each === target.value);
            if (kind) setChosen(beginnings[kind]);
          }}
          sx={{ width: 170 }}
        >
          {kinds.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {translate(`crm.contactRules.dayKinds.${kind}`)}
            </MenuItem>
          ))}
        </TextField>
        <DayPicker chosen={chosen} onChoose={setChosen} />
        <ReasonButton
          variant="outlined"
          startIcon={<AddOutlined />}
          reason={missing}
          onClick={() => {
            if (code !== undefined) onChange([...days, code]);
          }}
        >
          {translate('crm.contactRules.addDay')}
        </ReasonButton>
      </Box>
      {error !== undefined && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}

interface Choosing {
  chosen: ClosedDay;
  onChoose: (day: ClosedDay) => void;
}

/** The fields of one kind of day. */
function DayPicker({ chosen, onChoose }: Choosing) {
  const translate = useContactRuleMessages();
  if (chosen.kind === 'holiday') {
    return (
      <Choice
        label={translate('crm.contactRules.holiday')}
        value={chosen.holiday}
        choices={holidays}
        onChoose={(holiday) => {
          onChoose({ ...chosen, holiday });
        }}
        width={180}
      />
    );
  }
  const month = (
    <Choice
      label={translate('crm.contactRules.month')}
      value={chosen.month}
      choices={months}
      onChoose={(value) => {
        onChoose({ ...chosen, month: value });
      }}
      width={130}
    />
  );
  if (chosen.kind === 'weekday') {
    return (
      <>
        <Choice
          label={translate('crm.contactRules.whichOne')}
          value={chosen.place}
          choices={placesInMonth}
          onChoose={(place) => {
            onChoose({ ...chosen, place });
          }}
          width={90}
        />
        <Choice
          label={translate('crm.contactRules.weekday')}
          value={chosen.weekday}
          choices={weekdays}
          onChoose={(weekday) => {
            onChoose({ ...chosen, weekday });
          }}
          width={130}
        />
        {month}
      </>
    );
  }
  return (
    <>
      {month}
      {(['day', 'year'] as const).map((part) => (
        <TextField
          key={part}
          size="small"
          label={translate(part === 'day' ? 'crm.contactRules.day' : 'crm.contactRules.year')}
          value={chosen[part]}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          onChange={({ target }) => {
            onChoose({ ...chosen, [part]: target.value.trim() });
          }}
          sx={{ width: part === 'day' ? 60 : 120 }}
        />
      ))}
    </>
  );
}

function Choice<V extends string>({
  label,
  value,
  choices,
  onChoose,
  width,
}: {
  label: string;
  value: V;
  choices: readonly { value: V; text: string }[];
  onChoose: (value: V) => void;
  width: number;
}) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find((each) => each.value === target.value);
        if (chosen) onChoose(chosen.value);
      }}
      sx={{ width }}
    >
      {choices.map((each) => (
        <MenuItem key={each.value} value={each.value}>
          {each.text}
        </MenuItem>
      ))}
    </TextField>
  );
}
