import { Types } from 'mongoose';
import { wrongCredentials } from '@crm/platform/errors/app-error.js';
import { newSecret } from '../random-secret.js';
import { insertUser, newUser } from '../accounts/insert-user.js';
import type { AuthContext } from '../context.js';
import { identityOf, roleOf, serves, type ProvenPerson } from '../providers/claims.rules.js';
import type { StoredProvider } from '../providers/provider.model.js';
import { changeUser } from '../user/change-user.js';
import type { StoredUser } from '../user/user.model.js';
import { lowered, namesFrom } from '../user/user.rules.js';

type Found = Pick<StoredUser, '_id' | 'email_lower' | 'banned' | 'identities'>;
const foundFields = { email_lower: 1, banned: 1, identities: 1 } as const;

const noAccess = () => wrongCredentials('Your account may not sign in here. Please ask an admin');
const unverified = () =>
  wrongCredentials('The provider does not say that your e-mail address is verified. Please ask an admin');

/**
 * The id of the account of somebody whom a provider has proven (rules A48 and A49): the one linked to them before; else the
 * one with their verified address, which is linked from then on; else a new one where a group gives a role. Throws
 * `wrong_credentials`.
 */
export async function accountOf(
  ctx: AuthContext,
  provider: StoredProvider,
  person: ProvenPerson,
): Promise<string> {
  const { users } = ctx.models;
  const identity = identityOf(person);
  const linked = await users.findOne({ identities: identity }, foundFields).lean<Found | null>();
  if (linked !== null) return requireUsable(provider, linked);

  if (!person.isVerified) throw unverified();
  const email_lower = lowered(person.email);
  if (!serves(provider, email_lower)) throw noAccess();
  const named = await users.findOne({ email_lower }, foundFields).lean<Found | null>();
  if (named === null) return createAccount(ctx, provider, person);
  const id = requireUsable(provider, named);
  // One account is one person at a provider: a second one with this address is somebody else.
  if (named.identities?.some((each) => each.startsWith(`${person.issuer} `)) === true) throw noAccess();
  await changeUser(ctx, 'system', id, ({ identities = [] }) =>
    identities.includes(identity)
      ? undefined
      : { set: { identities: [...identities, identity] }, eventsOf: () => [] },
  );
  return id;
}

/** The id of an account that is not banned and whose address the provider serves. */
function requireUsable(provider: StoredProvider, { _id, email_lower, banned }: Found): string {
  if (banned === 1 || !serves(provider, email_lower)) throw noAccess();
  return _id.toHexString();
}

/** Makes the account of somebody whose groups give a role. It has a password that nobody knows, until an admin sets one. */
async function createAccount(
  ctx: AuthContext,
  { roles, label }: StoredProvider,
  person: ProvenPerson,
): Promise<string> {
  const role_id = roleOf(person.groups, roles);
  if (role_id === undefined) throw noAccess();
  const _id = new Types.ObjectId();
  const user = newUser({
    ...{ _id, role_id, email: person.email },
    ...namesFrom(person),
    password_hash: await ctx.passwords.hash(newSecret()),
    ...{ subroles: [], states: [], identities: [identityOf(person)] },
    account_changed_by: label,
    now: ctx.clock.now(),
  });
  await insertUser(ctx, 'system', user);
  return _id.toHexString();
}
