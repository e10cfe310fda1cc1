import { useShowAnswer } from '../notifications/useShowAnswer.js';
import HealthFormDialog from '../leads/health-form/HealthFormDialog.js';
import LifeFormDialog from '../leads/life-form/LifeFormDialog.js';
import { cacheLead, useLead } from '../leads/lead/lead-query.js';
import { useQueryClient } from '@tanstack/react-query';

/** The client data of the call's lead beside every page, so that it can be read on meanwhile (rule C4). */
export default function AdjustDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const { data: lead } = useLead(leadId);
  if (!lead) return null;
  const props = {
    isBeside: true,
    onClose,
    onSaved: (saved: typeof lead, outcome: Parameters<typeof showAnswer>[0]) => {
      cacheLead(client, saved);
      showAnswer(outcome);
    },
  };
  return lead.type === 'life' ? (
    <LifeFormDialog lead={lead} {...props} />
  ) : (
    <HealthFormDialog lead={lead} {...props} />
  );
}
