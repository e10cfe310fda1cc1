import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '@crm/platform/errors/app-error.js';
import { createTurnstile } from '../turnstile.js';

/** Hashes and checks passwords. Each call costs about 20 ms of one core, off the event loop. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** argon2id (the library's default) with 19 MiB, two passes, parallelism one (quality: What must never happen). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** About four seconds of work; requests beyond that are refused at once. */
const maxUnderWay = 200;

/**
 * A hasher on libuv's threads. It leaves one core to the event loop: four concurrent hashes on two cores delay
 * every other request (measured: 16 ms, against 4 ms at the same throughput).
 */
export function createPasswordHasher(): PasswordHasher {
  const inTurn = createTurnstile(Math.max(1, availableParallelism() - 1));
  let underWay = 0;

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (underWay >= maxUnderWay) throw unavailable('Too many sign-ins right now, please try again');
    underWay += 1;
    try {
      return await inTurn(work);
    } finally {
      underWay -= 1;
    }
  }

  return {
    hash: (password) => run(() => hash(password, cost)),
    verify: (stored, password) => run(() => verify(stored, password)),
  };
}
