import { useState } from 'react';
import Button from '@mui/material/Button';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  signOutEverywhere,
} from '@crm/contracts/http/sessions.js';
import { useLogout } from 'react-admin';
import { DialogFrame } from '../controls/DialogFrame.js';
import { QuestionDialog } from '../controls/QuestionDialog.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useSessionMessages } from '../i18n/sessions.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { forgetBrowser } from '../push/browser-push.js';
import { useVerb } from '../providers/useVerb.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { SessionList } from './SessionList.js';

/** One's own sessions: one is ended, all others, or all. */
export default function SessionsDialog({ onClose }: { onClose: () => void }) {
  const translate = useSessionMessages();
  const showAnswer = useShowAnswer();
  const logout = useLogout();
  const [asks, setAsks] = useState(false);
  const { data, isError, refetch } = useVerbQuery({
    key: ['sessions', 'own'],
    ask: (provider, signal) => provider.call(listOwnSessions, { signal }),
  });
  const reload = () => void refetch();
  const options = {
    onSuccess: (answer: Parameters<typeof showAnswer>[0]) => {
      showAnswer(answer);
      reload();
    },
    onRefused: reload,
  };
  const one = useVerb(
    (provider, sessionId: string) => provider.call(endOwnSession, { params: { sessionId } }),
    options,
  );
  const others = useVerb((provider) => provider.call(endOtherSessions, {}), options);
  const all = useVerb(
    async (provider) => {
      // While the session is alive: no notices come to a browser that is signed out.
      await forgetBrowser(provider.call).catch(() => undefined);
      return provider.call(signOutEverywhere, {});
    },
    {
      onSuccess: () => void logout({}, '/signin', false),
    },
  );
  const hasOthers = data?.sessions.some(({ current }) => !current) === true;

  return (
    <>
      <DialogFrame
        open
        title={translate('crm.sessions.title')}
        subtitle={translate('crm.sessions.hint')}
        onClose={onClose}
        extras={
          <Button
            color="error"
            onClick={() => {
              setAsks(true);
            }}
          >
            {translate('crm.sessions.everywhere')}
          </Button>
        }
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>
              {translate('crm.action.close')}
            </Button>
            <ReasonButton
              variant="contained"
              loading={others.isPending}
              reason={hasOthers ? undefined : translate('crm.sessions.noOthers')}
              onClick={() => {
                if (hasOthers && !others.isPending) others.mutate(undefined);
              }}
            >
              {translate('crm.sessions.endOthers')}
            </ReasonButton>
          </>
        }
      >
        <SessionList
          sessions={data?.sessions}
          isError={isError}
          onRetry={refetch}
          ending={one.isPending ? one.variables : undefined}
          onEnd={({ id }) => {
            one.mutate(id);
          }}
        />
      </DialogFrame>
      {asks && (
        <QuestionDialog
          title={translate('crm.sessions.everywhere')}
          text={translate('crm.sessions.everywhereText')}
          action={translate('crm.sessions.everywhere')}
          isPending={all.isPending}
          onAction={() => {
            all.mutate(undefined);
          }}
          onClose={() => {
            setAsks(false);
          }}
        />
      )}
    </>
  );
}
