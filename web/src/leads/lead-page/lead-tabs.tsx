import type { User } from '@crm/contracts/entities/user.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useScriptTabs } from '../scripts/useScriptTabs.js';
import { BeneficiariesBadge } from '../beneficiaries/BeneficiariesBadge.js';
import { NotesBadge } from '../notes/NotesBadge.js';
import { TextsBadge } from '../../texts/TextsBadge.js';
import { VoicemailBadge } from '../../voicemails/VoicemailBadge.js';
import { ClientTab } from './ClientTab.js';
import type { LeadTab } from './lead-tab.js';
import { lazyPart } from '../../loading/lazy-part.js';

const always = () => true;

/** Every tab in the order it is shown in; the first of a side is the one that a lead opens with. */
const leadTabs: readonly LeadTab[] = [
  {
    key: 'client',
    side: 'left',
    label: (words) => words('crm.lead.client'),
    isShown: always,
    // Every lead opens with it.
    Panel: ClientTab,
  },
  {
    key: 'beneficiaries',
    side: 'left',
    label: (words) => words('crm.lead.beneficiaries'),
    isShown: ({ type }) => type === 'life',
    Panel: lazyPart(() => import('../beneficiaries/BeneficiariesPanel.js')),
    Badge: BeneficiariesBadge,
  },
  {
    key: 'script',
    side: 'right',
    group: 'call',
    label: (words) => words('crm.lead.script'),
    isShown: always,
    Panel: lazyPart(() => import('../scripts/ScriptPanel.js')),
  },
  {
    key: 'history',
    side: 'right',
    group: 'call',
    label: (words) => words('crm.lead.history'),
    isShown: always,
    Panel: lazyPart(() => import('../../recordings/HistoryPanel.js')),
  },
  {
    key: 'vm',
    side: 'right',
    group: 'call',
    label: (words) => words('crm.lead.vm'),
    isShown: always,
    Panel: lazyPart(() => import('../../voicemails/VoicemailPanel.js')),
    Badge: VoicemailBadge,
  },
  {
    key: 'email',
    side: 'right',
    label: (words) => words('crm.lead.email'),
    isShown: always,
    Panel: lazyPart(() => import('../../emails/EmailPanel.js')),
  },
  {
    key: 'text',
    side: 'right',
    label: (words) => words('crm.lead.text'),
    isShown: always,
    Panel: lazyPart(() => import('../../texts/TextPanel.js')),
    Badge: TextsBadge,
  },
  {
    key: 'carrier',
    side: 'right',
    label: (words) => words('crm.lead.carrier'),
    isShown: ({ type }) => type === 'life',
    Panel: lazyPart(() => import('../carriers/CarrierPanel.js')),
  },
  {
    key: 'application',
    side: 'right',
    label: (words) => words('crm.lead.application'),
    isShown: always,
    Panel: lazyPart(() => import('../applications/ApplicationPanel.js')),
  },
  {
    key: 'followups',
    side: 'right',
    label: (words) => words('crm.lead.followUps'),
    isShown: always,
    Panel: lazyPart(() => import('../../followups/FollowupPanel.js')),
  },
  {
    key: 'notes',
    side: 'right',
    group: 'call',
    label: (words) => words('crm.lead.notes'),
    isShown: always,
    Panel: lazyPart(() => import('../notes/NotesPanel.js')),
    Badge: NotesBadge,
    isBeside: true,
  },
];

/** The tabs that somebody has on a lead. Tabs that come from data are added here, by a hook of theirs. */
export function useLeadTabs(lead: Lead, user: User): readonly LeadTab[] {
  const scripts = useScriptTabs();
  return [...leadTabs.filter(({ isShown }) => isShown(lead, user)), ...scripts];
}
