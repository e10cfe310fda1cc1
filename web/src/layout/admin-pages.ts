import GavelOutlined from '@mui/icons-material/GavelOutlined';
import type HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import PrivacyTipOutlined from '@mui/icons-material/PrivacyTipOutlined';
import { rights, type Right } from '@crm/contracts/access.js';
import type { User } from '@crm/contracts/entities/user.js';
import { nouns } from '../resources/nouns.js';
import { actorOf } from '../session/SessionContext.js';

export interface AdminPage {
  to: string;
  /** A key of the messages, or the words themselves. */
  label: string;
  Icon: typeof HandshakeOutlined;
  right: Right;
}

/** Pages on which the floor is set up; they are seldom needed and stand in the settings menu, not in the side menu. */
const adminPages: readonly AdminPage[] = [
  { to: '/contact-rules', label: 'crm.contactRules.title', Icon: GavelOutlined, right: 'settings:manage' },
  { to: '/reference', label: 'crm.reference.title', Icon: ListAltOutlined, right: 'settings:manage' },
  { to: '/privacy', label: 'crm.privacy.title', Icon: PrivacyTipOutlined, right: 'settings:manage' },
  { to: '/system', label: 'crm.system.title', Icon: MonitorHeartOutlined, right: 'settings:manage' },
];

/** The set-up pages that a user may open. */
export function adminPagesFor(user: Pick<User, 'role_id' | 'subroles'>): readonly AdminPage[] {
  const settings = nouns.flatMap(({ name, right, setting }) =>
    setting === undefined ? [] : [{ to: `/${name}`, label: setting.title, Icon: setting.Icon, right }],
  );
  return [...settings, ...adminPages].filter(({ right }) => rights[right](actorOf(user)));
}
