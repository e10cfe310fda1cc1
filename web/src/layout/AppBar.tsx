import MenuOutlined from '@mui/icons-material/MenuOutlined';
import { memo, Suspense } from 'react';
import MuiAppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { roles } from '@crm/contracts/codes/roles.js';
import { Link as RouterLink } from 'react-router-dom';
import { useCalling } from '../calling/calling.js';
import { productName } from '../brand/brand.js';
import { Mark } from '../brand/Mark.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { useCurrentUser, useRight } from '../session/SessionContext.js';
import { FetchLine } from './FetchLine.js';
import { OnlineCount } from './OnlineCount.js';
import { SearchField } from './SearchField.js';
import { SettingsButton } from './SettingsButton.js';
import type { SidebarForm } from './Sidebar.js';
import { ThemeButton } from './ThemeButton.js';
import { lazyPart } from '../loading/lazy-part.js';
import { useComesBehindPage } from '../realtime/useComesBehindPage.js';

const CallBanner = lazyPart(() => import('../calls/CallBanner.js'));
const NotificationsBell = lazyPart(() => import('../notification-menu/NotificationsBell.js'));
const OnlineSwitch = lazyPart(() => import('./OnlineSwitch.js'));

/** The bar on top: the mark that leads home, search, presence, theme and settings. */
export const AppBar = memo(function AppBar({
  sidebar,
  onMenu,
  onFind,
  onShortcuts,
}: {
  sidebar: SidebarForm;
  onMenu: () => void;
  onFind: () => void;
  onShortcuts: () => void;
}) {
  const translate = useTranslate();
  const { role_id } = useCurrentUser();
  const hasSwitch = useRight('presence:switch');
  const mayFind = useRight('leads:search');
  const isCaller = useRight('calls:make');
  const { inCall } = useCalling();
  const comes = useComesBehindPage();
  return (
    <MuiAppBar
      position="static"
      component="header"
      sx={(theme) => ({
        position: 'relative',
        zIndex: theme.zIndex.appBar,
        flexDirection: 'row',
        alignItems: 'center',
        boxSizing: 'border-box',
        height: theme.size.topBar,
        pr: 2.5,
        [theme.breakpoints.down('md')]: { pr: 1, gap: 1 },
      })}
    >
      {sidebar === 'sheet' && (
        <IconButton aria-label={translate('crm.shell.openMenu')} onClick={onMenu} sx={{ ml: 1 }}>
          <MenuOutlined />
        </IconButton>
      )}
      <Link
        component={RouterLink}
        to="/"
        underline="none"
        aria-label={translate('crm.brand.home')}
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          flex: 'none',
          gap: 1.25,
          typography: 'h4',
          color: 'text.primary',
          borderRadius: `${String(theme.radius.control)}px`,
          ...(sidebar === 'rail' && {
            justifyContent: 'center',
            width: 32,
            mx: `${String((theme.size.rail - 32) / 2)}px`,
          }),
          ...(sidebar === 'drawer' && { ml: 2.5, width: theme.size.drawer - 20 }),
        })}
      >
        <Mark size={32} />
        {sidebar === 'drawer' && productName}
      </Link>
      <Box
        sx={{
          display: 'flex',
          flex: 1,
          minWidth: 0,
          pl: { xs: 0, md: 1.5 },
          visibility: { xs: inCall ? 'hidden' : 'visible', sm: 'visible' },
        }}
      >
        {mayFind && <SearchField onOpen={onFind} />}
      </Box>
      <Suspense fallback={null}>{inCall && <CallBanner />}</Suspense>
      <Box sx={{ display: 'flex', alignItems: 'center', flex: 'none', gap: 0.25 }}>
        {role_id === roles.admin && (
          <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
            <OnlineCount />
          </Box>
        )}
        {/* In a call it only says so: a phone needs its room for the call itself. */}
        <Box sx={{ display: { xs: inCall ? 'none' : 'flex', sm: 'flex' }, alignItems: 'center' }}>
          <Suspense fallback={null}>{comes && hasSwitch && <OnlineSwitch />}</Suspense>
        </Box>
        {/* Its place is kept, so that nothing moves when it comes. */}
        <Box sx={(theme) => ({ display: 'flex', justifyContent: 'center', minWidth: theme.size.control })}>
          <Suspense fallback={null}>{comes && isCaller && <NotificationsBell />}</Suspense>
        </Box>
        <Box sx={{ display: { xs: inCall ? 'none' : 'flex', sm: 'flex' } }}>
          <ThemeButton />
        </Box>
        <SettingsButton onShortcuts={onShortcuts} />
      </Box>
      <FetchLine />
    </MuiAppBar>
  );
});
