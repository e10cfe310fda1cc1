import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import Box from '@mui/material/Box';
import { changePassword } from '@crm/contracts/http/account.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../leaving/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useAccountMessages } from '../i18n/account.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { refusalOf } from '../http/http-client.js';
import { useVerb } from '../providers/useVerb.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { changePasswordForm, type ChangePasswordForm } from './change-password-form.js';
import { localise } from '../i18n/language.js';

const empty: ChangePasswordForm = { old_password: '', new_password: '', confirmation: '' };

const Field = ({
  form: { register, formState },
  name,
  label,
  help,
  autoComplete,
  autoFocus = false,
}: {
  form: UseFormReturn<ChangePasswordForm>;
  name: keyof ChangePasswordForm;
  label: string;
  help?: string;
  autoComplete: string;
  autoFocus?: boolean;
}) => {
  const said = formState.errors[name]?.message;
  const message = said && localise(said);
  return (
    <TextField
      {...register(name, name === 'new_password' ? { deps: 'confirmation' } : {})}
      label={label}
      type="password"
      required
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      error={message !== undefined}
      helperText={message ?? help}
    />
  );
};

/** Changes the own password; a refusal keeps what was typed and says why. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const translate = useAccountMessages();
  const { id, fname, lname, email } = useCurrentUser();
  const showAnswer = useShowAnswer();
  const [open, setOpen] = useState(true);
  const schema = useMemo(() => changePasswordForm({ fname, lname, email }), [fname, lname, email]);
  const form = useForm<ChangePasswordForm>({
    mode: 'onTouched',
    resolver: zodResolver(schema),
    defaultValues: empty,
  });
  const { isValid, isDirty } = form.formState;
  const leave = () => {
    setOpen(false);
  };
  const { mutate, isPending } = useVerb(
    (verbs, { old_password, new_password }: ChangePasswordForm) =>
      verbs.call(changePassword, { params: { userId: id }, body: { old_password, new_password } }),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        leave();
      },
      onRefused: (error) => {
        for (const [name, message] of Object.entries(refusalOf(error)?.errors ?? {})) {
          if (name === 'old_password' || name === 'new_password') form.setError(name, { message });
        }
      },
    },
  );
  const { close, question } = useDiscard({ unsaved: isDirty, isBusy: isPending, onClose: leave });

  return (
    <>
      <DialogFrame
        open={open}
        width={400}
        title={translate('crm.changePassword.title')}
        onClose={close}
        onExited={onClose}
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!isPending) mutate(values);
          })(event)
        }
        actions={
          <>
            <Button variant="outlined" onClick={close}>
              {translate('crm.action.close')}
            </Button>
            <ReasonButton
              type="submit"
              variant="contained"
              loading={isPending}
              reason={isValid ? undefined : translate('crm.changePassword.notReady')}
            >
              {translate('crm.action.save')}
            </ReasonButton>
          </>
        }
      >
        <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
          <Field
            form={form}
            name="old_password"
            label={translate('crm.changePassword.old')}
            autoComplete="current-password"
            autoFocus
          />
          <Field
            form={form}
            name="new_password"
            label={translate('crm.changePassword.new')}
            help={translate('crm.changePassword.rule')}
            autoComplete="new-password"
          />
          <Field
            form={form}
            name="confirmation"
            label={translate('crm.changePassword.confirmation')}
            autoComplete="new-password"
          />
        </Box>
      </DialogFrame>
      {question}
    </>
  );
}
