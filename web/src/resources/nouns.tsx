import type { ComponentType, ReactElement } from 'react';
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import { rights, type Right } from '@crm/contracts/access.js';
import { lazyPart } from '../loading/lazy-part.js';
import { actorOf } from '../session/SessionContext.js';

/** A noun of the product: its list is at its name, with the addresses of its records below. */
export interface Noun {
  name: string;
  /** Who may be there. */
  right: Right;
  list: ReactElement;
  /** Where it is in the menu of settings: for what the floor is set up with and seldom needed. */
  setting?: { title: string; Icon: typeof HandshakeOutlined };
}

/** A page that comes with its own script, fetched ahead for whoever may open it. */
function page(right: Right, load: () => Promise<{ default: ComponentType }>): Pick<Noun, 'right' | 'list'> {
  const Page = lazyPart(load, (user) => rights[right](actorOf(user)));
  return { right, list: <Page /> };
}

/** Every noun that has a list: its route, its guard and its entry in the menu follow from here. */
export const nouns: readonly Noun[] = [
  {
    name: 'partners',
    ...page('settings:manage', () => import('./partners/PartnersPage.js')),
    setting: { title: 'Partners', Icon: HandshakeOutlined },
  },
  { name: 'raw-leads', ...page('page:raw-leads', () => import('../raw-leads/RawLeadsPage.js')) },
  { name: 'inbox', ...page('page:inbox', () => import('../inbox/InboxPage.js')) },
  { name: 'follow-ups', ...page('page:follow-ups', () => import('../followups/FollowupsPage.js')) },
  { name: 'records', ...page('page:records', () => import('../records/RecordsPage.js')) },
  { name: 'deals', ...page('page:deals', () => import('../stats/DealsPage.js')) },
];
