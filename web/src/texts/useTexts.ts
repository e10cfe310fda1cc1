import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useEvent } from 'react-admin';
import { roles } from '@crm/contracts/codes/roles.js';
import type { EventText, TextMessage } from '@crm/contracts/entities/messaging.js';
import { listTexts, resendText, sendText } from '@crm/contracts/http/messaging.js';
import { readMessage } from '@crm/contracts/http/notifications.js';
import { belongingsKey } from '../leads/lead/belongings.js';
import { openedPart } from '../leads/lead/opening.js';
import { readAnew } from '../loading/read-anew.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { afterReading, isUnread, withTexts, type Conversation } from './conversation.rules.js';

/** Under which the conversation with a lead is cached. */
export const textsKey = (leadId: string) => [...belongingsKey(leadId), 'texts'];

/** Merges a text into its cached conversation; older versions are ignored. */
export function cacheText(client: QueryClient, text: TextMessage): void {
  if (text.lead_id === null) return;
  client.setQueryData<Conversation>(
    textsKey(text.lead_id),
    (known) => known && { ...known, messages: withTexts(known.messages, [text]) },
  );
}

/**
 * Merges what an event told of a text, which leaves its words out: they never change. One that is not known is read with the
 * conversation.
 */
function cacheToldText(client: QueryClient, told: EventText): void {
  if (told.lead_id === null) return;
  const queryKey = textsKey(told.lead_id);
  const { messages = [] } = client.getQueryData<Conversation>(queryKey) ?? {};
  const known = messages.find(({ id }) => id === told.id);
  if (known === undefined) void readAnew(client, { queryKey });
  else cacheText(client, { ...known, ...told });
}

/** Marks texts of a lead as read in the cache. */
function cacheRead(client: QueryClient, leadId: string, ids: ReadonlySet<string | null>): void {
  client.setQueryData<Conversation>(
    textsKey(leadId),
    (known) =>
      known && {
        ...known,
        messages: known.messages.map((each) => (ids.has(each.id) ? { ...each, read_status: 1 } : each)),
      },
  );
}

/** The conversation with a lead, oldest first; new texts and delivery statuses appear live. */
export function useTexts(leadId: string) {
  const client = useQueryClient();
  const { role_id } = useCurrentUser();
  useServerEvent('addMessage', (text) => {
    if (text.lead_id === leadId) cacheToldText(client, text);
  });
  useServerEvent('updateSendStatus', ({ text_message }) => {
    if (text_message.lead_id === leadId) cacheToldText(client, text_message);
  });
  useServerEvent('notificationsUpdate', ({ removed }) => {
    // Read in another window of the same user; dismissing by an admin does not count as reading.
    if (role_id !== roles.admin)
      cacheRead(client, leadId, new Set(removed.map(({ message_id }) => message_id)));
  });
  return useVerbQuery<Conversation>({
    key: textsKey(leadId),
    ask: async (provider, signal) => {
      const read =
        (await openedPart(client, leadId, 'texts')) ??
        (await provider.call(listTexts, { params: { id: leadId }, signal }));
      // Loaded older pages stay, and a live event may be newer than the response.
      return afterReading(client.getQueryData<Conversation>(textsKey(leadId)), read);
    },
    isKeptLive: true,
    refetchOnWindowFocus: true,
  });
}

/** Loads the page before the oldest loaded text. */
export function useOlderTexts(leadId: string) {
  const client = useQueryClient();
  return useVerb(
    (provider, before: string) => provider.call(listTexts, { params: { id: leadId }, query: { before } }),
    {
      onSuccess: ({ messages, more }) => {
        client.setQueryData<Conversation>(
          textsKey(leadId),
          (known) => known && { messages: withTexts(known.messages, messages), more },
        );
      },
    },
  );
}

/** Sends a text to a number of the lead, identified by place if it is hidden. */
export function useSendText(leadId: string) {
  const { id: user_id } = useCurrentUser();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  return useVerb(
    (provider, { text, to, files, key }: { text: string; to: string; files: string[]; key: string }) =>
      provider.call(sendText, { body: { lead_id: leadId, user_id, text, to, files, key } }),
    {
      onSuccess: ({ text_message, ...answer }) => {
        cacheText(client, text_message);
        // The inbox shows the last text of each.
        void client.invalidateQueries({ queryKey: ['conversations', 'getList'] });
        showAnswer(answer);
      },
    },
  );
}

/** Resends a failed text. */
export function useResendText() {
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  return useVerb((provider, id: string) => provider.call(resendText, { body: { id } }), {
    onSuccess: ({ text_message, ...answer }) => {
      cacheText(client, text_message);
      showAnswer(answer);
    },
  });
}

/**
 * Marks a text as read once it was seen, except by admins (rule T2). If that fails, it is retried when the text is
 * next seen.
 */
export function useReadText(leadId: string) {
  const client = useQueryClient();
  const { role_id } = useCurrentUser();
  const underWay = useRef(new Set<string>());
  const { mutate } = useVerb(
    async (provider, message_id: string) => {
      try {
        return await provider.call(readMessage, { body: { message_id } });
      } catch (error) {
        underWay.current.delete(message_id);
        throw error;
      }
    },
    {
      onSuccess: (_answer, id) => {
        cacheRead(client, leadId, new Set([id]));
      },
      // A background request: failures are not shown.
      onRefused: () => true,
    },
  );
  return useEvent((text: TextMessage) => {
    if (!isUnread(text) || role_id === roles.admin || underWay.current.has(text.id)) return;
    underWay.current.add(text.id);
    mutate(text.id);
  });
}
