import CircularProgress from '@mui/material/CircularProgress';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { finishSingleSignOn } from '@crm/contracts/http/single-sign-on.js';
import type { SignInStep } from '@crm/contracts/entities/sign-in-step.js';
import type { CallAnswer } from '../http/call-endpoint.js';
import { refusalOf } from '../http/http-client.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { useShowRefusal } from '../notifications/useShowAnswer.js';
import { useVerbs } from '../providers/useVerb.js';

interface Props {
  /** What the provider sent the browser back with. */
  ticket: string;
  onSignedIn: (answer: CallAnswer<typeof finishSingleSignOn>) => void;
  onStep: (step: SignInStep) => void;
  /** There is no session: the ways to sign in are offered again. */
  onOver: () => void;
}

/** Tickets that were used: each is for once, however often the page is drawn. */
const used = new Set<string>();

/** Ends a sign-in at an identity provider. */
export default function TicketStep({ ticket, onSignedIn, onStep, onOver }: Props) {
  const translate = useTranslate();
  const provider = useVerbs();
  const showRefusal = useShowRefusal();
  const { mutate } = useMutation({
    mutationFn: () => provider.call(finishSingleSignOn, { body: { ticket } }),
    onSuccess: onSignedIn,
    onError: (error) => {
      const step = refusalOf(error)?.sign_in_step;
      if (step !== undefined) {
        onStep(step);
        return;
      }
      showRefusal(error);
      onOver();
    },
  });
  useEffect(() => {
    if (used.has(ticket)) return;
    used.add(ticket);
    mutate();
  }, [ticket, mutate]);
  return <CircularProgress aria-label={translate('crm.signIn.finishing')} />;
}
