import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useWords } from '../../i18n/useWords.js';
import { AgentPicker } from '../AgentPicker.js';
import { useVerbQuery } from '../useVerbQuery.js';

interface Agent {
  id: string;
  fullname: string;
  email: string;
}

interface Props {
  lead: Pick<LeadRow, 'id' | 'fullname' | 'user_id'>;
  isSaving: boolean;
  onAssign: (agent: AgentChoice) => void;
  onClose: () => void;
}

/** Whose the lead is to be: 'Without Agent' or an agent who is suitable for it (lead-work section 2). */
export default function AgentDialog({ lead, isSaving, onAssign, onClose }: Props) {
  const words = useWords();
  const { data, isError, refetch } = useVerbQuery<Agent[]>({
    key: ['leads', 'suitable-agents', lead.id],
    ask: async (provider, signal) =>
      (await provider.listLeadAgents({ params: { id: lead.id }, signal })).agents,
  });
  const [picked, setPicked] = useState<AgentChoice>(lead.user_id);
  const withoutAgent = { id: 0 as const, fullname: words('crm.lead.withoutAgent'), email: '' };

  return (
    <DialogFrame
      open
      width={560}
      title={words('crm.lead.agentTitle')}
      subtitle={lead.fullname}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {words('crm.action.close')}
          </Button>
          <ReasonButton
            variant="contained"
            loading={isSaving}
            reason={picked === lead.user_id ? words('crm.lead.agentNow') : undefined}
            onClick={() => {
              onAssign(picked);
            }}
          >
            {words('crm.lead.assign')}
          </ReasonButton>
        </>
      }
    >
      {isError ? (
        <Typography role="alert">
          {words('crm.bulk.agentsFailed')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            {words('crm.action.retry')}
          </Button>
        </Typography>
      ) : (
        <AgentPicker
          agents={data && [withoutAgent, ...data]}
          picked={picked}
          onPick={({ id }) => {
            setPicked(id);
          }}
        />
      )}
    </DialogFrame>
  );
}
