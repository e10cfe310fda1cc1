import ContrastOutlined from '@mui/icons-material/ContrastOutlined';
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import LockResetOutlined from '@mui/icons-material/LockResetOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import PhoneForwardedOutlined from '@mui/icons-material/PhoneForwardedOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import VoicemailOutlined from '@mui/icons-material/VoicemailOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { useLogout, useTheme } from 'react-admin';
import { roles } from '@crm/contracts/codes/roles.js';
import { Kbd } from '../controls/Kbd.js';
import { useNavigate } from 'react-router-dom';
import { useWords } from '../i18n/useWords.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { adminPagesFor } from './admin-pages.js';

/** What the menu opens; each comes with the first click on it. */
const dialogs = {
  password: lazy(() => import('../account/ChangePasswordDialog.js')),
  oooVm: lazy(() => import('../voicemails/GreetingDialog.js')),
  outboundVm: lazy(() => import('../voicemails/OutboundVmDialog.js')),
  phones: lazy(() => import('../phones/PhonesDialog.js')),
} satisfies Record<string, ComponentType<{ onClose: () => void }>>;

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
  const user = useCurrentUser();
  const pages = adminPagesFor(user);
  const [theme, setTheme] = useTheme();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  const Dialog = dialog && dialogs[dialog];
  const close = () => {
    setAnchor(null);
  };
  const after = (act: () => void) => () => {
    close();
    act();
  };
  const opens = (name: keyof typeof dialogs) =>
    after(() => {
      setDialog(name);
    });
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
        <Item Icon={VoicemailOutlined} label={words('crm.settingsMenu.oooVm')} onClick={opens('oooVm')} />
        {user.role_id === roles.agent && (
          <Item
            Icon={PhoneForwardedOutlined}
            label={words('crm.settingsMenu.outboundVm')}
            onClick={opens('outboundVm')}
          />
        )}
        <Item
          Icon={LockResetOutlined}
          label={words('crm.settingsMenu.changePassword')}
          onClick={opens('password')}
        />
        <Item
          Icon={KeyboardOutlined}
          label={words('crm.shortcuts.title')}
          end={<Kbd aria-hidden>?</Kbd>}
          onClick={after(onShortcuts)}
        />
        {pages.length > 0 && <Divider sx={{ mx: -0.5 }} />}
        {user.role_id === roles.admin && (
          <Item Icon={PhoneOutlined} label={words('crm.settingsMenu.phones')} onClick={opens('phones')} />
        )}
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
        {Dialog && (
          <Dialog
            onClose={() => {
              setDialog(undefined);
            }}
          />
        )}
      </Suspense>
    </>
  );
};
