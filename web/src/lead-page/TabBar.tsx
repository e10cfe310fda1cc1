import { memo, useEffect, useRef, type KeyboardEvent } from 'react';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { stepInRow } from '../controls/arrow-steps.rules.js';
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

// MUI's tabs draw all of themselves three times and measure the page each time; of these the two that change are drawn.
const List = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flex: 'none',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  paddingInline: theme.spacing(2),
  borderBottom: `1px solid ${theme.palette.border.default}`,
}));

const TabButton = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.body1,
  position: 'relative',
  flex: 'none',
  minHeight: theme.size.tab,
  padding: '0 4px',
  marginRight: 20,
  fontWeight: 500,
  color: theme.palette.text.secondary,
  '&[aria-selected="true"]': { fontWeight: 600, color: theme.palette.primary.main },
  '&[aria-selected="true"]::after': {
    content: '""',
    position: 'absolute',
    inset: 'auto 0 0',
    height: 2,
    backgroundColor: theme.palette.primary.main,
  },
  '&.Mui-focusVisible': { outlineOffset: -2 },
}));

const PillList = styled(List)(({ theme }) => ({
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

/** Less is a pointer that passes. */
const restMs = 100;

/** Goes along a list with the arrow keys; Enter opens. */
function goAlong(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const place = tabs.findIndex((tab) => tab === document.activeElement);
  const next = stepInRow(event.key, place, tabs.length, 'goes round');
  if (next === undefined) return;
  event.preventDefault();
  tabs[next]?.focus();
}

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
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => {
    clearTimeout(rest.current);
  };
  useEffect(() => leave, []);
  return (
    <Button
      ref={button}
      role="tab"
      {...(!isGroup && { id: tabId(tab) })}
      aria-controls={controls}
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      onPointerEnter={() => {
        rest.current = setTimeout(() => {
          onRest(tab);
        }, restMs);
      }}
      onPointerLeave={leave}
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
    <List role="tablist" aria-label={label} onKeyDown={goAlong}>
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
    </List>
  );
}

/** The second level, as pills, so that two levels never look alike (look: Tabs). */
export function PillBar({ label, lead, tabs, active, onOpen, onRest }: Props) {
  return (
    <PillList role="tablist" aria-label={label} onKeyDown={goAlong}>
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
