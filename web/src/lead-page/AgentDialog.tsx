import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { RetryButton } from '../controls/RetryButton.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { AgentPicker } from '../controls/AgentPicker.js';
import { useSuitableAgents } from './useSuitableAgents.js';

interface Props {
  lead: Pick<LeadRow, 'id' | 'fullname' | 'user_id'>;
  isSaving: boolean;
  onAssign: (agent: AgentChoice) => void;
  onClose: () => void;
}

/** Whose the lead is to be: 'Without Agent' or an agent who is suitable for it (rule L30). */
export default function AgentDialog({ lead, isSaving, onAssign, onClose }: Props) {
  const translate = useLeadPageMessages();
  const { data, isError, refetch } = useSuitableAgents(lead.id);
  const [picked, setPicked] = useState<AgentChoice>(lead.user_id);
  const withoutAgent = { id: 0 as const, fullname: translate('crm.lead.withoutAgent'), email: '' };

  return (
    <DialogFrame
      open
      width={560}
      title={translate('crm.lead.agentTitle')}
      subtitle={lead.fullname}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton
            variant="contained"
            loading={isSaving}
            reason={picked === lead.user_id ? translate('crm.lead.agentNow') : undefined}
            onClick={() => {
              onAssign(picked);
            }}
          >
            {translate('crm.lead.assign')}
          </ReasonButton>
        </>
      }
    >
      {isError ? (
        <Typography role="alert">
          {translate('crm.bulk.agentsFailed')} <RetryButton onRetry={refetch} />
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
