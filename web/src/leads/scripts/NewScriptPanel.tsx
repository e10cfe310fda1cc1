import { useState } from 'react';
import { useNavigate } from '../../routing/NavigateProvider.js';
import { scripts } from '@crm/contracts/resources/script.js';
import { CreateDialog } from '../../resources/ResourceDialog.js';
import { useOwnRecords } from '../../resources/useOwnRecords.js';
import type { LeadPanelProps } from '../lead/lead-tab.js';
import { NewScriptFrame } from './ScriptFrame.js';
import { scriptTabKey } from './script-tab-key.js';
import { useScriptView } from './useScriptView.js';

/** Where a script of one's own is written (rule L31). */
export default function NewScriptPanel({ lead }: LeadPanelProps) {
  const view = useScriptView();
  const navigate = useNavigate();
  const { refetch } = useOwnRecords(scripts);
  // Each script begins with an empty page, though the panel stays.
  const [round, setRound] = useState(0);
  const open = async (id: string) => {
    // Its tab is there once the list has it.
    await refetch();
    await navigate(`/lead/${lead.id}/${scriptTabKey(id)}`);
  };
  return (
    <CreateDialog
      key={round}
      view={{
        ...view,
        Frame: NewScriptFrame,
        onCreated: (created) => void open(scripts.record.parse(created).id),
      }}
      onClose={() => {
        setRound(round + 1);
      }}
    />
  );
}
