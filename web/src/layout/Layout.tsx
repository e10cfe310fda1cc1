import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useEvent } from 'react-admin';
import { Navigate, useLocation } from 'react-router-dom';
import { roles } from '@crm/contracts/codes/roles.js';
import { CallingProvider, createCallingStore, useIsDeskWanted } from '../calling/calling.js';
import { FollowupAsker } from '../followups/FollowupAsker.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { LeaveGuard } from '../leaving/LeaveGuard.js';
import { sentAway } from '../leaving/sent-away.js';
import { useOwedLead } from '../leaving/useOwedLead.js';
import { RealtimeProvider } from '../realtime/RealtimeProvider.js';
import { useComesBehindPage } from '../realtime/useComesBehindPage.js';
import { pageBehindDialog, pageOf } from '../routing/page-of.js';
import { RouteGuard } from '../routes/RouteGuard.js';
import { CurrentUserProvider, useRight, useSessionUser } from '../session/SessionContext.js';
import { ShortcutsProvider, useShortcut } from '../shortcuts/ShortcutsProvider.js';
import { AppBar } from './AppBar.js';
import { ConnectionBanner } from './ConnectionBanner.js';
import { ErrorBoundary } from '../controls/ErrorBoundary.js';
import { LiveEvents } from './LiveEvents.js';
import { LoadingPage } from './LoadingPage.js';
import { PaletteKeeper } from './PaletteKeeper.js';
import { SessionKeeper } from './SessionKeeper.js';
import { Sidebar, type SidebarForm } from './Sidebar.js';
import { KeepsPlace } from '../loading/KeepsPlace.js';
import { useIsSettled } from '../loading/idle.js';
import { DrawnAhead, lazyPart } from '../loading/lazy-part.js';

const DiallerKeeper = lazyPart(() => import('../dialler/DiallerKeeper.js'));
const CallKeeper = lazyPart(() => import('../calls/CallKeeper.js'));
const SupervisionKeeper = lazyPart(() => import('../supervision/SupervisionKeeper.js'));
const LaterKeepers = lazyPart(() => import('./LaterKeepers.js'));
const LicenceBanner = lazyPart(() => import('./LicenceBanner.js'));
const ShortcutsSheet = lazyPart(() => import('./ShortcutsSheet.js'));

/** Where a day begins, and where licences are looked after. */
const licencePages: ReadonlySet<string> = new Set(['/', '/agents', '/licences']);
/** What nobody waits for when a page opens. */
const notNeededAtFirstMs = 2_000;
const contentId = 'main-content';

