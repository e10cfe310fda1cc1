import { signOut } from '@crm/contracts/http/auth.js';
import { callerFor, people, type Caller } from '@crm/e2e/people.js';
import type { TestEnvironment } from '@crm/e2e/environment.js';

/** The callers, in the column order of the expectation. */
export const bearerNames = ['admin', 'owner', 'colleague', 'guide'] as const;
export type BearerName = (typeof bearerNames)[number];
export type Bearers = Record<BearerName, Caller>;

export async function signInAll(environment: TestEnvironment): Promise<Bearers> {
  const as = (email: string) => callerFor(environment.url, email);
  return {
    admin: await as(people.admin),
    owner: await as(people.lifeAgent),
    colleague: await as(people.otherLifeAgent),
    guide: await as(people.guide),
  };
}

/** A token that was valid until its user signed out. */
export async function endedToken(environment: TestEnvironment): Promise<string> {
  const { client, token } = await callerFor(environment.url, people.healthAgent);
  await client.call(signOut, {});
  return token;
}
