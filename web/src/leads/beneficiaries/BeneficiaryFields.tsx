import { useState } from 'react';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { fieldOfRelative, relatives } from '@crm/contracts/codes/relatives.js';
import { states } from '@crm/contracts/codes/states.js';
import { withRelative, type BeneficiaryForm } from '@crm/contracts/leads/beneficiary.rules.js';
import { useBeneficiaryMessages } from '../../i18n/beneficiaries.en.js';
import { BirthDateField } from './BirthDateField.js';
import { PercentField } from './PercentField.js';

interface Props {
  /** Of the slot: all three forms are on the page. */
  id: string;
  form: BeneficiaryForm;
  errors: Readonly<Record<string, string>>;
  percentLeft: number;
  onChange: (form: BeneficiaryForm) => void;
}

/** The fields of one beneficiary; what is wrong with one shows once it was left. */
export function BeneficiaryFields({ id, form, errors, percentLeft, onChange }: Props) {
  const translate = useBeneficiaryMessages();
  const [left, setLeft] = useState<readonly string[]>([]);
  const field = (name: keyof BeneficiaryForm) => {
    const error = left.includes(name) ? errors[name] : undefined;
    return {
      id: `${id}-${name}`,
      required: true,
      error: error !== undefined,
      helperText: error,
      onBlur: () => {
        setLeft((before) => (before.includes(name) ? before : [...before, name]));
      },
    };
  };
  const beside = form.relative_id === null ? undefined : fieldOfRelative(form.relative_id);

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <TextField
        {...field('name')}
        label={translate('crm.beneficiary.name')}
        value={form.name}
        autoComplete="off"
        onChange={({ target }) => {
          onChange({ ...form, name: target.value });
        }}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: 1.5 }}>
        <TextField
          {...field('relative_id')}
          select
          label={translate('crm.beneficiary.relative')}
          value={form.relative_id === null ? '' : String(form.relative_id)}
          onChange={({ target }) => {
            const picked = relatives.find(({ value }) => String(value) === target.value);
            if (picked) onChange(withRelative(form, picked.value));
          }}
        >
          {relatives.map(({ value, text }) => (
            <MenuItem key={value} value={String(value)}>
              {text}
            </MenuItem>
          ))}
        </TextField>
        <BirthDateField
          {...field('dob')}
          label={translate('crm.beneficiary.dob')}
          value={form.dob}
          onType={(dob) => {
            onChange({ ...form, dob });
          }}
        />
      </Box>
      {beside === 'grand_kids' && (
        <TextField
          {...field('grand_kids')}
          label={translate('crm.beneficiary.grandKids')}
          placeholder={translate('crm.beneficiary.grandKidsHint')}
          value={form.grand_kids}
          autoComplete="off"
          onChange={({ target }) => {
            onChange({ ...form, grand_kids: target.value });
          }}
        />
      )}
      {beside === 'work_status' && (
        <TextField
          {...field('work_status')}
          label={translate('crm.beneficiary.workStatus')}
          placeholder={translate('crm.beneficiary.workStatusHint')}
          value={form.work_status}
          autoComplete="off"
          onChange={({ target }) => {
            onChange({ ...form, work_status: target.value });
          }}
        />
      )}
      <Autocomplete
        id={`${id}-location`}
        options={[...states]}
        value={states.find(({ code }) => code === form.location) ?? null}
        autoHighlight
        openOnFocus
        size="small"
        getOptionLabel={({ name }) => name}
        getOptionKey={({ code }) => code}
        isOptionEqualToValue={(a, b) => a.code === b.code}
        onChange={(_event, picked) => {
          onChange({ ...form, location: picked?.code ?? '' });
        }}
        onBlur={field('location').onBlur}
        renderInput={(params) => (
          <TextField
            {...params}
            label={translate('crm.beneficiary.location')}
            required
            error={field('location').error}
            helperText={field('location').helperText}
          />
        )}
      />
      <PercentField
        id={`${id}-percent`}
        value={form.percent}
        error={errors['percent']}
        help={translate('crm.beneficiary.left', { percent: percentLeft })}
        onPick={(percent) => {
          onChange({ ...form, percent });
        }}
      />
    </Box>
  );
}
