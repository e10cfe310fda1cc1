import type { ComponentType, ReactElement } from 'react';
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import CallOutlined from '@mui/icons-material/CallOutlined';
import DialerSipOutlined from '@mui/icons-material/DialerSipOutlined';
import Diversity3Outlined from '@mui/icons-material/Diversity3Outlined';
import DialpadOutlined from '@mui/icons-material/DialpadOutlined';
import GavelOutlined from '@mui/icons-material/GavelOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import ManageSearchOutlined from '@mui/icons-material/ManageSearchOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import PhoneForwardedOutlined from '@mui/icons-material/PhoneForwardedOutlined';
import PhoneDisabledOutlined from '@mui/icons-material/PhoneDisabledOutlined';
import PlaylistRemoveOutlined from '@mui/icons-material/PlaylistRemoveOutlined';
import PhonelinkSetupOutlined from '@mui/icons-material/PhonelinkSetupOutlined';
import PrivacyTipOutlined from '@mui/icons-material/PrivacyTipOutlined';
import OutboxOutlined from '@mui/icons-material/OutboxOutlined';
import UpdateOutlined from '@mui/icons-material/UpdateOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import LoginOutlined from '@mui/icons-material/LoginOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import { rights, type Right } from '@crm/contracts/access.js';
import { LeadDashboard } from '../leads/LeadDashboard.js';
import { lazyPart } from '../loading/lazy-part.js';
import { actorOf } from '../session/SessionContext.js';

const LeadRowTools = lazyPart(() => import('../peek/LeadRowTools.js'));

/** A noun of the product: its list is at its name, with the addresses of its records below. */
export interface Noun {
  name: string;
  /** Who may be there. */
  right: Right;
  list: ReactElement;
  /**
   * Where it is in the menu of settings: for what the floor is set up with and seldom needed. The title is a key of the
   * messages, or the words themselves. `right`: who has it there, where that is not everybody who may open the page.
   */
  setting?: { title: string; Icon: typeof HandshakeOutlined; right?: Right };
}

/** A page that comes with its own script, fetched ahead for whoever may open it. */
function page(right: Right, load: () => Promise<{ default: ComponentType }>): Pick<Noun, 'right' | 'list'> {
  const Page = lazyPart(load, (user) => rights[right](actorOf(user)));
  return { right, list: <Page /> };
}

