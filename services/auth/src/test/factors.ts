import { generate } from 'otplib';
import { signIn } from '@crm/contracts/http/auth.js';
import { confirmSignIn, enrollTotp, finishEnrollment } from '@crm/contracts/http/second-factor.js';
import type { SignInStep } from '@crm/contracts/entities/sign-in-step.js';
import { agentPassword, type AuthServer, type SignedIn } from './auth-server.js';

/** What an authenticator app shows, by the service's clock. */
export const codeOf = (auth: Pick<AuthServer, 'clock'>, key: string): Promise<string> =>
  generate({ secret: key, epoch: Math.floor(auth.clock.now().getTime() / 1000) });

export interface WithApp extends SignedIn {
  key: string;
  recoveryCodes: readonly string[];
}

/** Somebody with an authenticator app; of the codes, the one of this moment is used. */
export async function userWithApp(
  auth: AuthServer,
  given: Parameters<AuthServer['newUser']>[0] = {},
): Promise<WithApp> {
  const dana = await auth.newUser(given);
  const { key } = (await dana.client.call(enrollTotp, { body: { password: agentPassword } })).answer;
  const code = await codeOf(auth, key);
  const { answer } = await dana.client.call(finishEnrollment, {
    body: { enrollment: { method: 'totp', code } },
  });
  return { ...dana, key, recoveryCodes: answer.recovery_codes ?? [] };
}

/** The second step after somebody's password. Throws where there is none. */
export async function stepOf(
  auth: AuthServer,
  email: string,
  headers: Record<string, string> = {},
): Promise<SignInStep> {
  const asked = await auth.stranger.call(signIn, { body: { email, password: agentPassword } }, headers);
  const step = asked.refusal.sign_in_step;
  if (step === undefined) throw new Error(`No second step: ${asked.refusal.message}`);
  return step;
}

/** Ends a step with a code of the app. */
export const confirmWith = (
  auth: AuthServer,
  step: string,
  code: string,
  headers: Record<string, string> = {},
) => auth.stranger.call(confirmSignIn, { body: { step, proof: { method: 'totp', code } } }, headers);
