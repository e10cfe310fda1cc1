import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useScriptMessages } from '../../i18n/scripts.en.js';
import type { LeadPanelProps } from '../lead/lead-tab.js';
import { ScriptEditor } from './ScriptEditor.js';
import { scriptTabKey } from './script-tab-key.js';
import { useScriptActions } from './useScripts.js';

/** Where a script of one's own is written (rule L31). */
export default function NewScriptPanel({ lead }: LeadPanelProps) {
  const translate = useScriptMessages();
  const navigate = useNavigate();
  const { creation } = useScriptActions();
  // Each script begins with an empty page, though the panel stays.
  const [round, setRound] = useState(0);
  return (
    <ScriptEditor
      key={round}
      title={translate('crm.script.custom.newTitle')}
      html=""
      saveLabel={translate('crm.script.custom.create')}
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
