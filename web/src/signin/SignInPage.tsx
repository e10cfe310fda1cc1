import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState, type ChangeEvent, type ComponentProps } from 'react';
import { useAuthProvider, useAuthState } from 'react-admin';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import type { SignInStep } from '@crm/contracts/entities/sign-in-step.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { productName } from '../brand/brand.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { refusalOf } from '../http/http-client.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { lazyPart } from '../loading/lazy-part.js';
import { useShowRefusal } from '../notifications/useShowAnswer.js';
import type { CrmAuthProvider } from '../providers/auth-provider.js';
import { useFullRedirect } from '../session/full-redirect.js';
import { leaveArrivalMessage } from '../session/arrival-message.js';
import { signInErrors, signInForm, type SignInForm } from './sign-in-form.js';
import { ProviderButtons } from './ProviderButtons.js';
import type { SecondStepProps } from './second-step-props.js';
import { SignInPicture } from './SignInPicture.js';
import type TicketStepPart from './TicketStep.js';
import { useSignInWays } from './useSignInWays.js';

const SecondStep = lazyPart<SecondStepProps>(() => import('./SecondStep.js'));
const TicketStep = lazyPart<ComponentProps<typeof TicketStepPart>>(() => import('./TicketStep.js'));

/** The redirect loads everything anew; the message is shown by the page that opens. */
const useArrival = () => {
  const fullRedirect = useFullRedirect();
  return (answer: Outcome) => {
    leaveArrivalMessage(answer);
    fullRedirect('/');
  };
};

const useSignIn = (onStep: (step: SignInStep) => void) => {
  const arrive = useArrival();
  const authProvider = useAuthProvider<CrmAuthProvider>();
  const showRefusal = useShowRefusal();
  return useMutation({
    mutationFn: (credentials: SignInForm) => {
      if (!authProvider) throw new Error('Signing in needs an auth provider');
      return authProvider.login(credentials);
    },
    onSuccess: arrive,
    onError: (error) => {
      const step = refusalOf(error)?.sign_in_step;
      if (step === undefined) showRefusal(error);
      else onStep(step);
    },
  });
};

const nothing: SignInForm = { email: '', password: '' };

/** What was typed, and what is wrong with it once it was left. Two fields need no library of forms in the first load. */
const useFields = () => {
  const [typed, setTyped] = useState(nothing);
  const [left, setLeft] = useState<Partial<Record<keyof SignInForm, true>>>({});
  const errors = signInErrors(typed);
  return {
    credentials: signInForm.safeParse(typed).data,
    fieldOf: (name: keyof SignInForm) => {
      const error = left[name] && errors[name];
      return {
        name,
        value: typed[name],
        error: error !== undefined,
        helperText: error,
        onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
          setTyped((before) => ({ ...before, [name]: target.value }));
        },
        onBlur: () => {
          setLeft((before) => ({ ...before, [name]: true }));
        },
      };
    },
  };
};

const Form = ({ onStep }: { onStep: (step: SignInStep) => void }) => {
  const translate = useTranslate();
  const [isShown, setIsShown] = useState(false);
  const { mutate, isPending, isSuccess } = useSignIn(onStep);
  const { credentials, fieldOf } = useFields();
  const isBusy = isPending || isSuccess;
  const visibility = translate(isShown ? 'crm.signIn.hidePassword' : 'crm.signIn.showPassword');

  return (
    <Box
      component="form"
      noValidate
      aria-labelledby="sign-in-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (credentials && !isBusy) mutate(credentials);
      }}
      sx={(theme) => ({
        width: 352,
        maxWidth: '100%',
        '& .MuiOutlinedInput-root': { ...theme.typography.body1, minHeight: theme.size.controlLarge },
      })}
    >
      <Typography id="sign-in-title" variant="h3" component="h1">
        {translate('crm.signIn.title')}
      </Typography>
      <Typography variant="body1" color="textSecondary" sx={{ mt: 0.5, mb: 2.5 }}>
        {translate('crm.signIn.hint')}
      </Typography>
      <TextField
        {...fieldOf('email')}
        label={translate('crm.signIn.email')}
        type="email"
        autoComplete="username"
        autoFocus
        sx={{ mb: 2.5 }}
      />
      <TextField
        {...fieldOf('password')}
        label={translate('crm.signIn.password')}
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        slotProps={{
          input: {
            sx: { pr: 0.25 },
            endAdornment: (
              <InputAdornment position="end">
                <Tooltip title={visibility}>
                  <IconButton
                    aria-label={visibility}
                    aria-pressed={isShown}
                    onClick={() => {
                      setIsShown(!isShown);
                    }}
                  >
                    {isShown ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
                  </IconButton>
                </Tooltip>
              </InputAdornment>
            ),
          },
        }}
      />
      <ReasonButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={isBusy}
        reason={credentials ? undefined : translate('crm.signIn.notReady')}
        sx={{ mt: 2.5 }}
      >
        {translate('crm.signIn.submit')}
      </ReasonButton>
      <Typography variant="caption" component="p" sx={{ mt: 2.5, fontWeight: 400, color: 'text.tertiary' }}>
        {translate('crm.signIn.forgotten')}
      </Typography>
    </Box>
  );
};

