import type { ComponentType } from 'react';
import type { User } from '@crm/contracts/entities/user.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { useLeadPageMessages } from '../../i18n/lead-page.en.js';

export type Messages = ReturnType<typeof useLeadPageMessages>;

/** What every panel is told. */
export interface LeadPanelProps {
  lead: Lead;
  /** Whether the lead can be changed from this window at the moment. */
  mayChange: boolean;
  /** Why not, in words for a button that is off. */
  denialReason: string | undefined;
  /** The key of the tab it stands under, for a panel that serves several. */
  tab: string;
}

/** A tab of the lead page (rule L28). */
export interface LeadTab {
  /** Of its address: `/lead/{id}/{key}` at the right, `?left={key}` at the left. Unique in its side. */
  key: string;
  side: 'left' | 'right';
  /** Tabs of a group share one tab of the first level and stand below it. */
  group?: LeadTabGroup;
  label: (translate: Messages) => string;
  isShown: (lead: Lead, user: User) => boolean;
  /** The one that a lead opens with, where that is not the first of its side. */
  opensFirst?: true;
  /** Loaded when first opened; it then stays while the lead is open, so that typing outlives a look at another tab. */
  Panel: ComponentType<LeadPanelProps>;
  /** Whether it is drawn before it is opened, while the browser is idle; it asks for nothing and shows nothing until then. */
  isDrawnAhead?: true;
  /** What stands behind the label, such as a count. */
  Badge?: ComponentType<{ lead: Lead }>;
  /** Where there is room, its panel also stands beside the other panels of its group. */
  isBeside?: boolean;
}

export type LeadTabGroup = 'call';

export const groupLabels: Record<LeadTabGroup, (translate: Messages) => string> = {
  call: (translate) => translate('crm.lead.call'),
};
