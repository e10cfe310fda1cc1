import { useQueryClient } from '@tanstack/react-query';
import { roles } from '@crm/contracts/codes/roles.js';
import type { CustomerVoicemail } from '@crm/contracts/entities/telephony.js';
import { listVoicemailsOfLead, readVoicemail } from '@crm/contracts/http/recordings.js';
import { belongingsKey } from '../leads/lead/belongings.js';
import { readAnew } from '../loading/read-anew.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useVerb } from '../providers/useVerb.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser } from '../session/SessionContext.js';

const keyOf = (leadId: string) => [...belongingsKey(leadId), 'voicemails'];

/** What the customer of a lead left, the last one first; what comes, and what others play, changes it at once. */
export function useLeadVoicemails(leadId: string) {
  const client = useQueryClient();
  useServerEvent('voicemailChanged', ({ lead_id }) => {
    if (lead_id === leadId) void readAnew(client, { queryKey: keyOf(leadId) });
  });
  return useVerbQuery<CustomerVoicemail[]>({
    isKeptLive: true,
    key: keyOf(leadId),
    ask: async (provider, signal) =>
      (await provider.call(listVoicemailsOfLead, { params: { id: leadId }, signal })).vm,
    refetchOnWindowFocus: true,
  });
}

/** Marks a voicemail as played; by an admin only what is for nobody else (rule T3). */
export function useReadVoicemail(leadId: string) {
  const client = useQueryClient();
  const { role_id } = useCurrentUser();
  const { mutate } = useVerb((provider, id: string) => provider.call(readVoicemail, { params: { id } }), {
    onSuccess: (_answer, id) => {
      client.setQueryData<CustomerVoicemail[]>(keyOf(leadId), (known) =>
        known?.map((each) => (each.id === id ? { ...each, read: 1 } : each)),
      );
    },
  });
  return ({ id, read, user_id }: CustomerVoicemail) => {
    if (read === 0 && (role_id !== roles.admin || user_id === 0)) mutate(id);
  };
}
