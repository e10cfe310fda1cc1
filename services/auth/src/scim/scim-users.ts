import { Types } from 'mongoose';
import { roles } from '@crm/contracts/codes/roles.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { email } from '@crm/contracts/entities/user.js';
import {
  maxScimPage,
  type listScimUsers,
  type patchScimUser,
  type ScimUser,
  type ScimUserInput,
} from '@crm/contracts/http/scim.js';
import { conflict, notFound } from '@crm/platform/errors/app-error.js';
import { newSecret } from '../random-secret.js';
import { insertUser, newUser } from '../accounts/insert-user.js';
import { changeAccount } from '../accounts/update-agent.js';
import type { AuthContext } from '../context.js';
import { serves } from '../providers/claims.rules.js';
import type { StoredProvider } from '../providers/provider.model.js';
import type { ScimState } from '../user/scim-state.js';
import type { StoredUser } from '../user/user.model.js';
import { lowered, namesFrom } from '../user/user.rules.js';
import { pageOf, readFilter } from './filter.rules.js';
import { accountAfter, untouched } from './members.rules.js';
import { patchUser, type PatchedUser } from './patch.rules.js';
import type { ScimCaller } from './scim-caller.js';
import { ScimRefusal } from './scim-refusal.js';
import { scimList, scimUserView, type ScimViewed } from './scim.view.js';

const viewed = {
  ...{ fname: 1, lname: 1, fullname: 1, email: 1, email_lower: 1, banned: 1, scim: 1 },
  ...{ createdAt: 1, updatedAt: 1 },
} as const;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Which accounts a provider knows: those with an address of its domains that it has not deleted. */
export const knownTo = ({ domains }: Pick<StoredProvider, 'domains'>) => ({
  email_lower: { $regex: `@(${domains.map(escaped).join('|')})$` },
  'scim.deleted': { $ne: true },
});

const isKnown = (provider: StoredProvider, user: Pick<StoredUser, 'email_lower' | 'scim'>) =>
  serves(provider, user.email_lower) && user.scim?.deleted !== true;

/** The accounts of a provider, a page of them. */
export async function listUsers(
  { models }: AuthContext,
  { provider }: ScimCaller,
  query: InputOf<typeof listScimUsers>['query'],
  base: string,
): Promise<AnswerOf<typeof listScimUsers>> {
  const filter = readFilter(query.filter, ['userName', 'externalId', 'id']);
  const { startIndex, count } = pageOf(query, maxScimPage);
  const where = {
    userName: (value: string) => ({ email_lower: lowered(value) }),
    externalId: (value: string) => ({ 'scim.external_id': value, 'scim.provider_id': String(provider._id) }),
    id: (value: string) => ({ _id: Types.ObjectId.isValid(value) ? new Types.ObjectId(value) : null }),
  };
  const asked = filter && where[filter.attribute](filter.value);
  const found = asked === undefined ? knownTo(provider) : { $and: [asked, knownTo(provider)] };
  const [total, users] = await Promise.all([
    models.users.countDocuments(found),
    count === 0
      ? []
      : models.users
          .find(found, viewed)
          .sort({ _id: 1 })
          .skip(startIndex - 1)
          .limit(count)
          .lean<ScimViewed[]>(),
  ]);
  const views = users.map((user) => scimUserView(user, provider.roles, base));
  return scimList(views, startIndex, total);
}

/** An account that a provider knows. Throws `not_found`. */
export async function readUser(
  { models }: AuthContext,
  { provider }: ScimCaller,
  id: string,
): Promise<StoredUser> {
  const user = await models.users.findById(id, viewed).lean<StoredUser | null>();
  if (user === null || !isKnown(provider, user)) throw notFound('User');
  return user;
}

/** The address that a user name is. Throws `invalidValue` for one that is none, or of a domain that the provider does not serve. */
function addressOf(provider: StoredProvider, userName: string): string {
  if (!email.safeParse(userName).success)
    throw new ScimRefusal('invalidValue', 'userName must be an e-mail address');
  if (!serves(provider, userName))
    throw new ScimRefusal('invalidValue', `userName must be an address of ${provider.domains.join(', ')}`);
  return userName;
}

/** What a provider sends of a person; a name that it leaves out follows from the others. */
function readInput({
  userName,
  externalId,
  name,
  displayName = '',
  active = true,
}: ScimUserInput): PatchedUser {
  const [first = '', ...rest] = displayName.trim().split(/\s+/);
  return {
    userName,
    externalId: externalId ?? null,
    givenName: name?.givenName ?? first,
    familyName: name?.familyName ?? rest.join(' '),
    active: String(active).toLowerCase() === 'true',
  };
}

