import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { recoveryCode } from '@crm/contracts/entities/second-factor.js';
import type { FactorMethod } from '@crm/contracts/entities/sign-in-step.js';
import { challengePasskey, confirmSignIn } from '@crm/contracts/http/second-factor.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import type { CallBody } from '../http/call-endpoint.js';
import { useSecondFactorMessages } from '../i18n/second-factor.en.js';
import { CodeField, readCode } from '../second-factor/TotpSetup.js';
import { EnrollStep } from './EnrollStep.js';
import type { SecondStepProps } from './second-step-props.js';
import { StepFrame } from './StepFrame.js';
import { useStepCall } from './useStepCall.js';

/** What comes between the right password and a session: a proof, or the setup of a second factor. */
export default function SecondStep(props: SecondStepProps) {
  return props.step.must_enroll ? <EnrollStep {...props} /> : <ProofStep {...props} />;
}

type Proof = CallBody<typeof confirmSignIn> extends infer B ? Exclude<B, FormData> : never;

const switches = {
  passkey: 'crm.secondFactor.step.usePasskey',
  totp: 'crm.secondFactor.step.useApp',
  recovery: 'crm.secondFactor.step.useRecovery',
} as const satisfies Record<FactorMethod, string>;

function ProofStep({ step: { token: step, methods }, onSignedIn, onOver }: SecondStepProps) {
  const translate = useSecondFactorMessages();
  const [method, setMethod] = useState(methods[0]);
  const options = { onSuccess: onSignedIn, onOver };
  const { mutate, isPending, isSuccess } = useStepCall(
    (provider, body: Proof) => provider.call(confirmSignIn, { body }),
    options,
  );
  const passkey = useStepCall(async (provider, _input: undefined) => {
    const asked = await provider.call(challengePasskey, { body: { step } });
    const { signWithPasskey } = await import('../second-factor/browser-passkeys.js');
    const signed = await signWithPasskey(asked);
    return provider.call(confirmSignIn, { body: { step, proof: { method: 'passkey', passkey: signed } } });
  }, options);
  const isBusy = isPending || isSuccess || passkey.isPending || passkey.isSuccess;

  return (
    <StepFrame
      title={translate('crm.secondFactor.step.title')}
      hint={translate(method === undefined ? 'crm.secondFactor.step.none' : 'crm.secondFactor.step.hint')}
      onBack={onOver}
      others={methods
        .filter((each) => each !== method)
        .map((each) => (
          <Button
            key={each}
            onClick={() => {
              setMethod(each);
              // The browser asks by itself: one click is enough.
              if (each === 'passkey' && !isBusy) passkey.mutate(undefined);
            }}
          >
            {translate(switches[each])}
          </Button>
        ))}
    >
      {method === 'passkey' && (
        <Button
          variant="contained"
          size="large"
          fullWidth
          autoFocus
          loading={isBusy}
          onClick={() => {
            if (!isBusy) passkey.mutate(undefined);
          }}
        >
          {translate('crm.secondFactor.step.usePasskey')}
        </Button>
      )}
      {method === 'totp' && (
        <CodeForm
          isBusy={isBusy}
          onCode={(code) => {
            mutate({ step, proof: { method, code } });
          }}
        />
      )}
      {method === 'recovery' && (
        <RecoveryForm
          isBusy={isBusy}
          onCode={(code) => {
            mutate({ step, proof: { method, code } });
          }}
        />
      )}
    </StepFrame>
  );
}

interface FormProps {
  isBusy: boolean;
  onCode: (code: string) => void;
}

function CodeForm({ isBusy, onCode }: FormProps) {
  const translate = useSecondFactorMessages();
  const [typed, setTyped] = useState('');
  const code = readCode(typed);
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== undefined && !isBusy) onCode(code);
      }}
    >
      <CodeField value={typed} onChange={setTyped} />
      <SubmitButton
        isBusy={isBusy}
        reason={code === undefined ? translate('crm.secondFactor.codeFirst') : undefined}
      />
    </Box>
  );
}

function RecoveryForm({ isBusy, onCode }: FormProps) {
  const translate = useSecondFactorMessages();
  const [typed, setTyped] = useState('');
  const code = recoveryCode.safeParse(typed).data;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== undefined && !isBusy) onCode(code);
      }}
    >
      <TextField
        label={translate('crm.secondFactor.step.recoveryCode')}
        value={typed}
        autoFocus
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value);
        }}
        slotProps={{ htmlInput: { maxLength: 40, autoCapitalize: 'none', spellCheck: false } }}
      />
      <SubmitButton
        isBusy={isBusy}
        reason={code === undefined ? translate('crm.secondFactor.step.recoveryFirst') : undefined}
      />
    </Box>
  );
}

const SubmitButton = ({ isBusy, reason }: { isBusy: boolean; reason: string | undefined }) => {
  const translate = useSecondFactorMessages();
  return (
    <ReasonButton
      type="submit"
      variant="contained"
      size="large"
      fullWidth
      loading={isBusy}
      reason={reason}
      sx={{ mt: 2.5 }}
    >
      {translate('crm.secondFactor.step.submit')}
    </ReasonButton>
  );
};
