import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '../../routing/NavigateProvider.js';
import { deleteLead } from '@crm/contracts/http/leads.js';
import { startWork } from '@crm/contracts/http/work.js';
import { supervises } from '@crm/contracts/access.js';
import { afterStatusSaved, type SavableStatus } from '@crm/contracts/codes/statuses.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { useAskedFollowup } from './useAskedFollowup.js';
import { useShowAnswer, useShowRefusal } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { useSendLive } from '../../realtime/useSendLive.js';
import { leadListFor } from '../../routing/dashboards.js';
import { useCurrentUser, useSession, useUncompletedLead } from '../../session/SessionContext.js';
import { sentAway } from '../../leaving/sent-away.js';
import { removeRow } from '../live/lead-cache.js';
import { cacheRow, leadActionKey, wholeLeadKey } from './lead-query.js';
import { useCompletion, useNoLongerOwed } from './useCompletion.js';

/** A status to be saved, and what stands or comes with it. */
interface StatusChoice {
  status: SavableStatus;
  /** The follow-up is set already: nobody is asked for one. */
  hasFollowup?: boolean;
  /** Opens the next lead, once this one is completed. */
  then?: (() => void) | undefined;
}

/** What can be done to an open lead; each says how it went, and `onDone` is told when it went well. */
export function useLeadActions({ id }: Pick<Lead, 'id'>, onDone: () => void) {
  const client = useQueryClient();
  const session = useSession();
  const user = useCurrentUser();
  const isOwed = useUncompletedLead() === id;
  const sendLive = useSendLive();
  const showAnswer = useShowAnswer();
  const showRefusal = useShowRefusal();
  const navigate = useNavigate();
  const mutationKey = leadActionKey(id);

  const noLongerOwed = useNoLongerOwed(id);
  const completion = useCompletion(id);
  const { ask } = useAskedFollowup();

  const work = useVerb(
    (provider, _input: void) => provider.call(startWork, { params: { userId: user.id, leadId: id } }),
    {
      onSuccess: (answer) => {
        session.change({ uncompleted_lead: id });
        showAnswer(answer);
      },
    },
  );

  const status = useMutation({
    mutationKey,
    mutationFn: (chosen: StatusChoice) => sendLive('updateStatus', { lead_id: id, status: chosen.status }),
    onSuccess: (answer, { status: saved, hasFollowup = false, then }) => {
      cacheRow(client, answer.lead);
      onDone();
      const asksForFollowup = !hasFollowup && afterStatusSaved(saved) === 'follow-up';
      // One message is enough: the completion has its own.
      if (isOwed && !asksForFollowup) {
        completion.mutate(then);
        return;
      }
      showAnswer(answer);
      // The answer to that question completes the lead.
      if (asksForFollowup) ask(id, { opensNext: then !== undefined });
      else then?.();
    },
    onError: showRefusal,
  });

  const assignment = useMutation({
    mutationKey,
    mutationFn: (agent: AgentChoice) => sendLive('assignAgent', { lead_id: id, agent_id: agent }),
    onSuccess: async (answer) => {
      onDone();
      showAnswer(answer);
      if (supervises({ role: user.role_id })) {
        await client.invalidateQueries({ queryKey: wholeLeadKey(id) });
        return;
      }
      // It is somebody else's now, and so is finishing it.
      noLongerOwed();
      removeRow(client, 'leads', id);
      void navigate(leadListFor(user), { state: sentAway });
    },
    onError: showRefusal,
  });

  const removal = useVerb((provider, _input: void) => provider.call(deleteLead, { body: { lead_id: id } }), {
    key: mutationKey,
    onSuccess: (answer) => {
      onDone();
      noLongerOwed();
      removeRow(client, 'leads', id);
      void client.invalidateQueries({ queryKey: ['leads', 'getList'] });
      showAnswer(answer);
      void navigate('/life', { state: sentAway });
    },
  });

  return { status, assignment, removal, work, completion, isOwed };
}
