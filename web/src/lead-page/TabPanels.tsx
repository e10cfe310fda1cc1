import { memo, Suspense, useDeferredValue, useEffect, useMemo } from 'react';
import OpenInFullOutlined from '@mui/icons-material/OpenInFullOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { ErrorBoundary } from '../controls/ErrorBoundary.js';
import { useOpened } from '../controls/useOpened.js';
import type { LeadPanelProps, LeadTab } from '../leads/lead/lead-tab.js';
import { useTurns } from '../loading/idle.js';
import { WhenOpened } from '../loading/WhenOpened.js';
import { isBeside as isBesideOf } from './beside.rules.js';
import { panelId, tabId } from './TabBar.js';

/** What a lead opens with goes before. */
const aheadAfterMs = 1_500;
const written = ':is(textarea, input[type="text"]):not([aria-hidden], [hidden] *)';

interface Props extends Omit<LeadPanelProps, 'tab'> {
  tabs: readonly LeadTab[];
  active: LeadTab;
  /** The keys of tabs on which the pointer has rested: what is drawn ahead of them asks for what it lacks. */
  rested: readonly string[];
  onOpen: (tab: LeadTab) => void;
  /** The key of the tab that the focus goes into; told once it is there. */
  entered: string | undefined;
  onEntered: () => void;
}

/** Takes the focus into a panel as soon as that is drawn: where something is written, or to the panel itself. */
function Entrance({ panel, onEntered }: { panel: string; onEntered: () => void }) {
  useEffect(() => {
    const element = document.getElementById(panel);
    (element?.querySelector<HTMLElement>(written) ?? element)?.focus();
    onEntered();
  }, [panel, onEntered]);
  return null;
}

/** A panel that was opened before has nothing to draw when another tab or a dialog opens. */
const Panel = memo(function Panel({ of: Of, ...props }: LeadPanelProps & { of: LeadTab['Panel'] }) {
  return <Of {...props} />;
});

/**
 * The panels of a side: the open one, beside it the one that has its own place there, and hidden those opened before and
 * those drawn ahead, one in each idle time.
 */
export function TabPanels({ tabs, active, rested, onOpen, entered, onEntered, ...given }: Props) {
  const isRoomy = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const isBeside = (tab: LeadTab) => isRoomy && isBesideOf(tab, active);
  const opened = useOpened(
    tabs.filter((tab) => tab.key === active.key || isBeside(tab)).map(({ key }) => key),
  );
  const ahead = tabs.filter(({ isDrawnAhead = false }) => isDrawnAhead).map(({ key }) => key);
  const drawn = new Set([...opened, ...ahead.slice(0, useTurns(ahead.length, aheadAfterMs))]);
  const { lead, mayChange, denialReason } = given;
  const panel = useMemo(() => ({ lead, mayChange, denialReason }), [lead, mayChange, denialReason]);
  // What nobody has looked at yet is drawn anew when there is time.
  const later = useDeferredValue(panel);
  return (
    <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
      {tabs
        .filter(({ key }) => drawn.has(key))
        .map((tab) => {
          const wasOpened = opened.includes(tab.key);
          return (
            <Place
              key={tab.key}
              panel={wasOpened ? panel : later}
              isOpen={tab.key === active.key}
              standsBeside={isBeside(tab)}
              isEntered={tab.key === entered}
              asks={wasOpened || rested.includes(tab.key)}
              {...{ tab, onOpen, onEntered }}
            />
          );
        })}
    </Box>
  );
}

interface PlaceProps extends Pick<Props, 'onOpen' | 'onEntered'> {
  tab: LeadTab;
  panel: Omit<LeadPanelProps, 'tab'>;
  isOpen: boolean;
  standsBeside: boolean;
  asks: boolean;
  isEntered: boolean;
}

/** Where a panel stands; of all of them those change that are shown or hidden. */
const Place = memo(function Place({
  tab,
  panel,
  isOpen,
  standsBeside,
  asks,
  isEntered,
  onOpen,
  onEntered,
}: PlaceProps) {
  const translate = useLeadPageMessages();
  const isShown = isOpen || standsBeside;
  return (
    <Box
      id={panelId(tab)}
      {...(standsBeside
        ? { role: 'region', 'aria-label': tab.label(translate) }
        : { role: 'tabpanel', 'aria-labelledby': tabId(tab), tabIndex: 0 })}
      hidden={!isShown}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        minWidth: 0,
        overflow: 'auto',
        '&[hidden]': { display: 'none' },
        ...(standsBeside
          ? { flex: '0 0 268px', order: 1, borderLeft: 1, borderColor: 'border.default' }
          : { flex: 1 }),
      }}
    >
      {standsBeside && (
        <BesideHead
          tab={tab}
          lead={panel.lead}
          onOpen={() => {
            onOpen(tab);
          }}
        />
      )}
      {/* One that failed is tried again when it is next looked at. */}
      <ErrorBoundary resetKey={String(isShown)}>
        <WhenOpened isOpened={asks}>
          <Suspense fallback={<PanelSkeleton />}>
            <Panel {...panel} tab={tab.key} of={tab.Panel} />
            {isEntered && isShown && <Entrance panel={panelId(tab)} onEntered={onEntered} />}
          </Suspense>
        </WhenOpened>
      </ErrorBoundary>
    </Box>
  );
});

/** What stands beside has no tab over it. */
function BesideHead({ tab, lead, onOpen }: { tab: LeadTab; lead: Lead; onOpen: () => void }) {
  const translate = useLeadPageMessages();
  const alone = translate('crm.lead.alone', { tab: tab.label(translate) });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flex: 'none', pl: 2, pr: 1, pt: 1 }}>
      <Typography variant="subtitle1" component="h2" sx={{ flex: 1 }}>
        {tab.label(translate)}
      </Typography>
      {tab.Badge && <tab.Badge lead={lead} />}
      <Tooltip title={alone}>
        <IconButton aria-label={alone} size="small" onClick={onOpen}>
          <OpenInFullOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

/** While a panel is on its way; what takes no time shows none. */
function PanelSkeleton() {
  const translate = useLeadPageMessages();
  return (
    <Box
      role="status"
      aria-label={translate('crm.loading.label')}
      sx={{
        p: 2.5,
        '@keyframes appear': { from: { opacity: 0 }, to: { opacity: 1 } },
        animation: 'appear 1ms 150ms both',
      }}
    >
      <Skeleton variant="text" width="60%" height={24} />
      <Skeleton variant="rounded" height={120} sx={{ mt: 2 }} />
    </Box>
  );
}
