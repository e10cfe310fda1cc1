import type { z } from 'zod';
import type { totpKey } from '@crm/contracts/entities/second-factor.js';
import {
  enrollPasskey,
  enrollTotp,
  finishEnrollment,
  removeFactor,
  renewRecoveryCodes,
} from '@crm/contracts/http/second-factor.js';
import type { Outcome } from '@crm/contracts/errors.js';
import type { CrmDataProvider } from '../providers/data-provider.js';

/** What is done with one's second factors; all of it asks for the password first. */
export type FactorAction =
  | { kind: 'app' }
  | { kind: 'passkey' }
  | { kind: 'codes' }
  | { kind: 'remove'; factor: string; name: string; isLast: boolean };

/** What came of it: a key whose first code ends the setup, or that it is done. */
export type Acted =
  | { kind: 'key'; made: z.output<typeof totpKey> }
  | { kind: 'done'; answer: Outcome; codes: readonly string[] | null };

interface Typed {
  password: string;
  /** Of a new passkey. */
  name: string;
}

/** Does what follows the password. Rejects as the calls do, or with `PasskeyRefused`. */
export async function act(
  { call }: Pick<CrmDataProvider, 'call'>,
  action: FactorAction,
  { password, name }: Typed,
): Promise<Acted> {
  const body = { password };
  switch (action.kind) {
    case 'app':
      return { kind: 'key', made: await call(enrollTotp, { body }) };
    case 'passkey': {
      const options = await call(enrollPasskey, { body });
      const { createPasskey } = await import('./browser-passkeys.js');
      const passkey = await createPasskey(options);
      const answer = await call(finishEnrollment, {
        body: { enrollment: { method: 'passkey', name, passkey } },
      });
      return { kind: 'done', answer, codes: answer.recovery_codes };
    }
    case 'codes': {
      const answer = await call(renewRecoveryCodes, { body });
      return { kind: 'done', answer, codes: answer.recovery_codes };
    }
    case 'remove': {
      const answer = await call(removeFactor, { body: { password, factor: action.factor } });
      return { kind: 'done', answer, codes: null };
    }
  }
}

/** Ends the setup of an app with its first code. */
export async function confirmApp({ call }: Pick<CrmDataProvider, 'call'>, code: string): Promise<Acted> {
  const answer = await call(finishEnrollment, { body: { enrollment: { method: 'totp', code } } });
  return { kind: 'done', answer, codes: answer.recovery_codes };
}