/** The form of the password and the buttons of identity providers, as the office has them. */
const Ways = ({ onStep }: { onStep: (step: SignInStep) => void }) => {
  const translate = useTranslate();
  const ways = useSignInWays();
  const [wantsPassword, setWantsPassword] = useState(false);
  if (ways === undefined) return null;
  const { providers, passwords } = ways;
  const hasForm = passwords || wantsPassword;
  return (
    <Box sx={{ width: 352, maxWidth: '100%' }}>
      {hasForm ? (
        <Form onStep={onStep} />
      ) : (
        <Typography variant="h3" component="h1" sx={{ mb: 2.5 }}>
          {translate('crm.signIn.title')}
        </Typography>
      )}
      {providers.length > 0 && <ProviderButtons providers={providers} isBelowForm={hasForm} />}
      {!hasForm && (
        <Button
          fullWidth
          sx={{ mt: 1.5 }}
          onClick={() => {
            setWantsPassword(true);
          }}
        >
          {translate('crm.signIn.usePassword')}
        </Button>
      )}
    </Box>
  );
};

/** The ways to sign in, what comes back from a provider, and the second step where there is one. */
const Steps = () => {
  const [step, setStep] = useState<SignInStep>();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const arrive = useArrival();
  const authProvider = useAuthProvider<CrmAuthProvider>();
  const ticket = params.get('ticket');
  const beginSession = (answer: Parameters<CrmAuthProvider['begin']>[0] & Outcome) => {
    authProvider?.begin(answer);
    arrive(answer);
  };
  const goOn = (next: SignInStep | undefined) => {
    setStep(next);
    if (ticket !== null) void navigate('/signin', { replace: true });
  };
  if (step === undefined && ticket === null) return <Ways onStep={setStep} />;
  return (
    <Suspense fallback={null}>
      {step === undefined ? (
        <TicketStep
          ticket={ticket ?? ''}
          onSignedIn={beginSession}
          onStep={goOn}
          onOver={() => {
            goOn(undefined);
          }}
        />
      ) : (
        <SecondStep
          step={step}
          onSignedIn={beginSession}
          onOver={() => {
            setStep(undefined);
          }}
        />
      )}
    </Suspense>
  );
};

/** The door. Whoever has a live session has no business here and goes to the root. */
export default function SignInPage() {
  const translate = useTranslate();
  const { authenticated, isPending } = useAuthState(undefined, false);
  const [cameSignedIn, setCameSignedIn] = useState<boolean>();
  if (!isPending && cameSignedIn === undefined) setCameSignedIn(authenticated === true);
  if (cameSignedIn === true) return <Navigate to="/" replace />;

  return (
    <Box
      component="main"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
        gridTemplateRows: { xs: 'auto 1fr', md: '1fr' },
        minHeight: '100dvh',
        backgroundColor: 'surface.base',
      }}
    >
      <title>{`${translate('crm.signIn.title')} · ${productName}`}</title>
      <SignInPicture />
      <Box sx={{ display: 'grid', placeItems: { xs: 'start center', md: 'center' }, p: 3 }}>
        {cameSignedIn === false && <Steps />}
      </Box>
    </Box>
  );
}
