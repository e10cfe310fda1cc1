import { useEvent } from 'react-admin';
import { useLocation, useParams, type NavigateOptions, type To } from 'react-router-dom';
import { useNavigate } from '../routing/NavigateProvider.js';
import type { LeadTab } from '../leads/lead/lead-tab.js';

/** The left tab is in the query: both sides have an address, and neither moves the other. */
const leftName = 'left';

/** The tab of a side that an address names; one that is not there counts for the one that a lead opens with. */
export function tabOf(
  tabs: readonly LeadTab[],
  side: LeadTab['side'],
  at: { rest: string; search: string },
): LeadTab | undefined {
  const ofSide = tabs.filter((tab) => tab.side === side);
  const key = side === 'right' ? at.rest.replace(/\/$/, '') : new URLSearchParams(at.search).get(leftName);
  return ofSide.find((tab) => tab.key === key) ?? ofSide.find(({ opensFirst }) => opensFirst) ?? ofSide[0];
}

/** Where a tab is, the other side staying as it is. The first tab of the left side is named by nothing. */
export function addressOf(
  tab: Pick<LeadTab, 'key' | 'side'>,
  first: Pick<LeadTab, 'key'> | undefined,
  at: { leadId: string; pathname: string; search: string },
): To {
  if (tab.side === 'right') return { pathname: `/lead/${at.leadId}/${tab.key}`, search: at.search };
  const query = new URLSearchParams(at.search);
  if (tab.key === first?.key) query.delete(leftName);
  else query.set(leftName, tab.key);
  return { pathname: at.pathname, search: query.toString() };
}

/** Which tabs of a lead are open by the address, and the way to the others. */
export function useTabAddress(leadId: string, tabs: readonly LeadTab[]) {
  const { '*': rest = '' } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // Drawn in one go: in turns, the frames between them would cost as much as the tab. Effects cannot ask for that.
  const open = useEvent((tab: LeadTab, { flushSync = true }: Pick<NavigateOptions, 'flushSync'> = {}) => {
    const first = tabs.find(({ side }) => side === tab.side);
    void navigate(addressOf(tab, first, { leadId, pathname, search }), { flushSync });
  });
  return {
    left: tabOf(tabs, 'left', { rest, search }),
    right: tabOf(tabs, 'right', { rest, search }),
    open,
  };
}
