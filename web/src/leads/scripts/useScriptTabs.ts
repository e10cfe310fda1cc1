import { lazy, useMemo } from 'react';
import { useWords } from '../../i18n/useWords.js';
import type { LeadTab } from '../lead-page/lead-tab.js';
import { scriptName } from './script-text.js';
import { scriptTabKey } from './script-tab-key.js';
import { useScripts } from './useScripts.js';

const CustomScriptPanel = lazy(() => import('./CustomScriptPanel.js'));
const NewScriptPanel = lazy(() => import('./NewScriptPanel.js'));

const always = () => true;

const addTab: LeadTab = {
  key: 'add-script',
  side: 'right',
  group: 'call',
  label: (words) => words('crm.script.custom.add'),
  isShown: always,
  Panel: NewScriptPanel,
};

/** A tab for each script of the user's own, and one to write another in. */
export function useScriptTabs(): readonly LeadTab[] {
  const words = useWords();
  const { data: scripts } = useScripts();
  return useMemo(
    () => [
      ...(scripts ?? []).map((script, index): LeadTab => {
        const name = scriptName(script.html) ?? words('crm.script.custom.untitled', { number: index + 1 });
        return {
          key: scriptTabKey(script.id),
          side: 'right',
          group: 'call',
          label: () => name,
          isShown: always,
          Panel: CustomScriptPanel,
        };
      }),
      addTab,
    ],
    [scripts, words],
  );
}