const namesOf = ({ userName, givenName, familyName }: PatchedUser) =>
  namesFrom({ fname: givenName, lname: familyName, email: userName });

/** Makes an account, without a role that anybody could use until a group gives it one. Throws `uniqueness`. */
export async function createUser(
  ctx: AuthContext,
  caller: ScimCaller,
  input: ScimUserInput,
): Promise<StoredUser> {
  const { provider, actor, fullname } = caller;
  const given = readInput(input);
  const address = addressOf(provider, given.userName);
  const state: ScimState = {
    ...untouched(String(provider._id), 0),
    ...{ external_id: given.externalId, active: given.active, needs_group: true },
  };
  const before = await ctx.models.users
    .findOne({ email_lower: lowered(address) }, viewed)
    .lean<StoredUser | null>();
  if (before?.scim?.deleted === true)
    return changeUserByScim(ctx, caller, String(before._id), () => ({ given, scim: state }));
  if (before !== null) throw new ScimRefusal('uniqueness', 'This userName is already in use');
  const user = newUser({
    _id: new Types.ObjectId(),
    // The role of the fewest rights, until a group gives another one.
    role_id: roles.guide,
    ...namesOf(given),
    email: address,
    password_hash: await ctx.passwords.hash(newSecret()),
    ...{ subroles: [], states: [], account_changed_by: fullname },
    ...accountAfter(state, undefined, provider.roles),
    now: ctx.clock.now(),
  });
  await insertUser(ctx, actor, user);
  return user;
}

/** What SCIM makes of an account: its attributes, where they change, and its state. */
export interface ScimChange {
  given?: PatchedUser;
  scim: ScimState;
}

/** The attributes of an account as a patch finds them. */
const patchedOf = (user: StoredUser, scim: ScimState): PatchedUser => ({
  userName: user.email,
  externalId: scim.external_id,
  givenName: user.fname,
  familyName: user.lname,
  active: scim.active,
});

/**
 * Changes an account that the provider knows, and bans it or lets it in by what follows (rules A51 and A52). Throws
 * `not_found`, and `invalid` where the last admin would be taken away.
 */
export async function changeUserByScim(
  ctx: AuthContext,
  { provider, actor, fullname }: ScimCaller,
  id: string,
  decide: (user: StoredUser, scim: ScimState) => ScimChange,
): Promise<StoredUser> {
  const decided = (before: StoredUser) => {
    const { given, scim } = decide(before, before.scim ?? untouched(String(provider._id), before.banned));
    const names = given === undefined ? { fname: before.fname, lname: before.lname } : namesOf(given);
    const address = given === undefined ? before.email : addressOf(provider, given.userName);
    const { scim: after, ...follows } = accountAfter(scim, before, provider.roles);
    return { body: { ...names, email: address, ...follows }, scim: after };
  };
  const found = await ctx.models.users.findById(id).lean<StoredUser | null>();
  if (found === null || !serves(provider, found.email_lower)) throw notFound('User');
  const { body } = decided(found);
  return changeAccount(ctx, { actor, fullname }, id, body, (before) => {
    const after = decided(before);
    // What takes an admin away was decided on the record of before.
    if (after.body.banned !== body.banned || after.body.role_id !== body.role_id) throw conflict();
    return after;
  });
}

/** Replaces what SCIM keeps of an account. */
export async function replaceUser(
  ctx: AuthContext,
  caller: ScimCaller,
  id: string,
  input: ScimUserInput,
): Promise<StoredUser> {
  await readUser(ctx, caller, id);
  const given = readInput(input);
  return changeUserByScim(ctx, caller, id, (_user, scim) => ({
    given,
    scim: { ...scim, external_id: given.externalId, active: given.active },
  }));
}

/** Changes attributes of an account. */
export async function patchUserById(
  ctx: AuthContext,
  caller: ScimCaller,
  id: string,
  { Operations }: InputOf<typeof patchScimUser>['body'],
): Promise<StoredUser> {
  await readUser(ctx, caller, id);
  return changeUserByScim(ctx, caller, id, (user, scim) => {
    const given = patchUser(patchedOf(user, scim), Operations);
    return { given, scim: { ...scim, external_id: given.externalId, active: given.active } };
  });
}

/** Bans an account, which SCIM does not find any more. Its work stays. */
export async function removeUser(ctx: AuthContext, caller: ScimCaller, id: string): Promise<void> {
  await readUser(ctx, caller, id);
  await changeUserByScim(ctx, caller, id, (_user, scim) => ({
    scim: { ...scim, active: false, groups: [], needs_group: true, deleted: true },
  }));
}

/** An account as SCIM answers it. */
export const viewOf = (user: StoredUser, { provider }: ScimCaller, base: string): ScimUser =>
  scimUserView(user, provider.roles, base);
