import { randomBytes, randomInt } from 'node:crypto';
import type { Actor } from '@crm/contracts/access.js';

let counter = randomInt(1_000_000);
const next = () => (counter += 1);

/** An id of the ObjectId kind that no other test has. */
export function uniqueId(): string {
  return randomBytes(12).toString('hex');
}

/** An address under a domain that nobody can own. */
export function uniqueEmail(name = 'person'): string {
  return `${name}.${next().toString(36)}.${randomBytes(3).toString('hex')}@example.com`;
}

/** An E.164 number of the 555-01XX kind, kept free for fiction: 80,000 of them before one comes again. */
export function uniquePhone(): string {
  const count = next();
  const line = String(count % 100).padStart(2, '0');
  // Area codes 200 to 999; those with 9 in the middle are not handed out, which matters to nobody here.
  const area = String(200 + (Math.floor(count / 100) % 800));
  return `+1${area}55501${line}`;
}

/** A first or last name that no other test has. */
export function uniqueName(name = 'Robin'): string {
  return `${name} ${next().toString(36).toUpperCase()}`;
}

/** An actor of a role, with an id of its own and both sub-roles unless said otherwise. */
export function uniqueActor(role: Actor['role'], overrides: Partial<Actor> = {}): Actor {
  return { id: uniqueId(), role, subroles: [1, 2], fullname: uniqueName(), ...overrides };
}
