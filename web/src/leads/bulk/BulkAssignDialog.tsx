import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { RetryButton } from '../../controls/RetryButton.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useBulkMessages } from '../../i18n/bulk.en.js';
import { AgentPicker } from '../../controls/AgentPicker.js';
import { shownCount } from '../../i18n/shown-numbers.js';
import { useReceivers } from '../useAssignees.js';

interface Props {
  count: number;
  onClose: () => void;
  onAssign: (agent: AgentChoice, name: string) => void;
}

/** Whom the checked leads go to. */
export default function BulkAssignDialog({ count, onClose, onAssign }: Props) {
  const translate = useBulkMessages();
  const { data: agents, isError, refetch } = useReceivers();
  const [picked, setPicked] = useState<{ id: AgentChoice; name: string }>();
  return (
    <DialogFrame
      open
      width={560}
      title={translate('crm.bulk.assign')}
      subtitle={translate('crm.bulk.assignText', { smart_count: count, count: shownCount(count) })}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton
            variant="contained"
            reason={picked ? undefined : translate('crm.bulk.pickAgent')}
            onClick={() => {
              if (picked) onAssign(picked.id, picked.name);
            }}
          >
            {translate('crm.bulk.assignCount', { smart_count: count, count: shownCount(count) })}
          </ReasonButton>
        </>
      }
    >
      {isError ? (
        <Typography role="alert">
          {translate('crm.bulk.agentsFailed')} <RetryButton onRetry={refetch} />
        </Typography>
      ) : (
        <AgentPicker agents={agents} picked={picked?.id} onPick={setPicked} />
      )}
    </DialogFrame>
  );
}
