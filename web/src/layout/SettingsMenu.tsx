import CheckOutlined from '@mui/icons-material/CheckOutlined';
import ContrastOutlined from '@mui/icons-material/ContrastOutlined';
import DevicesOutlined from '@mui/icons-material/DevicesOutlined';
import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined';
import HeadsetMicOutlined from '@mui/icons-material/HeadsetMicOutlined';
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import LockResetOutlined from '@mui/icons-material/LockResetOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import MailOutlined from '@mui/icons-material/MailOutlineOutlined';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import RecordVoiceOverOutlined from '@mui/icons-material/RecordVoiceOverOutlined';
import PhoneForwardedOutlined from '@mui/icons-material/PhoneForwardedOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import SecurityOutlined from '@mui/icons-material/SecurityOutlined';
import SmartphoneOutlined from '@mui/icons-material/SmartphoneOutlined';
import SmsOutlined from '@mui/icons-material/SmsOutlined';
import TextsmsOutlined from '@mui/icons-material/TextsmsOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import VoicemailOutlined from '@mui/icons-material/VoicemailOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useLocaleState, useLogout, useTheme, useTranslate as useTranslateAny } from 'react-admin';
import { rights } from '@crm/contracts/access.js';
import { worksAsAgent } from '@crm/contracts/codes/roles.js';
import type { User } from '@crm/contracts/entities/user.js';
import { Kbd } from '../controls/Kbd.js';
import { useLocation } from 'react-router-dom';
import { useNavigate } from '../routing/NavigateProvider.js';
import { languages } from '../i18n/language.js';
import { useSettingsMenuMessages } from '../i18n/settings-menu.en.js';
import { pageOf } from '../routing/page-of.js';
import { actorOf, useCurrentUser } from '../session/SessionContext.js';
import { adminPagesFor } from './admin-pages.js';
import { lazyPart } from '../loading/lazy-part.js';

const isAdmin = (user: User) => rights['users:manage'](actorOf(user));
const isAgent = ({ role_id }: User) => worksAsAgent(role_id);
const isCaller = (user: User) => rights['calls:make'](actorOf(user));

/** The dialogs of the menu. */
const dialogs = {
  password: lazyPart(() => import('../account/ChangePasswordDialog.js')),
  sessions: lazyPart(() => import('../sessions/SessionsDialog.js')),
  secondFactor: lazyPart(() => import('../second-factor/SecondFactorDialog.js')),
  sound: lazyPart(() => import('../sound/SoundDialog.js'), isCaller),
  colleague: lazyPart(() => import('../calls/ColleagueDialog.js'), isCaller),
  oooVm: lazyPart(() => import('../voicemails/GreetingDialog.js'), isCaller),
  oooText: lazyPart(() => import('../account/OooTextDialog.js'), isCaller),
  cellPhone: lazyPart(() => import('../account/CellPhoneDialog.js'), isAgent),
  textMessages: lazyPart(() => import('../templates/TextMessagesDialog.js'), isAgent),
  emailMessages: lazyPart(() => import('../templates/EmailMessagesDialog.js'), isAgent),
  outboundVm: lazyPart(() => import('../voicemails/OutboundVmDialog.js'), isAgent),
  newAgent: lazyPart(
    async () => ({ default: (await import('../resources/people/NewPersonDialogs.js')).NewAgentDialog }),
    isAdmin,
  ),
  newGuide: lazyPart(
    async () => ({ default: (await import('../resources/people/NewPersonDialogs.js')).NewGuideDialog }),
    isAdmin,
  ),
  updateAgent: lazyPart(() => import('../resources/people/UpdateAgentDialog.js'), isAdmin),
  phones: lazyPart(() => import('../resources/phones/PhonesDialog.js'), isAdmin),
  settings: lazyPart(() => import('../settings/SettingsDialog.js'), isAdmin),
} satisfies Record<string, ComponentType<{ onClose: () => void }>>;

/** Admin settings. */
const adminDialogs = [
  { name: 'newAgent', Icon: PersonAddAltOutlined },
  { name: 'newGuide', Icon: GroupAddOutlined },
  { name: 'updateAgent', Icon: ManageAccountsOutlined },
  { name: 'phones', Icon: PhoneOutlined },
  { name: 'settings', Icon: TuneOutlined },
] as const;

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

const Heading = ({ children }: { children: ReactNode }) => (
  <ListSubheader
    role="presentation"
    disableSticky
    sx={{ typography: 'caption', color: 'text.secondary', px: 1.5, pt: 1.25, pb: 0.5, breakAfter: 'avoid' }}
  >
    {children}
  </ListSubheader>
);

/** The languages by their own names, so that each is found by those who read no other. */
const LanguageItems = ({ onClose }: { onClose: () => void }) => {
  const [locale, setLocale] = useLocaleState();
  return languages.map((language) => (
    <MenuItem
      key={language.locale}
      role="menuitemradio"
      aria-checked={language.locale === locale}
      lang={language.locale}
      onClick={() => {
        onClose();
        setLocale(language.locale);
      }}
    >
      {language.locale === locale ? (
        <CheckOutlined sx={{ color: 'text.secondary' }} />
      ) : (
        <Box component="span" sx={{ width: 20 }} />
      )}
      {language.name}
    </MenuItem>
  ));
};

