import { useMemo } from 'react';
import type { User } from '@crm/contracts/entities/user.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useScriptTabs } from '../leads/scripts/useScriptTabs.js';
import { BeneficiariesBadge } from '../leads/beneficiaries/BeneficiariesBadge.js';
import { NotesBadge } from '../leads/notes/NotesBadge.js';
import { TextsBadge } from '../texts/TextsBadge.js';
import { VoicemailBadge } from '../voicemails/VoicemailBadge.js';
import { ClientTab } from './ClientTab.js';
import type { LeadTab } from '../leads/lead/lead-tab.js';
import { lazyPart } from '../loading/lazy-part.js';

const always = () => true;

/** Every tab in the order it is shown in. */
const leadTabs: readonly LeadTab[] = [
  {
    key: 'client',
    side: 'left',
    label: (translate) => translate('crm.lead.client'),
    isShown: always,
    // Every lead opens with it.
    Panel: ClientTab,
  },
  {
    key: 'beneficiaries',
    side: 'left',
    label: (translate) => translate('crm.lead.beneficiaries'),
    isShown: ({ type }) => type === 'life',
    Panel: lazyPart(() => import('../leads/beneficiaries/BeneficiariesPanel.js')),
    isDrawnAhead: true,
    Badge: BeneficiariesBadge,
  },
  {
    // Not drawn ahead: it asks every service, and most leads are worked without it.
    key: 'timeline',
    side: 'right',
    label: (translate) => translate('crm.lead.timeline'),
    isShown: always,
    Panel: lazyPart(() => import('../timeline/TimelinePanel.js')),
  },
  {
    key: 'script',
    side: 'right',
    group: 'call',
    opensFirst: true,
    label: (translate) => translate('crm.lead.script'),
    isShown: always,
    Panel: lazyPart(() => import('../leads/scripts/ScriptPanel.js')),
  },
  {
    key: 'history',
    side: 'right',
    group: 'call',
    label: (translate) => translate('crm.lead.history'),
    isShown: always,
    Panel: lazyPart(() => import('../recordings/HistoryPanel.js')),
    isDrawnAhead: true,
  },
  {
    key: 'vm',
    side: 'right',
    group: 'call',
    label: (translate) => translate('crm.lead.vm'),
    isShown: always,
    Panel: lazyPart(() => import('../voicemails/VoicemailPanel.js')),
    isDrawnAhead: true,
    Badge: VoicemailBadge,
  },
  {
    key: 'email',
    side: 'right',
    label: (translate) => translate('crm.lead.email'),
    isShown: always,
    Panel: lazyPart(() => import('../emails/EmailPanel.js')),
    isDrawnAhead: true,
  },
  {
    key: 'text',
    side: 'right',
    label: (translate) => translate('crm.lead.text'),
    isShown: always,
    Panel: lazyPart(() => import('../texts/TextPanel.js')),
    isDrawnAhead: true,
    Badge: TextsBadge,
  },
  {
    key: 'carrier',
    side: 'right',
    label: (translate) => translate('crm.lead.carrier'),
    isShown: ({ type }) => type === 'life',
    Panel: lazyPart(() => import('../leads/carriers/CarrierPanel.js')),
    isDrawnAhead: true,
  },
  {
    key: 'application',
    side: 'right',
    label: (translate) => translate('crm.lead.application'),
    isShown: always,
    Panel: lazyPart(() => import('../leads/applications/ApplicationPanel.js')),
    isDrawnAhead: true,
  },
  {
    key: 'followups',
    side: 'right',
    label: (translate) => translate('crm.lead.followUps'),
    isShown: always,
    Panel: lazyPart(() => import('../followups/FollowupPanel.js')),
    isDrawnAhead: true,
  },
  {
    key: 'notes',
    side: 'right',
    group: 'call',
    label: (translate) => translate('crm.lead.notes'),
    isShown: always,
    Panel: lazyPart(() => import('../leads/notes/NotesPanel.js')),
    Badge: NotesBadge,
    isBeside: true,
  },
];

/** The tabs that somebody has on a lead. Tabs that come from data are added here, by a hook of theirs. */
export function useLeadTabs(lead: Lead, user: User): readonly LeadTab[] {
  const scripts = useScriptTabs();
  return useMemo(
    () => [...leadTabs.filter(({ isShown }) => isShown(lead, user)), ...scripts],
    [lead, user, scripts],
  );
}
