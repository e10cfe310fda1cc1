import { useMemo } from 'react';
import { scripts as resource } from '@crm/contracts/resources/script.js';
import { useScriptMessages } from '../../i18n/scripts.en.js';
import type { LeadTab } from '../lead/lead-tab.js';
import { scriptName } from './script-text.js';
import { scriptTabKey } from './script-tab-key.js';
import { lazyPart } from '../../loading/lazy-part.js';
import { useOwnRecords } from '../../resources/useOwnRecords.js';

const CustomScriptPanel = lazyPart(() => import('./CustomScriptPanel.js'));
const NewScriptPanel = lazyPart(() => import('./NewScriptPanel.js'));

const always = () => true;

const addTab = {
  key: 'add-script',
  side: 'right',
  group: 'call',
  isShown: always,
  Panel: NewScriptPanel,
} as const;

/** A tab for each script of the user's own, and one to write another in. */
export function useScriptTabs(): readonly LeadTab[] {
  const translate = useScriptMessages();
  const { records: scripts } = useOwnRecords(resource);
  return useMemo(
    () => [
      ...(scripts ?? []).map((script, index): LeadTab => {
        const name =
          scriptName(script.html) ?? translate('crm.script.custom.untitled', { number: index + 1 });
        return {
          key: scriptTabKey(script.id),
          side: 'right',
          group: 'call',
          label: () => name,
          isShown: always,
          Panel: CustomScriptPanel,
        };
      }),
      { ...addTab, label: () => translate('crm.script.custom.add') },
    ],
    [scripts, translate],
  );
}
