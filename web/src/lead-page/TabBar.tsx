import { memo, useEffect, useRef } from 'react';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { TabButton, TabList } from '../controls/tab-list.js';
import { useRest } from '../controls/useRest.js';
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
  /** The pointer rests on a tab: it is likely to be opened. */
  onRest: (tab: LeadTab) => void;
}

const PillList = styled(TabList)(({ theme }) => ({
  alignItems: 'center',
  gap: theme.spacing(0.5),
  minHeight: 48,
  paddingInline: theme.spacing(1.5),
}));

const PillButton = styled(TabButton)(({ theme }) => ({
  ...theme.typography.body2,
  minHeight: theme.size.target,
  paddingInline: theme.spacing(1.5),
  marginRight: 0,
  borderRadius: theme.radius.control,
  '&[aria-selected="true"]': { backgroundColor: theme.palette.brand.tint },
  '&[aria-selected="true"]::after': { content: 'none' },
}));

/** The page stays where it is: only the list is moved. */
function bringIntoList(tab: HTMLElement) {
  const list = tab.parentElement;
  if (!list) return;
  const { offsetLeft, offsetWidth } = tab;
  const right = offsetLeft + offsetWidth - list.clientWidth;
  if (offsetLeft < list.scrollLeft) list.scrollLeft = offsetLeft;
  else if (right > list.scrollLeft) list.scrollLeft = right;
}

interface OneTabProps {
  Button: typeof TabButton;
  tab: LeadTab;
  lead: Lead;
  /** It stands for all tabs of its group. */
  isGroup?: boolean;
  controls: string;
  isSelected: boolean;
  onOpen: (tab: LeadTab) => void;
  onRest: (tab: LeadTab) => void;
}

const OneTab = memo(function OneTab({
  Button,
  tab,
  lead,
  isGroup = false,
  controls,
  isSelected,
  onOpen,
  onRest,
}: OneTabProps) {
  const translate = useLeadPageMessages();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isSelected) return undefined;
    // Before the next frame, in which it is measured anyhow.
    const frame = requestAnimationFrame(() => {
      if (button.current) bringIntoList(button.current);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [isSelected]);
  const rest = useRest(() => {
    onRest(tab);
  });
  return (
    <Button
      ref={button}
      role="tab"
      {...(!isGroup && { id: tabId(tab) })}
      aria-controls={controls}
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      {...rest}
      onClick={() => {
        onOpen(tab);
      }}
    >
      {isGroup && tab.group !== undefined ? (
        groupLabels[tab.group](translate)
      ) : (
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
          {tab.label(translate)}
          {tab.Badge && <tab.Badge lead={lead} />}
        </Box>
      )}
    </Button>
  );
});

/** The first level: the tabs of a side, a group of them standing as one. */
export function TabBar({ label, lead, tabs, active, onOpen, onRest }: Props) {
  const shown = tabs.filter(
    ({ group }, index) => group === undefined || tabs.findIndex((tab) => tab.group === group) === index,
  );
  const isOpen = ({ group, key }: LeadTab) =>
    group === undefined ? key === active.key : group === active.group;
  return (
    <TabList aria-label={label}>
      {shown.map((tab) => (
        <OneTab
          key={tab.key}
          Button={TabButton}
          isGroup={tab.group !== undefined}
          controls={panelId(isOpen(tab) ? active : tab)}
          isSelected={isOpen(tab)}
          {...{ tab, lead, onOpen, onRest }}
        />
      ))}
    </TabList>
  );
}

/** The second level, as pills, so that two levels never look alike (look: Tabs). */
export function PillBar({ label, lead, tabs, active, onOpen, onRest }: Props) {
  return (
    <PillList aria-label={label}>
      {tabs.map((tab) => (
        <OneTab
          key={tab.key}
          Button={PillButton}
          controls={panelId(tab)}
          isSelected={tab.key === active.key}
          {...{ tab, lead, onOpen, onRest }}
        />
      ))}
    </PillList>
  );
}
