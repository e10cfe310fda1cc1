import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { z } from 'zod';
import { passkeyName, type totpKey } from '@crm/contracts/entities/second-factor.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { refusalOf } from '../http/http-client.js';
import { localise } from '../i18n/language.js';
import { useSecondFactorMessages } from '../i18n/second-factor.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { act, confirmApp, type Acted, type FactorAction } from './factor-action.js';
import { RecoveryCodes } from './RecoveryCodes.js';
import { readCode, TotpSetup } from './TotpSetup.js';
import { useShowFactorRefusal } from './useShowFactorRefusal.js';

interface Props {
  action: FactorAction;
  /** The factors are others than before. */
  onChanged: () => void;
  onClose: () => void;
}

/** One change of the own second factors: the password, for an app its first code, and recovery codes where there are new ones. */
export function FactorActionDialog({ action, onChanged, onClose }: Props) {
  const showAnswer = useShowAnswer();
  const [made, setMade] = useState<z.output<typeof totpKey>>();
  const [codes, setCodes] = useState<readonly string[]>();
  const go = (acted: Acted) => {
    if (acted.kind === 'key') {
      setMade(acted.made);
      return;
    }
    const { status, message } = acted.answer;
    showAnswer({ status, message });
    onChanged();
    if (acted.codes === null) onClose();
    else setCodes(acted.codes);
  };
  if (codes !== undefined) return <CodesDialog codes={codes} onClose={onClose} />;
  if (made !== undefined) return <CodeDialog made={made} onActed={go} onClose={onClose} />;
  return <PasswordDialog action={action} onActed={go} onClose={onClose} />;
}

interface StepProps {
  onActed: (acted: Acted) => void;
  onClose: () => void;
}

function useTexts(action: FactorAction): { title: string; text: string } {
  const translate = useSecondFactorMessages();
  switch (action.kind) {
    case 'app':
      return { title: translate('crm.secondFactor.setUpApp'), text: translate('crm.secondFactor.appHint') };
    case 'passkey':
      return {
        title: translate('crm.secondFactor.addPasskey'),
        text: translate('crm.secondFactor.passkeysHint'),
      };
    case 'codes':
      return {
        title: translate('crm.secondFactor.newCodes'),
        text: translate('crm.secondFactor.newCodesText'),
      };
    case 'remove':
      return {
        title: translate('crm.secondFactor.removeTitle', { name: action.name }),
        text: translate(action.isLast ? 'crm.secondFactor.removeLastText' : 'crm.secondFactor.removeText'),
      };
  }
}

/** Asks for the password, and for the name of a new passkey. */
function PasswordDialog({ action, onActed, onClose }: StepProps & { action: FactorAction }) {
  const translate = useSecondFactorMessages();
  const showFactorRefusal = useShowFactorRefusal();
  const { title, text } = useTexts(action);
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<string>();
  const needsName = action.kind === 'passkey';
  const { mutate, isPending } = useVerb(
    (provider) => act(provider, action, { password, name: name.trim() }),
    {
      onSuccess: onActed,
      onRefused: (error) => {
        setWrong(refusalOf(error)?.errors?.['password']);
        showFactorRefusal(error);
        return true;
      },
    },
  );
  const isReady = password !== '' && (!needsName || passkeyName.safeParse(name).success);
  const reason = isReady
    ? undefined
    : translate(needsName ? 'crm.secondFactor.nameAndPasswordFirst' : 'crm.secondFactor.passwordFirst');
  return (
    <DialogFrame
      open
      width={400}
      title={title}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isPending) mutate(undefined);
      }}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton
            type="submit"
            variant="contained"
            color={action.kind === 'remove' ? 'error' : 'primary'}
            loading={isPending}
            reason={reason}
          >
            {translate(action.kind === 'remove' ? 'crm.secondFactor.remove' : 'crm.secondFactor.continue')}
          </ReasonButton>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography color="text.secondary">{text}</Typography>
        {needsName && (
          <TextField
            label={translate('crm.secondFactor.passkeyName')}
            helperText={translate('crm.secondFactor.passkeyNameHelp')}
            value={name}
            autoFocus
            required
            onChange={({ target }) => {
              setName(target.value);
            }}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
        )}
        <TextField
          label={translate('crm.secondFactor.password')}
          type="password"
          autoComplete="current-password"
          value={password}
          autoFocus={!needsName}
          required
          error={wrong !== undefined}
          helperText={wrong && localise(wrong)}
          onChange={({ target }) => {
            setPassword(target.value);
            setWrong(undefined);
          }}
        />
      </Box>
    </DialogFrame>
  );
}

/** Shows the key of a new app, and asks for its first code. */
function CodeDialog({ made, onActed, onClose }: StepProps & { made: z.output<typeof totpKey> }) {
  const translate = useSecondFactorMessages();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const code = readCode(typed);
  const { mutate, isPending } = useVerb((provider, given: string) => confirmApp(provider, given), {
    onSuccess: onActed,
    onRefused: (error) => {
      setWrong(refusalOf(error)?.errors?.['enrollment.code']);
    },
  });
  return (
    <DialogFrame
      open
      persistent
      title={translate('crm.secondFactor.setUpApp')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== undefined && !isPending) mutate(code);
      }}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton
            type="submit"
            variant="contained"
            loading={isPending}
            reason={code === undefined ? translate('crm.secondFactor.codeFirst') : undefined}
          >
            {translate('crm.secondFactor.confirm')}
          </ReasonButton>
        </>
      }
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
    </DialogFrame>
  );
}

/** New recovery codes; closed only by saying so, for they are never shown again. */
function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const translate = useSecondFactorMessages();
  return (
    <DialogFrame
      open
      persistent
      title={translate('crm.secondFactor.saveCodes')}
      onClose={undefined}
      actions={
        <Button variant="contained" onClick={onClose}>
          {translate('crm.secondFactor.saved')}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </DialogFrame>
  );
}
