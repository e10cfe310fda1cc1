import { useQueryClient } from '@tanstack/react-query';
import type { SentEmail } from '@crm/contracts/entities/messaging.js';
import { listEmails, sendEmail } from '@crm/contracts/http/messaging.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { belongingsKey } from '../leads/lead/belongings.js';
import { readAnew } from '../loading/read-anew.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser } from '../session/SessionContext.js';

const keyOf = (leadId: string) => [...belongingsKey(leadId), 'emails'];

/** Adds an e-mail to the list; a final status is never replaced by 'sending'. */
function withEmail(known: readonly SentEmail[], email: SentEmail): SentEmail[] {
  const standing = known.find(({ id }) => id === email.id);
  if (!standing) return [email, ...known];
  if (email.send_status === 'sending') return [...known];
  return known.map((each) => (each.id === email.id ? email : each));
}

/** E-mails sent to a lead, newest first; new ones appear at once. */
export function useEmails(leadId: string) {
  const client = useQueryClient();
  useServerEvent('emailAdd', (told) => {
    if (told.lead_id !== leadId) return;
    const queryKey = keyOf(leadId);
    const known = client.getQueryData<SentEmail[]>(queryKey) ?? [];
    const before = known.find(({ id }) => id === told.id);
    // What it says no event tells: one that is not known is read.
    if (before === undefined) void readAnew(client, { queryKey });
    else client.setQueryData<SentEmail[]>(queryKey, withEmail(known, { ...before, ...told }));
  });
  return useVerbQuery<SentEmail[]>({
    isKeptLive: true,
    key: keyOf(leadId),
    ask: async (provider, signal) => (await provider.call(listEmails, { params: { leadId }, signal })).emails,
    refetchOnWindowFocus: true,
  });
}

/** Sends an e-mail to the lead's address; one that could not be sent is listed with the reason. */
export function useSendEmail({ id: leadId, email, fullname }: Pick<Lead, 'id' | 'email' | 'fullname'>) {
  const { id: userId } = useCurrentUser();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  return useVerb(
    (provider, written: { title: string; text: string; key: string }) =>
      provider.call(sendEmail, {
        params: { leadId, userId },
        body: { emailClient: email ?? '', fullnameClient: fullname, ...written },
      }),
    {
      onSuccess: ({ email: sent, ...answer }) => {
        client.setQueryData<SentEmail[]>(keyOf(leadId), (known) => known && withEmail(known, sent));
        showAnswer(answer);
      },
    },
  );
}
