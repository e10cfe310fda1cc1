import { memo, useCallback, useState } from 'react';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { groupLabels, type LeadPanelProps, type LeadTab } from '../leads/lead/lead-tab.js';
import { PillBar, TabBar } from './TabBar.js';
import { TabPanels } from './TabPanels.js';

interface Props extends Omit<LeadPanelProps, 'tab'> {
  label: string;
  /** All tabs of the lead; those of other sides are left out. */
  tabs: readonly LeadTab[];
  active: LeadTab;
  onOpen: (tab: LeadTab) => void;
  entered: string | undefined;
  onEntered: () => void;
}

/** The tabs of one side and what stands under the open one; the other side's tabs are nothing to it. */
export const TabSide = memo(function TabSide({ label, tabs, active, onOpen, ...panel }: Props) {
  const translate = useLeadPageMessages();
  const [rested, setRested] = useState<readonly string[]>([]);
  const onRest = useCallback(({ key }: LeadTab) => {
    setRested((known) => (known.includes(key) ? known : [...known, key]));
  }, []);
  const ofSide = tabs.filter(({ side }) => side === active.side);
  const inGroup = active.group === undefined ? [] : ofSide.filter(({ group }) => group === active.group);
  return (
    <>
      <TabBar label={label} lead={panel.lead} tabs={ofSide} {...{ active, onOpen, onRest }} />
      {active.group !== undefined && (
        <PillBar
          label={groupLabels[active.group](translate)}
          lead={panel.lead}
          tabs={inGroup}
          {...{ active, onOpen, onRest }}
        />
      )}
      <TabPanels tabs={ofSide} {...{ active, onOpen, rested }} {...panel} />
    </>
  );
});
