import { invalidField } from '@crm/platform/errors/app-error.js';
import { networkOf } from '@crm/platform/network/network.rules.js';
import type { AuthContext } from '../context.js';
import type { StoredUser } from '../user/user.model.js';
import { beginAttempt } from './sign-in-limits.js';
import { isKnownNetwork } from './sign-in-limits.rules.js';

interface Proof {
  /** Where from: wrong ones are limited as at sign-in. */
  address: string;
  /** What a wrong one is answered with. */
  refusal: { field: string; message: string };
}

/** Asks somebody who is signed in for the password once more. Throws `invalid` at the field named, `too_many`. */
export async function provePassword(
  ctx: AuthContext,
  user: Pick<StoredUser, 'email_lower' | 'password_hash' | 'known_networks'>,
  password: string,
  { address, refusal }: Proof,
): Promise<void> {
  const network = networkOf(address);
  const isKnown = isKnownNetwork(user.known_networks, network, ctx.clock.now());
  const attempt = await beginAttempt(ctx, user.email_lower, network, isKnown);
  const isRight = await attempt.check(() => ctx.passwords.verify(user.password_hash, password));
  if (!isRight) throw invalidField(refusal.field, refusal.message);
  await attempt.succeeded();
}