const SkipLink = () => {
  const translate = useTranslate();
  return (
    <Button
      variant="contained"
      href={`#${contentId}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(contentId)?.focus();
      }}
      sx={(theme) => ({
        position: 'fixed',
        top: 10,
        left: 10,
        zIndex: theme.zIndex.tooltip,
        '&:not(:focus)': { transform: 'translateY(-64px)' },
      })}
    >
      {translate('crm.shell.skip')}
    </Button>
  );
};

/** After navigation: scroll to the top and move screen-reader focus to the content. */
const useFocusOnNavigation = (page: string) => {
  const main = useRef<HTMLElement>(null);
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    main.current?.scrollTo?.(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [page]);
  return main;
};

const useSidebarForm = (): SidebarForm => {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('xl'), { noSsr: true });
  const isCompact = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true });
  if (isCompact) return 'sheet';
  return isWide ? 'drawer' : 'rail';
};

/** They come behind the page, and at once where somebody calls or needs the device. */
const Calls = () => {
  const comes = useComesBehindPage();
  const isWanted = useIsDeskWanted();
  return <Suspense fallback={null}>{(comes || isWanted) && <CallKeeper />}</Suspense>;
};

const Frame = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const isCaller = useRight('calls:make');
  const mayFind = useRight('leads:search');
  const supervises = useRight('page:floor');
  const seesLicences = useRight('page:licences');
  const { pathname } = useLocation();
  const page = pageOf(pathname);
  const listPage = pageBehindDialog(pathname);
  const main = useFocusOnNavigation(listPage);
  const owedLead = useOwedLead();
  const form = useSidebarForm();
  const [sheetOpenAt, setSheetOpenAt] = useState<string>();
  const isSettled = useIsSettled(notNeededAtFirstMs);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const [showsPalette, setShowsPalette] = useState(false);
  const openPalette = useEvent(() => {
    setShowsPalette(true);
  });
  const openShortcuts = useEvent(() => {
    setShowsShortcuts(true);
  });
  const openSheet = useEvent(() => {
    setSheetOpenAt(pathname);
  });
  const closeSheet = useEvent(() => {
    setSheetOpenAt(undefined);
  });
  useShortcut({ key: '?', label: translate('crm.shortcuts.sheet'), scope: 'everywhere' }, openShortcuts);

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100dvh', overflow: 'hidden' }}>
      <SkipLink />
      <AppBar sidebar={form} onMenu={openSheet} onFind={openPalette} onShortcuts={openShortcuts} />
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
        <Sidebar
          form={form}
          // Closed on navigation.
          open={sheetOpenAt === pathname}
          onClose={closeSheet}
        />
        <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 }}>
          <Box
            component="main"
            id={contentId}
            ref={main}
            tabIndex={-1}
            sx={{
              display: 'flex',
              flexDirection: 'column',
              flex: 1,
              minHeight: 0,
              overflow: 'auto',
              px: { xs: 2, xl: 2.5 },
              pt: 1.5,
              pb: 2,
              gap: 1.5,
            }}
          >
            <ErrorBoundary resetKey={page}>
              <Suspense fallback={null}>
                <RouteGuard>
                  {owedLead === undefined ? children : <Navigate to={owedLead} replace state={sentAway} />}
                </RouteGuard>
              </Suspense>
            </ErrorBoundary>
          </Box>
          {/* It comes when the page is there already: below it, where it moves nothing. */}
          {seesLicences && licencePages.has(listPage) && (
            <KeepsPlace key={listPage} name={`licences${listPage}`}>
              <Suspense fallback={null}>
                <LicenceBanner />
              </Suspense>
            </KeepsPlace>
          )}
        </Box>
      </Box>
      {isCaller && <Calls />}
      <Suspense fallback={null}>{supervises && <SupervisionKeeper />}</Suspense>
      {/* Nobody waits for it. */}
      <DrawnAhead value>
        <Suspense fallback={null}>{isSettled && <LaterKeepers isCaller={isCaller} />}</Suspense>
      </DrawnAhead>
      <FollowupAsker />
      {mayFind && (
        <PaletteKeeper
          isOpen={showsPalette}
          onOpen={openPalette}
          onClose={() => {
            setShowsPalette(false);
          }}
        />
      )}
      <ConnectionBanner />
      <Suspense fallback={null}>
        {showsShortcuts && (
          <ShortcutsSheet
            onClose={() => {
              setShowsShortcuts(false);
            }}
          />
        )}
      </Suspense>
    </Box>
  );
};

/** The shell around every page: it stays mounted during navigation, so that a call, for example, continues. */
export const Layout = ({ children }: { children: ReactNode }) => {
  const user = useSessionUser();
  const [calling] = useState(createCallingStore);
  // Just signed out: navigation to the sign-in page is in progress.
  if (!user) return <LoadingPage />;
  return (
    <CurrentUserProvider value={user}>
      <RealtimeProvider>
        <ShortcutsProvider>
          <CallingProvider value={calling}>
            <LiveEvents />
            <SessionKeeper />
            <Suspense fallback={null}>{user.role_id === roles.guide && <DiallerKeeper />}</Suspense>
            {/* Around the call panel as well: the form behind Adjust asks before what was typed in it is lost. */}
            <LeaveGuard>
              <Frame>{children}</Frame>
            </LeaveGuard>
          </CallingProvider>
        </ShortcutsProvider>
      </RealtimeProvider>
    </CurrentUserProvider>
  );
};
