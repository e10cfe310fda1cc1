import ContrastOutlined from '@mui/icons-material/ContrastOutlined';
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import LockResetOutlined from '@mui/icons-material/LockResetOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { useLogout, useTheme } from 'react-admin';
import { Kbd } from '../controls/Kbd.js';
import { useNavigate } from 'react-router-dom';
import { useWords } from '../i18n/useWords.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { adminPagesFor } from './admin-pages.js';

const ChangePasswordDialog = lazy(() => import('../account/ChangePasswordDialog.js'));

const Item = ({
  Icon,
  label,
  end,
  onClick,
}: {
  Icon: ComponentType<{ sx: object }>;
  label: string;
  end?: ReactNode;
  onClick: () => void;
}) => (
  <MenuItem onClick={onClick}>
    <Icon sx={{ color: 'text.secondary' }} />
    <Box component="span" sx={{ flex: 1 }}>
      {label}
    </Box>
    {end}
  </MenuItem>
);

/** What a person settles about the own account. */
export const SettingsMenu = ({ onShortcuts }: { onShortcuts: () => void }) => {
  const words = useWords();
  const logout = useLogout();
  const navigate = useNavigate();
  const pages = adminPagesFor(useCurrentUser());
  const [theme, setTheme] = useTheme();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [changing, setChanging] = useState(false);
  const close = () => {
    setAnchor(null);
  };
  const after = (act: () => void) => () => {
    close();
    act();
  };
  const isDark = theme === 'dark';

  return (
    <>
      <Tooltip title={words('crm.shell.settings')}>
        <IconButton
          aria-label={words('crm.shell.settings')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => {
            setAnchor(event.currentTarget);
          }}
        >
          <SettingsOutlined />
        </IconButton>
      </Tooltip>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { minWidth: 232, mt: 0.5 } } }}
      >
        <Item
          Icon={ContrastOutlined}
          label={words('crm.settingsMenu.theme')}
          end={
            <Box component="span" sx={{ color: 'text.tertiary', fontWeight: 400 }}>
              {words(isDark ? 'crm.settingsMenu.dark' : 'crm.settingsMenu.light')}
            </Box>
          }
          onClick={() => {
            setTheme(isDark ? 'light' : 'dark');
          }}
        />
        <Item
          Icon={LockResetOutlined}
          label={words('crm.settingsMenu.changePassword')}
          onClick={after(() => {
            setChanging(true);
          })}
        />
        <Item
          Icon={KeyboardOutlined}
          label={words('crm.shortcuts.title')}
          end={<Kbd aria-hidden>?</Kbd>}
          onClick={after(onShortcuts)}
        />
        {pages.length > 0 && <Divider sx={{ mx: -0.5 }} />}
        {pages.map(({ to, label, Icon }) => (
          <Item key={to} Icon={Icon} label={words(label)} onClick={after(() => void navigate(to))} />
        ))}
        <Divider sx={{ mx: -0.5 }} />
        <Item
          Icon={LogoutOutlined}
          label={words('crm.settingsMenu.logout')}
          onClick={after(() => void logout({}, '/signin', false))}
        />
      </Menu>
      <Suspense fallback={null}>
        {changing && (
          <ChangePasswordDialog
            onClose={() => {
              setChanging(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
};
