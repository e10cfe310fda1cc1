import { useState, type ReactNode } from 'react';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useNotify } from 'react-admin';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { subroleId, subroles } from '@crm/contracts/codes/roles.js';
import { stateCode, states } from '@crm/contracts/codes/states.js';
import { PhoneField } from '../controls/PhoneField.js';
import { usePeopleMessages } from '../i18n/people.en.js';
import { SeveralField, SwitchField } from '../fields/typed-fields.js';
import { generatePassword } from './generate-password.js';
import type { PersonForm } from './person-form.js';

type Form = UseFormReturn<PersonForm>;

const stateChoices = states.map(({ code, name }) => ({ value: code, text: name }));
const subroleChoices = subroles.map(({ id, title }) => ({ value: String(id), text: title }));

interface Props {
  form: Form;
  isGuide: boolean;
  /** Somebody who is there already may be banned, and keeps password and mailbox where nothing is filled in. */
  standing?: { mailboxIsSet: boolean } | undefined;
}

/** All fields of an account, in four groups. */
export function PersonFields({ form, isGuide, standing }: Props) {
  const translate = usePeopleMessages();
  return (
    <Box sx={{ display: 'grid', gap: 3, pt: 0.5 }}>
      <Group title={translate('crm.people.person')}>
        <Line form={form} name="fname" label={translate('crm.people.fname')} required autoFocus />
        <Line form={form} name="lname" label={translate('crm.people.lname')} required />
        <Line form={form} name="email" label={translate('crm.people.email')} type="email" required />
        <Phone form={form} name="phone" label={translate('crm.people.phone')} />
      </Group>
      <Passwords form={form} stays={standing !== undefined} />
      <Work form={form} isGuide={isGuide} />
      <Group
        title={translate('crm.people.mailbox')}
        hint={translate(standing?.mailboxIsSet ? 'crm.people.mailboxSet' : 'crm.people.mailboxUnset')}
      >
        <Line form={form} name="clientId" label={translate('crm.people.clientId')} />
        <Line form={form} name="clientSecret" label={translate('crm.people.clientSecret')} type="password" />
        <Line form={form} name="refreshToken" label={translate('crm.people.refreshToken')} type="password" />
        <Line form={form} name="accessToken" label={translate('crm.people.accessToken')} type="password" />
      </Group>
      {standing && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
          <Toggle form={form} name="not_assign" label={translate('crm.people.notAssign')} />
          <Toggle form={form} name="banned" label={translate('crm.people.banned')} />
        </Box>
      )}
    </Box>
  );
}

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1.5 }}>
        {title}
      </Typography>
      {hint !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: -0.5, mb: 1.5 }}>
          {hint}
        </Typography>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {children}
      </Box>
    </Box>
  );
}

type TextName =
  | 'fname'
  | 'lname'
  | 'email'
  | 'password'
  | 'confirmation'
  | 'clientId'
  | 'clientSecret'
  | 'refreshToken'
  | 'accessToken';

interface LineProps {
  form: Form;
  name: TextName;
  label: string;
  type?: 'text' | 'email' | 'password';
  required?: boolean;
  autoFocus?: boolean;
  help?: string;
  end?: ReactNode;
}

function Line({ form: { register, formState }, name, label, type = 'text', help, end, ...rest }: LineProps) {
  const message = formState.errors[name]?.message;
  return (
    <TextField
      {...register(name, name === 'password' ? { deps: 'confirmation' } : {})}
      {...rest}
      label={label}
      type={type}
      // Whoever fills this in is not the one whose account it is.
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      error={message !== undefined}
      helperText={message ?? help}
      slotProps={end === undefined ? {} : { input: { endAdornment: end } }}
    />
  );
}

function Phone({ form, name, label }: { form: Form; name: 'phone' | 'twilio_phone'; label: string }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <PhoneField
          label={label}
          autoFocus={false}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

/** The password twice, or a new one of twelve characters in both fields, shown so that it can be handed on. */
function Passwords({ form, stays }: { form: Form; stays: boolean }) {
  const translate = usePeopleMessages();
  const notify = useNotify();
  const [isShown, setShown] = useState(false);
  const typed = form.watch('password');
  const type = isShown ? 'text' : 'password';
  const generate = () => {
    const made = generatePassword();
    form.setValue('password', made, { shouldDirty: true, shouldValidate: true });
    form.setValue('confirmation', made, { shouldDirty: true, shouldValidate: true });
    setShown(true);
  };
  const copy = () => {
    navigator.clipboard.writeText(typed).then(
      () => {
        notify(translate('crm.people.copied'), { type: 'success' });
      },
      () => {
        notify(translate('crm.people.copyFailed'), { type: 'warning' });
      },
    );
  };
  const toggle = translate(isShown ? 'crm.people.hide' : 'crm.people.show');
  return (
    <Group title={translate('crm.people.signIn')}>
      <Line
        form={form}
        name="password"
        label={translate('crm.people.password')}
        type={type}
        required={!stays}
        help={translate(stays ? 'crm.people.passwordStays' : 'crm.people.passwordRule')}
        end={
          <InputAdornment position="end">
            <Tooltip title={toggle}>
              <IconButton
                size="small"
                aria-label={toggle}
                onClick={() => {
                  setShown(!isShown);
                }}
              >
                {isShown ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
              </IconButton>
            </Tooltip>
          </InputAdornment>
        }
      />
      <Line
        form={form}
        name="confirmation"
        label={translate('crm.people.confirmation')}
        type={type}
        required={!stays}
      />
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" size="small" startIcon={<KeyOutlined />} onClick={generate}>
          {translate('crm.people.generate')}
        </Button>
        {isShown && typed !== '' && (
          <Button size="small" startIcon={<ContentCopyOutlined />} onClick={copy}>
            {translate('crm.people.copy')}
          </Button>
        )}
      </Box>
    </Group>
  );
}

function Work({ form, isGuide }: { form: Form; isGuide: boolean }) {
  const translate = usePeopleMessages();
  const shown = (first: string, count: number) =>
    count === 0 ? first : translate('crm.people.others', { first, count });
  return (
    <Group title={translate('crm.people.work')}>
      <Controller
        control={form.control}
        name="subroles"
        render={({ field: { value, onChange, onBlur }, fieldState }) => (
          <SeveralField
            id="person-subroles"
            label={translate('crm.people.subroles')}
            value={value.map(String)}
            choices={subroleChoices}
            selectAll={translate('crm.people.selectAll')}
            shown={shown}
            error={fieldState.error?.message}
            onBlur={onBlur}
            onPick={(picked) => {
              onChange(picked.map((code) => subroleId.parse(Number(code))));
            }}
          />
        )}
      />
      {!isGuide && (
        <Controller
          control={form.control}
          name="states"
          render={({ field: { value, onChange, onBlur }, fieldState }) => (
            <SeveralField
              id="person-states"
              label={translate('crm.people.states')}
              value={value}
              choices={stateChoices}
              selectAll={translate('crm.people.selectAll')}
              shown={shown}
              help={translate('crm.people.statesHelp')}
              error={fieldState.error?.message}
              onBlur={onBlur}
              onPick={(picked) => {
                onChange(picked.map((code) => stateCode.parse(code)));
              }}
            />
          )}
        />
      )}
      <Phone form={form} name="twilio_phone" label={translate('crm.people.twilioPhone')} />
    </Group>
  );
}

function Toggle({ form, name, label }: { form: Form; name: 'banned' | 'not_assign'; label: string }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <SwitchField id={`person-${name}`} label={label} value={value} onSwitch={onChange} />
      )}
    />
  );
}
