import { useQueryClient } from '@tanstack/react-query';
import type { Followup, FollowupChange } from '@crm/contracts/entities/followup.js';
import {
  createFollowup,
  deleteFollowup,
  listFollowupsOfLead,
  updateFollowup,
} from '@crm/contracts/http/followups.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { belongingsKey } from '../leads/lead/belongings.js';
import { openedPart } from '../leads/lead/opening.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useOfferNotices } from '../notifications/useOfferNotices.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser } from '../session/SessionContext.js';

const keyOf = (leadId: string) => [...belongingsKey(leadId), 'followup'];

/** The follow-up of a lead, null for none; what others do to it changes it at once. */
export function useLeadFollowup(leadId: string) {
  const client = useQueryClient();
  const keep = (notified: Followup) => {
    if (notified.lead_id !== leadId) return;
    client.setQueryData<Followup | null>(keyOf(leadId), (known) =>
      known && known.id === notified.id && known.version > notified.version ? known : notified,
    );
  };
  useServerEvent('followupCreate', keep);
  useServerEvent('followupUpdate', keep);
  useServerEvent('followupDelete', ({ id, lead_id }) => {
    if (lead_id !== leadId) return;
    client.setQueryData<Followup | null>(keyOf(leadId), (known) => (known?.id === id ? null : known));
  });
  return useVerbQuery<Followup | null>({
    key: keyOf(leadId),
    ask: async (provider, signal) => {
      const followups =
        (await openedPart(client, leadId, 'followups')) ??
        (await provider.call(listFollowupsOfLead, { params: { leadId }, signal })).followups;
      return followups[0] ?? null;
    },
    refetchOnWindowFocus: true,
  });
}

/** What can be done to the follow-up of a lead; each says how it went, and stands at once. */
export function useFollowupActions({ id: leadId, user_id: agent }: { id: string; user_id: AgentChoice }) {
  const client = useQueryClient();
  const user = useCurrentUser();
  const showAnswer = useShowAnswer();
  const showPlanned = useOfferNotices();
  const key = keyOf(leadId);
  const keep = async (followup: Followup | null) => {
    // An answer under way may be from before.
    await client.cancelQueries({ queryKey: key });
    client.setQueryData<Followup | null>(key, followup);
    void client.invalidateQueries({ queryKey: ['follow-ups', 'getList'] });
  };
  // Somebody else did something to it: what stands is read anew.
  const onRefused = () => void client.invalidateQueries({ queryKey: key });
  // What an admin sets on an agent's lead is for that agent.
  const owner = user.role_id === roles.admin && agent !== 0 ? agent : user.id;

  const creation = useVerb(
    (provider, translate: Required<Pick<FollowupChange, 'datetime' | 'description' | 'priority'>>) =>
      provider.call(createFollowup, { body: { user_id: owner, lead_id: leadId, ...translate } }),
    {
      onSuccess: (answer) => {
        void keep(answer.followup);
        showPlanned(answer);
      },
      onRefused,
    },
  );
  const change = useVerb(
    async (provider, { known, translate }: { known: Followup; translate: FollowupChange }) => {
      const { id } = known;
      // Of a completed one nothing may change before it is open again.
      if (known.completed === 1 && translate.completed === undefined) {
        await provider.call(updateFollowup, { body: { id, followup: { completed: 0 } } });
      }
      return provider.call(updateFollowup, { body: { id, followup: translate } });
    },
    {
      onSuccess: (answer) => {
        void keep(answer.followup);
        showPlanned(answer);
      },
      onRefused,
    },
  );
  const removal = useVerb((provider, { id }: Followup) => provider.call(deleteFollowup, { body: { id } }), {
    onSuccess: (answer) => {
      void keep(null);
      showAnswer(answer);
    },
    onRefused,
  });
  return { creation, change, removal };
}