interface Props {
  /** The anchor of the open menu. */
  anchor: HTMLElement | null;
  onClose: () => void;
  onShortcuts: () => void;
}

/** The menu of account settings, and the dialog opened from it. */
const SettingsMenu = ({ anchor, onClose, onShortcuts }: Props) => {
  const translate = useSettingsMenuMessages();
  const logout = useLogout();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const translateAny = useTranslateAny();
  const pages = adminPagesFor(user);
  const [theme, setTheme] = useTheme();
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  const page = pageOf(useLocation().pathname);
  // Closed on navigation; unsaved changes were confirmed by then.
  useEffect(() => {
    setDialog(undefined);
  }, [page]);
  const Dialog = dialog && dialogs[dialog];
  const after = (act: () => void) => () => {
    onClose();
    act();
  };
  const opens = (name: keyof typeof dialogs) =>
    after(() => {
      setDialog(name);
    });
  const isDark = theme === 'dark';

  return (
    <>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { sx: { minWidth: 232, mt: 0.5 } },
          // What admins have more than others fills a second column, where there is room for it.
          list: { sx: { columnCount: { md: pages.length > 0 ? 2 : 1 }, columnGap: 2 } },
        }}
      >
        <Item
          Icon={ContrastOutlined}
          label={translate('crm.settingsMenu.theme')}
          end={
            <Box component="span" sx={{ color: 'text.tertiary', fontWeight: 400 }}>
              {translate(isDark ? 'crm.settingsMenu.dark' : 'crm.settingsMenu.light')}
            </Box>
          }
          onClick={() => {
            setTheme(isDark ? 'light' : 'dark');
          }}
        />
        <Heading>{translate('crm.settingsMenu.language')}</Heading>
        <LanguageItems onClose={onClose} />
        {isCaller(user) && [
          <Heading key="messages">{translate('crm.settingsMenu.groups.messages')}</Heading>,
          <Item
            key="oooVm"
            Icon={VoicemailOutlined}
            label={translate('crm.settingsMenu.oooVm')}
            onClick={opens('oooVm')}
          />,
          <Item
            key="oooText"
            Icon={TextsmsOutlined}
            label={translate('crm.settingsMenu.oooText')}
            onClick={opens('oooText')}
          />,
        ]}
        {isAgent(user) && [
          <Item
            key="outboundVm"
            Icon={PhoneForwardedOutlined}
            label={translate('crm.settingsMenu.outboundVm')}
            onClick={opens('outboundVm')}
          />,
          <Item
            key="textMessages"
            Icon={SmsOutlined}
            label={translate('crm.settingsMenu.textMessages')}
            onClick={opens('textMessages')}
          />,
          <Item
            key="emailMessages"
            Icon={MailOutlined}
            label={translate('crm.settingsMenu.emailMessages')}
            onClick={opens('emailMessages')}
          />,
          <Item
            key="cellPhone"
            Icon={SmartphoneOutlined}
            label={translate('crm.settingsMenu.cellPhone')}
            onClick={opens('cellPhone')}
          />,
        ]}
        <Heading>{translate('crm.settingsMenu.groups.account')}</Heading>
        <Item
          Icon={LockResetOutlined}
          label={translate('crm.settingsMenu.changePassword')}
          onClick={opens('password')}
        />
        <Item
          Icon={DevicesOutlined}
          label={translate('crm.settingsMenu.sessions')}
          onClick={opens('sessions')}
        />
        <Item
          Icon={SecurityOutlined}
          label={translate('crm.settingsMenu.secondFactor')}
          onClick={opens('secondFactor')}
        />
        {isCaller(user) && [
          <Item
            key="sound"
            Icon={HeadsetMicOutlined}
            label={translate('crm.settingsMenu.sound')}
            onClick={opens('sound')}
          />,
          <Item
            key="colleague"
            Icon={RecordVoiceOverOutlined}
            label={translate('crm.settingsMenu.colleague')}
            onClick={opens('colleague')}
          />,
        ]}
        <Item
          Icon={KeyboardOutlined}
          label={translate('crm.shortcuts.title')}
          end={<Kbd aria-hidden>?</Kbd>}
          onClick={after(onShortcuts)}
        />
        {pages.length > 0 && <Heading>{translate('crm.settingsMenu.groups.administration')}</Heading>}
        {isAdmin(user) &&
          adminDialogs.map(({ name, Icon }) => (
            <Item
              key={name}
              Icon={Icon}
              label={translate(`crm.settingsMenu.${name}`)}
              onClick={opens(name)}
            />
          ))}
        {pages.map(({ to, label, Icon }) => (
          <Item
            key={to}
            Icon={Icon}
            label={translateAny(label, { _: label })}
            onClick={after(() => void navigate(to))}
          />
        ))}
        <Divider sx={{ mx: -0.5 }} />
        <Item
          Icon={LogoutOutlined}
          label={translate('crm.settingsMenu.logout')}
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

export default SettingsMenu;
