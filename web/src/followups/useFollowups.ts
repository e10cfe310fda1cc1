import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { EventFollowup, Followup, FollowupChange } from '@crm/contracts/entities/followup.js';
import {
  addFollowup,
  createFollowup,
  deleteFollowup,
  listAllFollowupsOfLead,
  updateFollowup,
} from '@crm/contracts/http/followups.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { belongingsKey } from '../leads/lead/belongings.js';
import { openedPart } from '../leads/lead/opening.js';
import { readAnew } from '../loading/read-anew.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useOfferNotices } from '../notifications/useOfferNotices.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { withFollowup, withToldFollowup } from './lead-followups.rules.js';

/** What a new one is made of, as its form sends it. */
type Planned = Required<Pick<FollowupChange, 'datetime' | 'description' | 'priority'>>;

const keyOf = (leadId: string) => [...belongingsKey(leadId), 'followups'];

/** Changes what is known of a lead's follow-ups; where nothing is known yet, it is asked for anew. */
function patch(
  client: QueryClient,
  leadId: string,
  change: (known: readonly Followup[]) => readonly Followup[],
): void {
  const queryKey = keyOf(leadId);
  const known = client.getQueryData<readonly Followup[]>(queryKey);
  if (known === undefined) void client.invalidateQueries({ queryKey });
  else client.setQueryData(queryKey, change(known));
}

const without = (id: string) => (known: readonly Followup[]) => known.filter((each) => each.id !== id);

/** The follow-ups of a lead, the next one first (rule F7); what others do to them changes them at once. */
export function useLeadFollowups(leadId: string) {
  const client = useQueryClient();
  const keep = (told: EventFollowup) => {
    if (told.lead_id !== leadId) return;
    const queryKey = keyOf(leadId);
    const known = client.getQueryData<readonly Followup[]>(queryKey) ?? [];
    const next = withToldFollowup(known, told);
    if (next === undefined) return;
    if (next !== known) client.setQueryData(queryKey, next);
    // Its description is read with the reader's own rights.
    void readAnew(client, { queryKey });
  };
  useServerEvent('followupCreate', keep);
  useServerEvent('followupUpdate', keep);
  useServerEvent('followupDelete', ({ id, lead_id }) => {
    if (lead_id === leadId) patch(client, leadId, without(id));
  });
  return useVerbQuery<readonly Followup[]>({
    key: keyOf(leadId),
    ask: async (provider, signal) =>
      (await openedPart(client, leadId, 'followups')) ??
      (await provider.call(listAllFollowupsOfLead, { params: { leadId }, signal })).followups,
    isKeptLive: true,
    refetchOnWindowFocus: true,
  });
}

/** The next follow-up of a lead, null for none. */
export function useLeadFollowup(leadId: string) {
  const { data, isPending, isError } = useLeadFollowups(leadId);
  return { data: data && (data[0] ?? null), isPending, isError };
}

/** What can be done to the follow-ups of a lead; each says how it went, and stands at once. */
export function useFollowupActions({ id: leadId, user_id: agent }: { id: string; user_id: AgentChoice }) {
  const client = useQueryClient();
  const user = useCurrentUser();
  const showAnswer = useShowAnswer();
  const showPlanned = useOfferNotices();
  const key = keyOf(leadId);
  const stands = async (change: (known: readonly Followup[]) => readonly Followup[]) => {
    // An answer under way may be from before.
    await client.cancelQueries({ queryKey: key });
    patch(client, leadId, change);
    void client.invalidateQueries({ queryKey: ['follow-ups', 'getList'] });
  };
  const onSaved = (answer: AnswerOf<typeof createFollowup>) => {
    void stands((known) => withFollowup(known, answer.followup));
    showPlanned(answer);
  };
  // Somebody else did something to it: what stands is read anew.
  const onRefused = () => void client.invalidateQueries({ queryKey: key });
  // What an admin sets on an agent's lead is for that agent.
  const owner = user.role_id === roles.admin && agent !== 0 ? agent : user.id;

  const bodyOf = (planned: Planned) => ({ user_id: owner, lead_id: leadId, ...planned });
  const creation = useVerb(
    (provider, planned: Planned) => provider.call(createFollowup, { body: bodyOf(planned) }),
    { onSuccess: onSaved, onRefused },
  );
  const addition = useVerb(
    (provider, planned: Planned) => provider.call(addFollowup, { body: bodyOf(planned) }),
    { onSuccess: onSaved, onRefused },
  );
  const change = useVerb(
    async (provider, { known, planned }: { known: Followup; planned: FollowupChange }) => {
      const { id } = known;
      // Of a completed one nothing may change before it is open again.
      if (known.completed === 1 && planned.completed === undefined) {
        await provider.call(updateFollowup, { body: { id, followup: { completed: 0 } } });
      }
      return provider.call(updateFollowup, { body: { id, followup: planned } });
    },
    { onSuccess: onSaved, onRefused },
  );
  const removal = useVerb((provider, { id }: Followup) => provider.call(deleteFollowup, { body: { id } }), {
    onSuccess: (answer, { id }) => {
      void stands(without(id));
      showAnswer(answer);
    },
    onRefused,
  });
  return { creation, addition, change, removal };
}
