import { useState } from 'react';
import DevicesOutlined from '@mui/icons-material/DevicesOutlined';
import Button from '@mui/material/Button';
import { endSessionOfUser, endSessionsOfUser, listSessionsOfUser } from '@crm/contracts/http/sessions.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { IconAction } from '../controls/IconAction.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useSessionMessages } from '../i18n/sessions.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { SessionList } from './SessionList.js';

interface Person {
  id: string;
  name: string;
}

/** Opens the sessions of an agent or a guide, from their row. */
export function PersonSessionsButton({ person }: { person: Person }) {
  const translate = useSessionMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconAction
        label={translate('crm.sessions.ofPerson', { name: person.name })}
        onClick={() => {
          setOpen(true);
        }}
      >
        <DevicesOutlined />
      </IconAction>
      {isOpen && (
        <PersonSessionsDialog
          person={person}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function PersonSessionsDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const translate = useSessionMessages();
  const showAnswer = useShowAnswer();
  const params = { userId: person.id };
  const { data, isError, refetch } = useVerbQuery({
    key: ['sessions', person.id],
    ask: (provider, signal) => provider.call(listSessionsOfUser, { params, signal }),
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
    (provider, sessionId: string) => provider.call(endSessionOfUser, { params: { ...params, sessionId } }),
    options,
  );
  const all = useVerb((provider) => provider.call(endSessionsOfUser, { params }), options);
  const hasAny = data !== undefined && data.sessions.length > 0;
  return (
    <DialogFrame
      open
      title={translate('crm.sessions.title')}
      subtitle={person.name}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton
            variant="contained"
            color="error"
            loading={all.isPending}
            reason={hasAny ? undefined : translate('crm.sessions.noneToEnd')}
            onClick={() => {
              if (hasAny && !all.isPending) all.mutate(undefined);
            }}
          >
            {translate('crm.sessions.endAll')}
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
  );
}
