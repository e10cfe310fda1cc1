import { useState, type ReactNode } from 'react';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Tooltip from '@mui/material/Tooltip';
import { useInput, useNotify } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { usePasswordMessages } from '../i18n/passwords.en.js';
import { generatePassword } from './generate-password.js';
import type { InputField } from './input-field.js';
import { isRequired } from './missing-fields.rules.js';
import { TypedField } from './typed-fields.js';
import { shownError } from './shown-error.js';

interface Props {
  source: string;
  field: InputField;
  isNew: boolean;
  autoFocus: boolean;
}

/** A password twice, or a new one of twelve characters in both inputs, shown so that it can be handed on. */
export function PasswordInput({ source, field, isNew, autoFocus }: Props) {
  const translate = usePasswordMessages();
  const notify = useNotify();
  const { setValue, trigger, getFieldState } = useFormContext();
  const [isShown, setShown] = useState(false);
  const [first, again] = [`${source}.first`, `${source}.again`];
  const typed: unknown = useWatch({ name: first });
  const generate = () => {
    const made = generatePassword();
    for (const name of [first, again]) {
      setValue(name, made, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    }
    setShown(true);
  };
  const copy = () => {
    navigator.clipboard.writeText(String(typed)).then(
      () => {
        notify(translate('crm.password.copied'), { type: 'success' });
      },
      () => {
        notify(translate('crm.password.copyFailed'), { type: 'warning' });
      },
    );
  };
  const toggle = translate(isShown ? 'crm.password.hide' : 'crm.password.show');
  const help = isNew ? field.help : translate('crm.password.stays');
  const common = { type: isShown ? 'text' : 'password', required: isRequired(field, isNew) } as const;
  return (
    <>
      <Part
        {...common}
        source={first}
        label={field.label}
        autoFocus={autoFocus}
        {...(help !== undefined && { help })}
        // The second one is right or wrong by the first.
        onType={() => {
          if (getFieldState(again).isTouched) void trigger(again);
        }}
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
      <Part {...common} source={again} label={field.again?.label ?? ''} />
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" size="small" startIcon={<KeyOutlined />} onClick={generate}>
          {translate('crm.password.generate')}
        </Button>
        {isShown && typed !== '' && (
          <Button size="small" startIcon={<ContentCopyOutlined />} onClick={copy}>
            {translate('crm.password.copy')}
          </Button>
        )}
      </Box>
    </>
  );
}

interface PartProps {
  source: string;
  label: string;
  type: 'text' | 'password';
  required: boolean;
  help?: string;
  autoFocus?: boolean;
  onType?: () => void;
  end?: ReactNode;
}

function Part({ source, label, onType, ...props }: PartProps) {
  const { id, field, fieldState } = useInput({ source, label });
  return (
    <TypedField
      {...props}
      id={id}
      label={label}
      value={String(field.value)}
      error={shownError(fieldState.error)}
      onBlur={field.onBlur}
      onType={(text) => {
        field.onChange(text);
        onType?.();
      }}
    />
  );
}
