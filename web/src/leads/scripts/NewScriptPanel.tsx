import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useScriptWords } from '../../i18n/scripts.en.js';
import type { LeadPanelProps } from '../lead-page/lead-tab.js';
import { ScriptEditor } from './ScriptEditor.js';
import { scriptTabKey } from './script-tab-key.js';
import { useScriptDeeds } from './useScripts.js';

/** Where a script of one's own is written (lead-work section 2, 'Add a Custom Script'). */
export default function NewScriptPanel({ lead }: LeadPanelProps) {
  const words = useScriptWords();
  const navigate = useNavigate();
  const { creation } = useScriptDeeds();
  // Each script begins with an empty page, though the panel stays.
  const [round, setRound] = useState(0);
  return (
    <ScriptEditor
      key={round}
      title={words('crm.script.custom.newTitle')}
      html=""
      saveLabel={words('crm.script.custom.create')}
      isSaving={creation.isPending}
      onSave={(html) => {
        creation.mutate(html, {
          onSuccess: ({ script }) => {
            setRound(round + 1);
            void navigate(`/lead/${lead.id}/${scriptTabKey(script.id)}`);
          },
        });
      }}
    />
  );
}
