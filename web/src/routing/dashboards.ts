import { rights, type Right } from '@crm/contracts/access.js';
import type { User } from '@crm/contracts/entities/user.js';
import { actorOf } from '../session/SessionContext.js';

const dashboards = [
  { path: '/life', right: 'page:life' },
  { path: '/health', right: 'page:health' },
] as const satisfies readonly { path: string; right: Right }[];

export type DashboardPath = (typeof dashboards)[number]['path'];

/** The dashboard to open: the current one, otherwise the user's first. */
export function dashboardFor(
  user: Pick<User, 'role_id' | 'subroles'>,
  current?: string,
): DashboardPath | undefined {
  const seen = dashboards.filter(({ right }) => rights[right](actorOf(user)));
  return (seen.find(({ path }) => path === current) ?? seen[0])?.path;
}

const landings = [
  { path: '/do-not-contact', right: 'menu:contact-law' },
  { path: '/audit', right: 'menu:audit' },
  { path: '/system', right: 'menu:system' },
] as const satisfies readonly { path: string; right: Right }[];

/** Where somebody begins who has no day of their own at home: the first of their pages; undefined for everybody else. */
export const landingFor = (user: Pick<User, 'role_id' | 'subroles'>): string | undefined =>
  landings.find(({ right }) => rights[right](actorOf(user)))?.path;

/** The list of a user's leads: a dashboard, the guide's own list, or Home for users with neither. */
export function leadListFor(user: Pick<User, 'role_id' | 'subroles'>): string {
  return dashboardFor(user) ?? (rights['page:guide'](actorOf(user)) ? '/guide/leads' : '/');
}

/** The URL of a dashboard filtered by a text, in the format of react-admin's lists. */
export function searchAddress(dashboard: DashboardPath, text: string): string {
  const filter = JSON.stringify({ q: text });
  return `${dashboard}?${new URLSearchParams({ filter, page: '1' }).toString()}`;
}
