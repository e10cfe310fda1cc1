import { Suspense, useState } from 'react';
import PersonAddOutlined from '@mui/icons-material/PersonAddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { typeNameOf, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { rights } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { listStrangerTexts } from '@crm/contracts/http/messaging.js';
import { readMessage } from '@crm/contracts/http/notifications.js';
import { toShown } from '@crm/contracts/phone.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useInboxMessages } from '../i18n/inbox.en.js';
import { lazyPart } from '../loading/lazy-part.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useNavigate } from '../routing/NavigateProvider.js';
import { actorOf, useCurrentUser } from '../session/SessionContext.js';
import { isUnread } from '../texts/conversation.rules.js';
import { TextDays } from '../texts/TextDays.js';
import { ConversationFrame } from './ConversationFrame.js';

const LifeFormDialog = lazyPart(() => import('../leads/life-form/LifeFormDialog.js'));
const HealthFormDialog = lazyPart(() => import('../leads/health-form/HealthFormDialog.js'));

const types: readonly TypeId[] = [2, 4];

/** What somebody wrote whom no lead belongs to; a lead can be made of them, and has their texts then. */
export function StrangerConversation({ number }: { number: string }) {
  const translate = useInboxMessages();
  const user = useCurrentUser();
  const [making, setMaking] = useState<TypeId>();
  const { data, error, refetch, read } = useStrangerTexts(number);
  const made = useMadeLead();
  const own = types.filter((type) => rights[`page:${typeNameOf[type]}`](actorOf(user)));
  const close = () => {
    setMaking(undefined);
  };
  return (
    <ConversationFrame
      name={toShown(number)}
      note={
        <Typography variant="body2" color="textSecondary">
          {translate('crm.inbox.stranger')}
        </Typography>
      }
      actions={own.map((type) => (
        <Button
          key={type}
          variant="contained"
          size="small"
          startIcon={<PersonAddOutlined />}
          onClick={() => {
            setMaking(type);
          }}
        >
          {translate(`crm.inbox.makeLead.${typeNameOf[type]}`)}
        </Button>
      ))}
      about={
        <Typography variant="body2" color="textSecondary">
          {translate('crm.inbox.strangerReply')}
        </Typography>
      }
    >
      {data === undefined ? (
        <PanelNotice
          text={error ? translate('crm.inbox.gone') : undefined}
          {...(error && { onRetry: refetch })}
        />
      ) : (
        <Box
          tabIndex={0}
          sx={{ display: 'flex', flexDirection: 'column-reverse', flex: 1, minHeight: 96, overflow: 'auto' }}
        >
          <Box sx={{ mb: 'auto' }}>
            <TextDays texts={data.messages} onSeen={read} />
          </Box>
        </Box>
      )}
      <Typography
        variant="body2"
        sx={{ flex: 'none', p: 2, borderTop: 1, borderColor: 'border.subtle', color: 'text.secondary' }}
      >
        {translate('crm.inbox.strangerReply')}
      </Typography>
      <Suspense fallback={null}>
        {making === 2 && <LifeFormDialog phone={number} onClose={close} onSaved={made} />}
        {making === 4 && <HealthFormDialog phone={number} onClose={close} onSaved={made} />}
      </Suspense>
    </ConversationFrame>
  );
}

/** The texts of a number, and how one is marked as read by whoever saw it; admins read nothing for others. */
function useStrangerTexts(number: string) {
  const client = useQueryClient();
  const { role_id } = useCurrentUser();
  const key = ['strangers', number, 'texts'];
  const query = useVerbQuery({
    isKeptLive: true,
    key,
    ask: (provider, signal) => provider.call(listStrangerTexts, { params: { number }, signal }),
    refetchOnWindowFocus: true,
  });
  useServerEvent('receiveMessage', ({ lead_name }) => {
    if (lead_name === number) void client.invalidateQueries({ queryKey: key });
  });
  const { mutate } = useVerb(
    (provider, message_id: string) => provider.call(readMessage, { body: { message_id } }),
    {
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: key });
      },
      // A background request: failures are not shown.
      onRefused: () => true,
    },
  );
  const read = (text: TextMessage) => {
    if (isUnread(text) && role_id !== roles.admin) mutate(text.id);
  };
  return { ...query, read };
}

/** Goes to the conversation of the lead that was made: the texts are its own in a moment. */
function useMadeLead() {
  const navigate = useNavigate();
  const showAnswer = useShowAnswer();
  return (lead: Lead, outcome: Outcome) => {
    showAnswer(outcome);
    void navigate(`/inbox/${lead.id}`);
  };
}
