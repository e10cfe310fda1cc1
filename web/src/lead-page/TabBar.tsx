import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { pills } from '../controls/pills.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { groupLabels, type LeadTab } from '../leads/lead/lead-tab.js';

/** Of the elements of a tab: its keys may hold a slash. */
export const tabId = ({ side, key }: Pick<LeadTab, 'side' | 'key'>) =>
  `lead-tab-${side}-${key.replaceAll('/', '-')}`;
export const panelId = ({ side, key }: Pick<LeadTab, 'side' | 'key'>) =>
  `lead-panel-${side}-${key.replaceAll('/', '-')}`;

interface Props {
  label: string;
  lead: Lead;
  tabs: readonly LeadTab[];
  active: LeadTab;
  onOpen: (tab: LeadTab) => void;
}

const Labelled = ({ tab, lead }: { tab: LeadTab; lead: Lead }) => {
  const translate = useLeadPageMessages();
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      {tab.label(translate)}
      {tab.Badge && <tab.Badge lead={lead} />}
    </Box>
  );
};

/** The first level: the tabs of a side, a group of them standing as one. */
export function TabBar({ label, lead, tabs, active, onOpen }: Props) {
  const translate = useLeadPageMessages();
  const shown = tabs.filter(
    ({ group }, index) => group === undefined || tabs.findIndex((tab) => tab.group === group) === index,
  );
  const keyOf = ({ group, key }: LeadTab) => (group === undefined ? key : `group-${group}`);
  return (
    <Tabs
      value={keyOf(active)}
      aria-label={label}
      variant="scrollable"
      scrollButtons={false}
      sx={{ flex: 'none', px: 2 }}
    >
      {shown.map((tab) => (
        <Tab
          key={keyOf(tab)}
          value={keyOf(tab)}
          {...(tab.group === undefined && { id: tabId(tab) })}
          aria-controls={tab.group === active.group ? panelId(active) : panelId(tab)}
          label={
            tab.group === undefined ? <Labelled tab={tab} lead={lead} /> : groupLabels[tab.group](translate)
          }
          onClick={() => {
            onOpen(tab);
          }}
        />
      ))}
    </Tabs>
  );
}

/** The second level, as pills, so that two levels never look alike (look: Tabs). */
export function PillBar({ label, lead, tabs, active, onOpen }: Props) {
  return (
    <Tabs value={active.key} aria-label={label} variant="scrollable" scrollButtons={false} sx={pills}>
      {tabs.map((tab) => (
        <Tab
          key={tab.key}
          value={tab.key}
          id={tabId(tab)}
          aria-controls={panelId(tab)}
          label={<Labelled tab={tab} lead={lead} />}
          onClick={() => {
            onOpen(tab);
          }}
        />
      ))}
    </Tabs>
  );
}
