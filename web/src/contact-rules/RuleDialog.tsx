import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { states, type StateCode } from '@crm/contracts/codes/states.js';
import { contactRuleId, type ContactRule, type ContactRuleId } from '@crm/contracts/entities/contact.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../controls/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useWords } from '../i18n/useWords.js';
import { refusalOf } from '../providers/http-client.js';
import { ChannelsField } from './ChannelsField.js';
import { ClosedDaysField } from './ClosedDaysField.js';
import { HoursFields } from './HoursFields.js';
import { formOf, readForm, ruleName, type RuleForm } from './rule-form.rules.js';
import { useContactDeeds } from './useContactRules.js';

interface Props {
  /** None for a state that has no rule of its own yet. */
  rule: ContactRule | undefined;
  taken: readonly ContactRuleId[];
  onClose: () => void;
}

/** Changes a rule, or gives a state one. */
export function RuleDialog({ rule, taken, onClose }: Props) {
  const words = useWords();
  const [form, setForm] = useState(() => formOf(rule, pacificDate(new Date())));
  const [isDirty, setDirty] = useState(false);
  const [state, setState] = useState<StateCode | ''>('');
  const [refused, setRefused] = useState<Record<string, string>>({});
  const { saving } = useContactDeeds((error) => {
    setRefused(refusalOf(error)?.errors ?? {});
  });
  const { fields, errors: wrong } = readForm(form);
  const errors = { ...refused, ...wrong };
  const id = contactRuleId.safeParse(rule?.id ?? state);
  const isReady = fields !== undefined && id.success;
  const closedError = Object.entries(errors).find(([path]) => path.startsWith('closed_days'))?.[1];
  const change = (part: Partial<RuleForm>) => {
    setRefused({});
    setDirty(true);
    setForm((before) => ({ ...before, ...part }));
  };
  const { close, question } = useDiscard({ unsaved: isDirty, onClose });
  const errorOf = (path: string) => ({ error: errors[path] !== undefined, helperText: errors[path] });

  return (
    <>
      <DialogFrame
        open
        width={560}
        title={
          rule
            ? words('crm.contactRules.editTitle', {
                name: ruleName(rule.id, words('crm.contactRules.everywhere')),
              })
            : words('crm.contactRules.addTitle')
        }
        persistent
        onClose={close}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady) return;
          const body = { ...fields, version: rule?.version ?? 0 };
          saving.mutate({ params: { id: id.data }, body }, { onSuccess: onClose });
        }}
        actions={
          <>
            <Button variant="outlined" onClick={close}>
              {words('crm.action.close')}
            </Button>
            <ReasonButton
              type="submit"
              variant="contained"
              loading={saving.isPending}
              reason={isReady ? undefined : (Object.values(wrong)[0] ?? words('crm.contactRules.notReady'))}
            >
              {words('crm.contactRules.save')}
            </ReasonButton>
          </>
        }
      >
        <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
          {rule === undefined && (
            <TextField
              select
              required
              label={words('crm.contactRules.state')}
              value={state}
              onChange={(event) => {
                setState(states.find(({ code }) => code === event.target.value)?.code ?? '');
              }}
            >
              {states
                .filter(({ code }) => !taken.includes(code))
                .map(({ code, name }) => (
                  <MenuItem key={code} value={code}>
                    {name}
                  </MenuItem>
                ))}
            </TextField>
          )}
          <HoursFields
            hours={form.hours}
            errors={errors}
            onChange={(hours) => {
              change({ hours });
            }}
          />
          <ClosedDaysField
            days={form.closedDays}
            error={closedError}
            onChange={(closedDays) => {
              change({ closedDays });
            }}
          />
          <ChannelsField
            channels={form.channels}
            onChange={(channels) => {
              change({ channels });
            }}
          />
          <TextField
            label={words('crm.contactRules.attemptsLabel')}
            value={form.maxAttempts}
            error={errors['max_attempts'] !== undefined}
            helperText={errors['max_attempts'] ?? words('crm.contactRules.attemptsHelp')}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
            onChange={(event) => {
              change({ maxAttempts: event.target.value });
            }}
          />
          <TextField
            label={words('crm.contactRules.source')}
            required
            multiline
            minRows={2}
            value={form.source}
            onChange={(event) => {
              change({ source: event.target.value });
            }}
          />
          <TextField
            label={words('crm.contactRules.checked')}
            required
            type="date"
            value={form.checkedOn}
            slotProps={{ inputLabel: { shrink: true } }}
            {...errorOf('checked_on')}
            onChange={(event) => {
              change({ checkedOn: event.target.value });
            }}
          />
        </Box>
      </DialogFrame>
      {question}
    </>
  );
}
