import { auditActor } from '@crm/platform/audit/add-details.js';
import { wrongCredentials } from '@crm/platform/errors/app-error.js';
import { bearerToken } from '@crm/platform/identity/identity.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { EventActor } from '@crm/platform/outbox/new-event.js';
import { hashOfSecret } from '../random-secret.js';
import type { AuthContext } from '../context.js';
import type { StoredProvider } from '../providers/provider.model.js';

/** How often the last use of a token is written down. */
const noteMs = 60_000;

/** Who acts by SCIM: the provider, which is no user. */
export interface ScimCaller {
  provider: StoredProvider;
  actor: EventActor;
  fullname: string;
}

/** The provider whose token a request carries. Throws `wrong_credentials`. */
export async function scimCallerOf(
  { models, clock }: Pick<AuthContext, 'models' | 'clock'>,
  authorization: string | undefined,
): Promise<ScimCaller> {
  const token = bearerToken(authorization);
  const provider =
    token === undefined
      ? null
      : await models.identityProviders
          .findOne(alive({ scim_hash: hashOfSecret(token) }))
          .lean<StoredProvider | null>();
  if (provider === null) throw wrongCredentials('The token is missing, wrong or withdrawn');
  const now = clock.now();
  const { _id, scim_used_at: used } = provider;
  if (used === null || used === undefined || now.getTime() - used.getTime() >= noteMs)
    await models.identityProviders.updateOne(alive({ _id }), { $set: { scim_used_at: now } });
  const id = `scim/${_id.toHexString()}`;
  auditActor(id, 'SCIM');
  return { provider, actor: { id, role: 'system' }, fullname: 'SCIM' };
}
