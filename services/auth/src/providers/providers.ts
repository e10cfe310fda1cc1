import { Types } from 'mongoose';
import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { signInWays } from '@crm/contracts/http/single-sign-on.js';
import { identityProviders, type IdentityProvider } from '@crm/contracts/resources/identity-provider.js';
import { invalidField, notFound } from '@crm/platform/errors/app-error.js';
import { urlFault } from '@crm/platform/outbound/address.rules.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { changeRecord, createRecord, overwriteRecord, type Stored } from '@crm/platform/resources/records.js';
import { hashOfSecret, newSecret } from '../random-secret.js';
import type { AuthContext } from '../context.js';
import { openText, sealText } from '../user/sealed.js';
import type { StoredUser } from '../user/user.model.js';
import { serves } from './claims.rules.js';
import type { StoredProvider } from './provider.model.js';

type Context = Pick<AuthContext, 'models' | 'clock' | 'encryptionKeys' | 'ssoNetworks'>;

const ownerOf = (id: Types.ObjectId) => `identity-provider/${id.toHexString()}`;

/** The identity providers as a resource. */
export const storedProviders = ({
  models,
  clock,
  ssoNetworks,
}: Context): Stored<typeof identityProviders.fields, StoredProvider> => ({
  ...{ resource: identityProviders, model: models.identityProviders, clock },
  clean: (given) => {
    const fault = given.issuer === undefined ? undefined : urlFault(given.issuer, ssoNetworks);
    if (fault !== undefined) throw invalidField('issuer', fault);
    if (given.domains?.length === 0) throw invalidField('domains', 'Enter at least one domain');
    return given;
  },
});

/** The client secret as it is stored, bound to its provider; nothing where none is given. */
function sealedSecret(
  { encryptionKeys }: Context,
  id: Types.ObjectId,
  secret: string | undefined,
): Pick<StoredProvider, 'client_secret'> {
  if (secret === undefined || secret === '') return {};
  return { client_secret: sealText(encryptionKeys, ownerOf(id), secret) };
}

/** The client secret of a provider; undefined for a client without one. */
export const openSecret = (
  { encryptionKeys }: Pick<Context, 'encryptionKeys'>,
  { _id, client_secret }: Pick<StoredProvider, '_id' | 'client_secret'>,
): string | undefined => client_secret && openText(encryptionKeys, ownerOf(_id), client_secret);

/** Makes an identity provider. Throws `invalid` for an issuer that may not be reached. */
export async function createProvider(
  ctx: Context,
  actor: Actor,
  { client_secret, ...given }: z.output<typeof identityProviders.creation>,
): Promise<IdentityProvider> {
  const _id = new Types.ObjectId();
  const domains = given.domains ?? [];
  return createRecord(
    storedProviders(ctx),
    actor,
    { ...given, domains },
    { _id, ...sealedSecret(ctx, _id, client_secret) },
  );
}

/** Changes an identity provider. The stored secret is for the stored issuer alone: another one needs its own. */
export async function changeProvider(
  ctx: Context,
  actor: Actor,
  id: string,
  { client_secret, ...change }: z.output<typeof identityProviders.change>,
): Promise<IdentityProvider> {
  const before = await findProvider(ctx, id);
  const isMoved = change.issuer !== undefined && change.issuer !== before?.issuer;
  if (isMoved && before?.client_secret !== undefined && (client_secret ?? '') === '')
    throw invalidField('client_secret', 'Enter the client secret for the new issuer');
  return changeRecord(
    storedProviders(ctx),
    actor,
    id,
    change,
    sealedSecret(ctx, new Types.ObjectId(id), client_secret),
  );
}

/** Issues a token for SCIM; the one of before stops working. Throws `not_found`. */
export async function renewScimToken(
  ctx: Context,
  actor: Actor,
  id: string,
): Promise<IdentityProvider & { token: string }> {
  const token = `scim_${newSecret()}`;
  const record = await overwriteRecord(
    storedProviders(ctx),
    actor,
    id,
    { scim_token: token.slice(0, 9), scim_used_at: null },
    { scim_hash: hashOfSecret(token) },
  );
  return { ...record, token };
}

/** Withdraws the token for SCIM. Throws `not_found`. */
export const withdrawScimToken = (ctx: Context, actor: Actor, id: string): Promise<IdentityProvider> =>
  overwriteRecord(storedProviders(ctx), actor, id, { scim_token: '' }, { scim_hash: null });

type Stores = Pick<AuthContext, 'models'>;

/** A provider by its id, active or not; null for none. */
export const findProvider = ({ models }: Stores, id: string): Promise<StoredProvider | null> =>
  models.identityProviders.findOne(alive({ _id: new Types.ObjectId(id) })).lean<StoredProvider | null>();

/** The providers that may be used to sign in, by their buttons. */
const activeProviders = ({ models }: Stores): Promise<StoredProvider[]> =>
  models.identityProviders
    .find(alive({ active: 1 as const }))
    .sort({ label: 1 })
    .lean<StoredProvider[]>();

/** A provider that may be used to sign in. Throws `not_found`. */
export async function readActiveProvider(ctx: Stores, id: string): Promise<StoredProvider> {
  const provider = await findProvider(ctx, id);
  if (provider?.active !== 1) throw notFound('Identity provider');
  return provider;
}

/** What the sign-in page offers. */
export async function listWays(ctx: Stores): Promise<z.input<typeof signInWays>> {
  const providers = await activeProviders(ctx);
  return {
    providers: providers.map(({ _id, label }) => ({ id: _id.toHexString(), label })),
    passwords: providers.every(({ passwords }) => passwords === 1),
  };
}

/** The provider by which alone people of an address sign in; undefined where a password does as well (rule A47). */
export async function providerInsteadOfPassword(
  ctx: Stores,
  email: string,
): Promise<StoredProvider | undefined> {
  const providers = await activeProviders(ctx);
  return providers.find((provider) => provider.passwords === 0 && serves(provider, email));
}

/** Admins keep their password, so that a provider that fails locks nobody out (rule A47). */
export const keepsPassword = ({ role_id }: Pick<StoredUser, 'role_id'>): boolean => role_id === roles.admin;
