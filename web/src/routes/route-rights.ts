import { rights, type Right } from '@crm/contracts/access.js';
import type { User } from '@crm/contracts/entities/user.js';
import { nouns } from './nouns.js';
import { actorOf } from '../session/SessionContext.js';

/** Who may be at an address: anyone at all, anyone signed in, or whoever has the right. */
export type Entry = 'anyone' | 'signed-in' | Right;

interface Rule {
  path: RegExp;
  entry: Entry;
}

const page = (name: string) => new RegExp(`^/${name}/?$`);

/** Every guarded address of the product (rule A11). */
const rules: readonly Rule[] = [
  { path: page('signin'), entry: 'anyone' },
  { path: page('leads/upload'), entry: 'anyone' },
  { path: page('(auto|pet|home|motorcycle|renters)'), entry: 'page:placeholder' },
  { path: page('statistic'), entry: 'page:statistic' },
  { path: page('floor(/wallboard)?'), entry: 'page:floor' },
  // The list of a noun, and its records below it.
  ...nouns.map(({ name, right }) => ({ path: page(`${name}(/[^/]+)?`), entry: right })),
  { path: /^\/guide(\/|$)/, entry: 'page:guide' },
  { path: /^\/lead(\/|$)/, entry: 'page:lead' },
];

/** What an address asks of a visitor; one that no rule names asks for a session alone. */
export function entryOf(pathname: string): Entry {
  return rules.find(({ path }) => path.test(pathname))?.entry ?? 'signed-in';
}

/** Whether a user may be at an address; whoever may not goes Home, before the page makes a call. */
export function mayEnter(pathname: string, user: Pick<User, 'role_id' | 'subroles'>): boolean {
  const entry = entryOf(pathname);
  return entry === 'anyone' || entry === 'signed-in' || rights[entry](actorOf(user));
}
