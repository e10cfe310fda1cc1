import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from '@crm/contracts/access.js';

// Jest's setup names the run's seed and the test file; a bench has neither and draws anew each time.
const seed = process.env['TEST_SEED'] ?? randomUUID();

/** So many hex digits, the same for the same seed and `what`. */
function drawn(what: string, digits: number): string {
  return createHash('sha256').update(`${seed} ${what}`).digest('hex').slice(0, digits);
}

// Of five digits to the base 36, so that no name begins with another.
let counter = 2_000_000 + (Number.parseInt(drawn('start', 8), 16) % 1_000_000);
const next = () => (counter += 1);

/** An id of the ObjectId kind that no other test has. */
export function uniqueId(): string {
  return drawn(`id ${String(next())}`, 24);
}

/** An address under a domain that nobody can own. */
export function uniqueEmail(name = 'person'): string {
  const count = next();
  return `${name}.${count.toString(36)}.${drawn(`address ${String(count)}`, 6)}@example.com`;
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
