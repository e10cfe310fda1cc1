import { signOut } from '@crm/contracts/http/auth.js';
import { callerFor, people, type Caller } from '@crm/e2e/people.js';
import type { Floor } from '@crm/e2e/floor.js';

/** Who asks: the columns of the expectation, in its order. */
export const bearerNames = ['admin', 'owner', 'colleague', 'guide'] as const;
export type BearerName = (typeof bearerNames)[number];
export type Bearers = Record<BearerName, Caller>;

export async function signInAll(floor: Floor): Promise<Bearers> {
  const as = (email: string) => callerFor(floor.url, email);
  return {
    admin: await as(people.admin),
    owner: await as(people.lifeAgent),
    colleague: await as(people.otherLifeAgent),
    guide: await as(people.guide),
  };
}

/** A token that was good until its bearer signed out. */
export async function endedToken(floor: Floor): Promise<string> {
  const { client, token } = await callerFor(floor.url, people.healthAgent);
  await client.call(signOut, {});
  return token;
}
