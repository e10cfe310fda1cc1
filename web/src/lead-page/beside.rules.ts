import type { LeadTab } from '../leads/lead/lead-tab.js';

/** Whether the panel of a tab stands beside the open one of its group, where the window has room for both. */
export const isBeside = (tab: LeadTab, active: LeadTab | undefined): boolean =>
  tab.isBeside === true && tab.group === active?.group && tab.key !== active?.key;
