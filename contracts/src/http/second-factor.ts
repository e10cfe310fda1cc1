import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import {
  enrollment,
  exampleSecondFactor,
  factorProof,
  passkeyCreation,
  passkeyRequest,
  secondFactor,
  totpKey,
} from '../entities/second-factor.js';
import { signInStepToken } from '../entities/sign-in-step.js';
import { exampleUser, user } from '../entities/user.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';
import { provenPassword } from '../password.js';

const step = 'Vf3n8Q0m2sYtKc5bXh7rLw9pZd1uJ4aEgT6iNoRkMyQ';
const sessionToken = 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln';
const challenge = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ';
const codes = ['7k2m-pq9t-w4xh-c8rd', 'f3ng-6ybz-v5ju-2ska'];
const welcome = { status: 'success', message: 'Welcome, Dana' } as const;
const exampleKey = {
  key: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Ringwell:dana%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Ringwell',
};
const exampleCreation = {
  challenge,
  rp: { id: 'call-centre.example.com', name: 'Ringwell' },
  user: { id: 'ZvChssPU5fYBAgME', name: 'dana@example.com', displayName: 'Dana Reyes-Whitfield' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'discouraged',
    requireResidentKey: false,
    userVerification: 'required',
  },
} as const;
const exampleEnrollment = { method: 'totp', code: '287082' } as const;

/** Recovery codes are answered where they are made, and never again. */
const recoveryCodes = z.array(z.string()).nullable();

const atSignIn = { service: 'auth', access: 'public', given: false } as const;
const own = { service: 'auth', access: 'signed-in', given: false } as const;
const stepBody = z.object({ step: signInStepToken });
const proven = z.object({ password: provenPassword });

export const confirmSignIn = defineEndpoint({
  ...atSignIn,
  name: 'confirmSignIn',
  method: 'POST',
  path: '/api/auth/signin/confirm',
  audit: { action: 'session.started' },
  summary:
    'The second step of a sign-in: a code of the authenticator app, a recovery code or a passkey. A wrong one is 401 and may be repeated a few times; a step that is over, or used, is 403 `session_ended`.',
  body: z.object({ step: signInStepToken, proof: factorProof }),
  answer: outcome.extend({ token: z.string(), user }),
  example: {
    body: { step, proof: exampleEnrollment },
    answer: { token: sessionToken, user: exampleUser, ...welcome },
  },
});

export const challengePasskey = defineEndpoint({
  ...atSignIn,
  name: 'challengePasskey',
  method: 'POST',
  path: '/api/auth/signin/passkey',
  audit: 'none',
  summary: 'What the passkeys of the second step sign: a challenge for one use, as long as the step lasts.',
  body: stepBody,
  answer: passkeyRequest,
  example: {
    body: { step },
    answer: {
      challenge,
      rpId: 'call-centre.example.com',
      timeout: 300_000,
      allowCredentials: [{ id: 'p1Fd0v2J6nq8k3yQ', type: 'public-key', transports: ['internal'] }],
      userVerification: 'required',
    },
  },
});

export const enrollTotpAtSignIn = defineEndpoint({
  ...atSignIn,
  name: 'enrollTotpAtSignIn',
  method: 'POST',
  path: '/api/auth/signin/enroll/totp',
  audit: 'none',
  summary: 'Begins an authenticator app in the second step, where the role needs a factor and there is none.',
  body: stepBody,
  answer: totpKey,
  example: { body: { step }, answer: exampleKey },
});

export const enrollPasskeyAtSignIn = defineEndpoint({
  ...atSignIn,
  name: 'enrollPasskeyAtSignIn',
  method: 'POST',
  path: '/api/auth/signin/enroll/passkey',
  audit: 'none',
  summary: 'Begins a passkey in the second step, where the role needs a factor and there is none.',
  body: stepBody,
  answer: passkeyCreation,
  example: { body: { step }, answer: exampleCreation },
});

export const finishEnrollmentAtSignIn = defineEndpoint({
  ...atSignIn,
  name: 'finishEnrollmentAtSignIn',
  method: 'POST',
  path: '/api/auth/signin/enroll/finish',
  audit: { action: 'session.enrolled' },
  summary: 'Ends the enrollment that the second step asked for, and begins the session.',
  body: z.object({ step: signInStepToken, enrollment }),
  answer: outcome.extend({ token: z.string(), user, recovery_codes: z.array(z.string()) }),
  example: {
    body: { step, enrollment: exampleEnrollment },
    answer: { token: sessionToken, user: exampleUser, recovery_codes: codes, ...welcome },
  },
});

