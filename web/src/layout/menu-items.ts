import FavoriteBorderOutlined from '@mui/icons-material/FavoriteBorderOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import GridViewOutlined from '@mui/icons-material/GridViewOutlined';
import GraphicEqOutlined from '@mui/icons-material/GraphicEqOutlined';
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import InboxOutlined from '@mui/icons-material/InboxOutlined';
import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import PhoneMissedOutlined from '@mui/icons-material/PhoneMissedOutlined';
import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import CallOutlined from '@mui/icons-material/CallOutlined';
import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import GavelOutlined from '@mui/icons-material/GavelOutlined';
import ManageSearchOutlined from '@mui/icons-material/ManageSearchOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import PhoneDisabledOutlined from '@mui/icons-material/PhoneDisabledOutlined';
import type { ComponentType } from 'react';
import { rights, type Right } from '@crm/contracts/access.js';
import type { User } from '@crm/contracts/entities/user.js';
import { InboxBadge } from '../inbox/InboxBadge.js';
import type { MessageKey } from '../i18n/useTranslate.js';
import { actorOf } from '../session/SessionContext.js';

export interface MenuEntry {
  to: string;
  label: MessageKey;
  Icon: typeof ShieldOutlined;
  right: Right;
  /** Rendered after the label, such as a count. */
  Badge?: ComponentType;
}

/** The side menu, in its order (rule A12). */
const entries: readonly MenuEntry[] = [
  { to: '/life', label: 'crm.menu.life', Icon: ShieldOutlined, right: 'page:life' },
  { to: '/health', label: 'crm.menu.health', Icon: FavoriteBorderOutlined, right: 'page:health' },
  { to: '/raw-leads', label: 'crm.menu.rawLeads', Icon: InboxOutlined, right: 'menu:raw-leads' },
  {
    to: '/inbox',
    label: 'crm.menu.inbox',
    Icon: ForumOutlined,
    right: 'menu:inbox',
    Badge: InboxBadge,
  },
  { to: '/follow-ups', label: 'crm.menu.followUps', Icon: EventOutlined, right: 'page:follow-ups' },
  { to: '/calls', label: 'crm.menu.calls', Icon: CallOutlined, right: 'menu:calls' },
  { to: '/records', label: 'crm.menu.records', Icon: GraphicEqOutlined, right: 'menu:records' },
  { to: '/statistic', label: 'crm.menu.statistic', Icon: BarChartOutlined, right: 'page:statistic' },
  { to: '/deals', label: 'crm.menu.deals', Icon: HandshakeOutlined, right: 'menu:deals' },
  { to: '/floor', label: 'crm.menu.floor', Icon: GridViewOutlined, right: 'page:floor' },
  { to: '/guide/leads', label: 'crm.menu.guideLeads', Icon: ListAltOutlined, right: 'page:guide' },
  {
    to: '/guide/missed-calls',
    label: 'crm.menu.missedCalls',
    Icon: PhoneMissedOutlined,
    right: 'page:guide',
  },
  {
    to: '/do-not-contact',
    label: 'crm.menu.doNotContact',
    Icon: PhoneDisabledOutlined,
    right: 'menu:contact-law',
  },
  { to: '/contact-rules', label: 'crm.menu.contactRules', Icon: GavelOutlined, right: 'menu:contact-law' },
  { to: '/audit', label: 'crm.menu.audit', Icon: ManageSearchOutlined, right: 'menu:audit' },
  { to: '/evidence', label: 'crm.menu.evidence', Icon: FolderZipOutlined, right: 'menu:audit' },
  { to: '/system', label: 'crm.system.title', Icon: MonitorHeartOutlined, right: 'menu:system' },
];

/** The entries that a user sees. */
export function menuFor(user: Pick<User, 'role_id' | 'subroles'>): readonly MenuEntry[] {
  return entries.filter(({ right }) => rights[right](actorOf(user)));
}
