import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { passkeyName, type totpKey } from '@crm/contracts/entities/second-factor.js';
import {
  enrollPasskeyAtSignIn,
  enrollTotpAtSignIn,
  finishEnrollmentAtSignIn,
} from '@crm/contracts/http/second-factor.js';
import type { z } from 'zod';
import { ReasonButton } from '../controls/ReasonButton.js';
import type { CallAnswer } from '../http/call-endpoint.js';
import { localise } from '../i18n/language.js';
import { useSecondFactorMessages } from '../i18n/second-factor.en.js';
import { canHavePasskeys } from '../second-factor/can-have-passkeys.js';
import { RecoveryCodes } from '../second-factor/RecoveryCodes.js';
import { readCode, TotpSetup } from '../second-factor/TotpSetup.js';
import type { SecondStepProps } from './second-step-props.js';
import { StepFrame } from './StepFrame.js';
import { useStepCall } from './useStepCall.js';

type Enrolled = CallAnswer<typeof finishEnrollmentAtSignIn>;
type Way = { kind: 'passkey' } | { kind: 'app'; made: z.output<typeof totpKey> };

/** Sets up the second factor that the role needs; the session begins once the recovery codes are saved. */
export function EnrollStep({ step: { token: step }, onSignedIn, onOver }: SecondStepProps) {
  const translate = useSecondFactorMessages();
  const [way, setWay] = useState<Way>();
  const [enrolled, setEnrolled] = useState<Enrolled>();
  const app = useStepCall(
    (provider, _input: undefined) => provider.call(enrollTotpAtSignIn, { body: { step } }),
    {
      onSuccess: (made) => {
        setWay({ kind: 'app', made });
      },
      onOver,
    },
  );
  if (enrolled !== undefined) {
    return (
      <StepFrame title={translate('crm.secondFactor.saveCodes')} hint={enrolled.user.email}>
        <RecoveryCodes codes={enrolled.recovery_codes} />
        <Button
          variant="contained"
          size="large"
          fullWidth
          sx={{ mt: 2.5 }}
          onClick={() => {
            onSignedIn(enrolled);
          }}
        >
          {translate('crm.secondFactor.saved')}
        </Button>
      </StepFrame>
    );
  }
  const form = { step, onEnrolled: setEnrolled, onOver };
  return (
    <StepFrame
      title={translate('crm.secondFactor.step.enrollTitle')}
      hint={translate('crm.secondFactor.step.enrollHint')}
      onBack={onOver}
    >
      {way?.kind === 'passkey' && <PasskeyForm {...form} />}
      {way?.kind === 'app' && <AppForm {...form} made={way.made} />}
      {way === undefined && (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <ReasonButton
            variant="contained"
            size="large"
            autoFocus
            reason={canHavePasskeys() ? undefined : translate('crm.secondFactor.unsupported')}
            onClick={() => {
              setWay({ kind: 'passkey' });
            }}
          >
            {translate('crm.secondFactor.addPasskey')}
          </ReasonButton>
          <Button
            variant="outlined"
            size="large"
            loading={app.isPending}
            onClick={() => {
              app.mutate(undefined);
            }}
          >
            {translate('crm.secondFactor.setUpApp')}
          </Button>
        </Box>
      )}
    </StepFrame>
  );
}

interface FormProps {
  step: string;
  onEnrolled: (answer: Enrolled) => void;
  onOver: () => void;
}

function PasskeyForm({ step, onEnrolled, onOver }: FormProps) {
  const translate = useSecondFactorMessages();
  const [typed, setTyped] = useState('');
  const name = passkeyName.safeParse(typed).data;
  const { mutate, isPending } = useStepCall(
    async (provider, given: string) => {
      const options = await provider.call(enrollPasskeyAtSignIn, { body: { step } });
      const { createPasskey } = await import('../second-factor/browser-passkeys.js');
      const passkey = await createPasskey(options);
      return provider.call(finishEnrollmentAtSignIn, {
        body: { step, enrollment: { method: 'passkey', name: given, passkey } },
      });
    },
    { onSuccess: onEnrolled, onOver },
  );
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== undefined && !isPending) mutate(name);
      }}
    >
      <TextField
        label={translate('crm.secondFactor.passkeyName')}
        helperText={translate('crm.secondFactor.passkeyNameHelp')}
        value={typed}
        autoFocus
        onChange={({ target }) => {
          setTyped(target.value);
        }}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <ReasonButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={isPending}
        reason={name === undefined ? translate('crm.secondFactor.passkeyNameHelp') : undefined}
        sx={{ mt: 2.5 }}
      >
        {translate('crm.secondFactor.addPasskey')}
      </ReasonButton>
    </Box>
  );
}

function AppForm({ step, made, onEnrolled, onOver }: FormProps & { made: z.output<typeof totpKey> }) {
  const translate = useSecondFactorMessages();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const code = readCode(typed);
  const { mutate, isPending } = useStepCall(
    (provider, given: string) =>
      provider.call(finishEnrollmentAtSignIn, {
        body: { step, enrollment: { method: 'totp', code: given } },
      }),
    {
      onSuccess: onEnrolled,
      onOver,
      onFaults: (faults) => {
        setWrong(faults['enrollment.code']);
      },
    },
  );
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== undefined && !isPending) mutate(code);
      }}
    >
      <TotpSetup
        made={made}
        value={typed}
        error={wrong && localise(wrong)}
        onChange={(text) => {
          setTyped(text);
          setWrong(undefined);
        }}
      />
      <ReasonButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={isPending}
        reason={code === undefined ? translate('crm.secondFactor.codeFirst') : undefined}
        sx={{ mt: 2.5 }}
      >
        {translate('crm.secondFactor.confirm')}
      </ReasonButton>
    </Box>
  );
}
