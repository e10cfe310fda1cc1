import type { SignInAttack } from '@crm/contracts/http/system.js';
import type { AuthContext } from '../context.js';
import { attacksIn, attackWindowMs } from './sign-in-attacks.rules.js';

/** The last ones say enough of an attack, however many there are. */
const maxLooked = 5_000;

/** Where somebody guesses passwords or codes now, by what the audit log has of the last hour. */
export async function signInAttacks({
  auditEntries,
  clock,
}: Pick<AuthContext, 'auditEntries' | 'clock'>): Promise<SignInAttack[]> {
  const since = new Date(clock.now().getTime() - attackWindowMs);
  const refused = await auditEntries
    .find(
      { action: 'session.started', outcome: 'denied', at: { $gt: since } },
      { projection: { at: 1, address: 1, subjects: 1 } },
    )
    .sort({ at: -1, _id: -1 })
    .limit(maxLooked)
    .toArray();
  return attacksIn(refused);
}