/** Every noun that has a list: its route, its guard and its entry in the menu follow from here. */
export const nouns: readonly Noun[] = [
  // The first page of most: it comes with the application.
  { name: 'life', right: 'page:life', list: <LeadDashboard type={2} RowTools={LeadRowTools} /> },
  { name: 'health', right: 'page:health', list: <LeadDashboard type={4} RowTools={LeadRowTools} /> },
  {
    name: 'calls',
    ...page('page:calls', () => import('../call-list/CallsPage.js')),
    setting: { title: 'Calls', Icon: CallOutlined, right: 'settings:manage' },
  },
  {
    name: 'agents',
    ...page('users:manage', () => import('../resources/people/AgentsPage.js')),
    setting: { title: 'Agents', Icon: SupportAgentOutlined },
  },
  {
    name: 'guides',
    ...page('users:manage', () => import('../resources/people/GuidesPage.js')),
    setting: { title: 'Guides', Icon: GroupOutlined },
  },
  {
    name: 'staff',
    ...page('users:manage', () => import('../resources/people/StaffPage.js')),
    setting: { title: 'Staff', Icon: AdminPanelSettingsOutlined },
  },
  {
    name: 'teams',
    ...page('users:manage', () => import('../resources/people/TeamsPage.js')),
    setting: { title: 'Teams', Icon: Diversity3Outlined },
  },
  {
    name: 'phones',
    ...page('settings:manage', () => import('../resources/phones/PhonesPage.js')),
    setting: { title: 'State numbers', Icon: DialpadOutlined },
  },
  {
    name: 'numbers',
    ...page('settings:manage', () => import('../resources/numbers/NumbersPage.js')),
    setting: { title: 'Numbers', Icon: DialerSipOutlined },
  },
  {
    name: 'opening-hours',
    ...page('settings:manage', () => import('../resources/opening-hours/OpeningHoursPage.js')),
    setting: { title: 'Opening hours', Icon: ScheduleOutlined },
  },
  {
    name: 'partners',
    ...page('settings:manage', () => import('../resources/partners/PartnersPage.js')),
    setting: { title: 'Partners', Icon: HandshakeOutlined },
  },
  {
    name: 'identity-providers',
    ...page('settings:manage', () => import('../resources/identity-providers/IdentityProvidersPage.js')),
    setting: { title: 'Single sign-on', Icon: LoginOutlined },
  },
  {
    name: 'webhooks',
    ...page('settings:manage', () => import('../resources/webhooks/WebhooksPage.js')),
    setting: { title: 'Webhooks', Icon: WebhookOutlined },
  },
  {
    name: 'webhook-deliveries',
    ...page('settings:manage', () => import('../resources/webhooks/DeliveriesPage.js')),
    setting: { title: 'Webhook deliveries', Icon: OutboxOutlined },
  },
  {
    name: 'api-keys',
    ...page('settings:manage', () => import('../resources/api-keys/ApiKeysPage.js')),
    setting: { title: 'API keys', Icon: KeyOutlined },
  },
  {
    name: 'contact-rules',
    ...page('page:contact-law', () => import('../resources/contact-rules/ContactRulesPage.js')),
    setting: { title: 'Contact rules', Icon: GavelOutlined, right: 'settings:manage' },
  },
  {
    name: 'do-not-contact',
    ...page('page:contact-law', () => import('../resources/do-not-contact/DoNotContactPage.js')),
    setting: { title: 'Do not contact', Icon: PhoneDisabledOutlined, right: 'settings:manage' },
  },
  {
    name: 'licences',
    ...page('page:licences', () => import('../resources/licences/LicencesPage.js')),
    setting: { title: 'Licences', Icon: BadgeOutlined, right: 'licences:manage' },
  },
  {
    name: 'suppression-lists',
    ...page('page:contact-law', () => import('../resources/suppression-lists/SuppressionListsPage.js')),
    setting: { title: 'Suppression lists', Icon: PlaylistRemoveOutlined },
  },
  {
    name: 'reference',
    ...page('settings:manage', () => import('../reference/ListsPage.js')),
    setting: { title: 'crm.reference.title', Icon: ListAltOutlined },
  },
  {
    name: 'privacy-requests',
    ...page('page:privacy', () => import('../privacy/PrivacyPage.js')),
    setting: { title: 'Privacy requests', Icon: PrivacyTipOutlined },
  },
  {
    name: 'legal-holds',
    ...page('page:contact-law', () => import('../resources/legal-holds/RetentionPage.js')),
    setting: { title: 'Retention', Icon: Inventory2Outlined },
  },
  {
    name: 'deleted-leads',
    ...page('settings:manage', () => import('../resources/deleted-leads/DeletedLeadsPage.js')),
    setting: { title: 'Deleted leads', Icon: DeleteOutlined },
  },
  {
    name: 'retry-rules',
    ...page('settings:manage', () => import('../resources/retry-rules/RetryRulesPage.js')),
    setting: { title: 'Retry rules', Icon: UpdateOutlined },
  },
  {
    name: 'dialler-report',
    ...page('settings:manage', () => import('../dialler-report/DiallerReportPage.js')),
    setting: { title: 'Dialler report', Icon: PhoneForwardedOutlined },
  },
  {
    name: 'carrier',
    ...page('settings:manage', () => import('../carrier/CarrierPage.js')),
    setting: { title: 'Carrier', Icon: PhonelinkSetupOutlined },
  },
  {
    name: 'audit',
    ...page('page:audit', () => import('../audit/AuditPage.js')),
    setting: { title: 'Audit', Icon: ManageSearchOutlined, right: 'settings:manage' },
  },
  {
    name: 'system',
    ...page('page:system', () => import('../system/SystemPage.js')),
    setting: { title: 'crm.system.title', Icon: MonitorHeartOutlined, right: 'settings:manage' },
  },
  { name: 'evidence', ...page('page:evidence', () => import('../evidence/EvidencePage.js')) },
  { name: 'raw-leads', ...page('page:raw-leads', () => import('../raw-leads/RawLeadsPage.js')) },
  { name: 'inbox', ...page('page:inbox', () => import('../inbox/InboxPage.js')) },
  { name: 'follow-ups', ...page('page:follow-ups', () => import('../followups/FollowupsPage.js')) },
  { name: 'records', ...page('page:records', () => import('../records/RecordsPage.js')) },
  { name: 'deals', ...page('page:deals', () => import('../stats/DealsPage.js')) },
  { name: 'guide/leads', ...page('page:guide', () => import('../guide/GuideLeadsPage.js')) },
  {
    name: 'guide/missed-calls',
    ...page('page:missed-calls', () => import('../missed-calls/MissedCallsPage.js')),
  },
];
