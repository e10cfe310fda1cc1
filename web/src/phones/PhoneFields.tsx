import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import type { StatePhone } from '@crm/contracts/entities/telephony.js';
import { phoneFault } from '@crm/contracts/phone.js';
import { keyboards, masks } from '../controls/mask.rules.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useTyping } from '../controls/useTyping.js';
import { usePhoneMessages } from '../i18n/phones.en.js';
import { refusalOf } from '../http/http-client.js';
import { changesOf, formOf, readCodes, type PhoneForm } from './phone-form.rules.js';
import { useSavePhone } from './usePhones.js';

interface Props {
  standing: StatePhone;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

/** Changes the number of a state, its area codes and whether its calls are announced. */
export function PhoneFields({ standing, onDirty, onCancel, onSaved }: Props) {
  const translate = usePhoneMessages();
  const [form, setForm] = useState<PhoneForm>(() => formOf(standing));
  const [refused, setRefused] = useState<Record<string, string>>({});
  const saving = useSavePhone((error) => {
    setRefused(refusalOf(error)?.errors ?? {});
  });
  const change = (part: Partial<PhoneForm>) => {
    const next = { ...form, ...part };
    setForm(next);
    setRefused({});
    onDirty(Object.keys(changesOf(next, standing)).length > 0);
  };

  const { input, ...typing } = useTyping({
    mask: 'phone',
    onType: (phone) => {
      change({ phone });
    },
  });

  const { fault } = readCodes(form.codes);
  const refusedCodes = Object.entries(refused).find(([path]) => path.includes('codes'))?.[1];
  const errors = {
    phone: phoneFault(form.phone) ?? refused['updated.phone'],
    codes: fault ? translate(`crm.phones.${fault.is}`, { code: fault.code }) : refusedCodes,
  };
  const changes = changesOf(form, standing);
  const reason =
    Object.keys(changes).length === 0 ? translate('crm.phones.nothing') : (errors.phone ?? errors.codes);

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (reason !== undefined || saving.isPending) return;
        saving.mutate({ id: standing.id, updated: changes }, { onSuccess: onSaved });
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <TextField
        {...typing}
        label={translate('crm.phones.phone')}
        value={form.phone}
        placeholder={masks.phone}
        autoFocus
        inputRef={input}
        error={errors.phone !== undefined}
        helperText={errors.phone ?? (form.phone === '' ? translate('crm.phones.noPhone') : undefined)}
        slotProps={{ htmlInput: { inputMode: keyboards.phone } }}
      />
      <TextField
        label={translate('crm.phones.codes')}
        value={form.codes}
        multiline
        minRows={2}
        error={errors.codes !== undefined}
        helperText={errors.codes ?? translate('crm.phones.codesHelp')}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        onChange={({ target }) => {
          change({ codes: target.value });
        }}
      />
      <FormControlLabel
        label={translate('crm.phones.announce')}
        control={
          <Switch
            checked={form.announce}
            onChange={(_event, announce) => {
              change({ announce });
            }}
          />
        }
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button variant="outlined" onClick={onCancel}>
          {translate('crm.action.cancel')}
        </Button>
        <ReasonButton type="submit" variant="contained" loading={saving.isPending} reason={reason}>
          {translate('crm.phones.save')}
        </ReasonButton>
      </Box>
    </Box>
  );
}
