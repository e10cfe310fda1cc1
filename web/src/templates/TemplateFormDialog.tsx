import { Suspense, useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../controls/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useTemplateWords } from '../i18n/templates.en.js';
import { refusalOf } from '../providers/http-client.js';
import { SmsBody } from './SmsBody.js';
import { errorsInForm, faultsOf, type TemplateErrors, type TemplateForm } from './template-form.rules.js';
import { useTemplateDeeds, type Template, type TemplateKind } from './useTemplates.js';
import { lazyPart } from '../loading/lazy-part.js';

const EmailBody = lazyPart(() => import('./EmailBody.js'));

const blank: TemplateForm = { name: '', title: '', text: '' };

interface Props {
  kind: TemplateKind;
  /** None for a new one. */
  template: Template | undefined;
  onClose: () => void;
}

/** Writes a template; a refusal keeps what was typed and says why. */
export function TemplateFormDialog({ kind, template, onClose }: Props) {
  const words = useTemplateWords();
  const standing: TemplateForm = template ?? blank;
  const [form, setForm] = useState<TemplateForm>({
    name: standing.name,
    title: standing.title,
    text: standing.text,
  });
  const [touched, setTouched] = useState<ReadonlySet<keyof TemplateForm>>(new Set());
  const [refused, setRefused] = useState<TemplateErrors>({});
  const { saving } = useTemplateDeeds(kind, (error) => {
    setRefused(errorsInForm(kind, Object.entries(refusalOf(error)?.errors ?? {})));
  });
  const faults = faultsOf(kind, form);
  const isDirty = (['name', 'title', 'text'] as const).some((field) => form[field] !== standing[field]);

  const fieldOf = (field: keyof TemplateForm) => ({
    value: form[field],
    error: refused[field] ?? (touched.has(field) ? faults[field] : undefined),
    onChange: (value: string) => {
      setForm((now) => ({ ...now, [field]: value }));
      setRefused({});
    },
    onLeave: () => {
      setTouched((now) => new Set(now).add(field));
    },
  });
  const reason = Object.keys(faults).length > 0 ? words('crm.templates.notReady') : undefined;
  const { close, question } = useDiscard({ unsaved: isDirty, isBusy: saving.isPending, onClose });

  return (
    <>
      <DialogFrame
        open
        persistent
        width={560}
        title={words(template ? 'crm.templates.editTitle' : 'crm.templates.newTitle')}
        onClose={close}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason !== undefined || saving.isPending) return;
          saving.mutate({ id: template?.id, ...form }, { onSuccess: onClose });
        }}
        actions={
          <>
            <Button variant="outlined" onClick={close}>
              {words('crm.templates.back')}
            </Button>
            <ReasonButton type="submit" variant="contained" loading={saving.isPending} reason={reason}>
              {words('crm.templates.save')}
            </ReasonButton>
          </>
        }
      >
        <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
          <Field
            label={words(kind === 'sms' ? 'crm.templates.title' : 'crm.templates.name')}
            {...fieldOf('name')}
            autoFocus
          />
          {kind === 'email' && <Field label={words('crm.templates.title')} {...fieldOf('title')} />}
          {kind === 'sms' ? (
            <SmsBody {...fieldOf('text')} />
          ) : (
            <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
              <EmailBody {...fieldOf('text')} />
            </Suspense>
          )}
        </Box>
      </DialogFrame>
      {question}
    </>
  );
}

interface FieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onLeave: () => void;
  autoFocus?: boolean;
}

const Field = ({ label, value, error, onChange, onLeave, autoFocus = false }: FieldProps) => (
  <TextField
    label={label}
    value={value}
    required
    autoFocus={autoFocus}
    autoComplete="off"
    error={error !== undefined}
    helperText={error}
    onBlur={onLeave}
    onChange={({ target }) => {
      onChange(target.value);
    }}
  />
);