export const getSecondFactor = defineEndpoint({
  ...own,
  name: 'getSecondFactor',
  method: 'GET',
  path: '/api/second-factor',
  audit: 'none',
  summary: "The user's own second factors.",
  answer: z.object({ second_factor: secondFactor }),
  example: { answer: { second_factor: exampleSecondFactor } },
});

export const enrollTotp = defineEndpoint({
  ...own,
  name: 'enrollTotp',
  method: 'POST',
  path: '/api/second-factor/totp',
  audit: { action: 'factor.enrollment-begun' },
  summary:
    'Begins an authenticator app, after the password once more. The one there is works until the new one is confirmed.',
  body: proven,
  answer: totpKey,
  example: { body: { password: 'k2Vw9tQpZr4m' }, answer: exampleKey },
});

export const enrollPasskey = defineEndpoint({
  ...own,
  name: 'enrollPasskey',
  method: 'POST',
  path: '/api/second-factor/passkey',
  audit: { action: 'factor.enrollment-begun' },
  summary: 'Begins a passkey, after the password once more.',
  body: proven,
  answer: passkeyCreation,
  example: { body: { password: 'k2Vw9tQpZr4m' }, answer: exampleCreation },
});

export const finishEnrollment = defineEndpoint({
  ...own,
  name: 'finishEnrollment',
  method: 'POST',
  path: '/api/second-factor/finish',
  audit: { action: 'factor.added' },
  summary:
    'Ends the enrollment begun last, within five minutes. The first factor ends the other sessions and answers recovery codes, which are never answered again.',
  body: z.object({ enrollment }),
  answer: outcome.extend({ second_factor: secondFactor, recovery_codes: recoveryCodes }),
  example: {
    body: { enrollment: exampleEnrollment },
    answer: {
      second_factor: exampleSecondFactor,
      recovery_codes: codes,
      status: 'success',
      message: 'Authenticator app added',
    },
  },
});

export const removeFactor = defineEndpoint({
  ...own,
  name: 'removeFactor',
  method: 'POST',
  path: '/api/second-factor/remove',
  audit: { action: 'factor.removed' },
  summary:
    'Removes the authenticator app (`totp`) or a passkey by its id, after the password once more. The last one takes the recovery codes along; where the role needs one it stays: 403.',
  body: proven.extend({ factor: z.string().min(1).max(2_000) }),
  answer: outcome.extend({ second_factor: secondFactor }),
  example: {
    body: { password: 'k2Vw9tQpZr4m', factor: 'totp' },
    answer: {
      second_factor: { ...exampleSecondFactor, totp_since: null },
      status: 'success',
      message: 'Removed',
    },
  },
});

export const renewRecoveryCodes = defineEndpoint({
  ...own,
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/api/second-factor/recovery-codes',
  audit: { action: 'factor.codes-renewed' },
  summary: 'Makes ten new recovery codes, after the password once more; the old ones are void.',
  body: proven,
  answer: outcome.extend({ recovery_codes: z.array(z.string()) }),
  example: {
    body: { password: 'k2Vw9tQpZr4m' },
    answer: { recovery_codes: codes, status: 'success', message: 'New recovery codes' },
  },
});

export const removeFactorsOfUser = defineEndpoint({
  name: 'removeFactorsOfUser',
  method: 'POST',
  path: '/api/agents/{userId}/second-factor/remove',
  service: 'auth',
  access: 'admin',
  given: false,
  audit: { action: 'factor.removed-by-admin', subject: 'user/{params.userId}' },
  summary:
    "Removes all second factors and recovery codes of somebody else, for a lost phone, and ends their sessions. Without any, or one's own: 404.",
  params: z.object({ userId: id }),
  answer: outcome,
  example: {
    params: { userId: exampleUser.id },
    answer: { status: 'success', message: 'Second factors removed' },
  },
});

/** Second factors: the second step of a sign-in, one's own factors, and what an admin removes. */
export const secondFactorEndpoints = [
  confirmSignIn,
  challengePasskey,
  enrollTotpAtSignIn,
  enrollPasskeyAtSignIn,
  finishEnrollmentAtSignIn,
  getSecondFactor,
  enrollTotp,
  enrollPasskey,
  finishEnrollment,
  removeFactor,
  renewRecoveryCodes,
  removeFactorsOfUser,
];
