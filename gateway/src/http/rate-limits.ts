import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { tooMany } from '@crm/platform/errors/app-error.js';
import type { RedisConnection } from '../redis.js';

const minute = 60;
const hour = 60 * minute;
/** Calls that carry no valid token, beside public ones: enough for a browser that wakes up with an old token. */
const refusedPerMinute = 240;

export interface RateLimits {
  /** Counts a call of a signed-in user; throws `too_many`. */
  user(id: string): Promise<void>;
  /** Counts a public call from an address; throws `too_many`. */
  address(address: string): Promise<void>;
  /** Counts what an address sends by a public form; throws `too_many`. */
  form(address: string): Promise<void>;
  /** Counts a call refused for its token, from an address; throws `too_many`. */
  refusal(address: string): Promise<void>;
}

async function take(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (rejected) {
    if (rejected instanceof RateLimiterRes) throw tooMany(rejected.msBeforeNext / 1000);
    throw rejected;
  }
}

/**
 * How often who may call: per user, and per address where nobody is signed in. Counted in Redis where there is one, so
 * that several gateways count together; whenever Redis does not answer, each counts by itself and nobody waits.
 */
export function createRateLimits(options: {
  perUserPerMinute: number;
  perAddressPerMinute: number;
  formsPerAddressPerHour: number;
  redis?: RedisConnection | undefined;
}): RateLimits {
  const { redis } = options;
  const limiter = (name: string, points: number, duration = minute): RateLimiterAbstract => {
    const ownCount = new RateLimiterMemory({ keyPrefix: name, points, duration });
    if (redis === undefined) return ownCount;
    return new RateLimiterRedis({
      storeClient: redis.counter,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      insuranceLimiter: ownCount,
      // Who is over the limit is turned away without asking Redis again.
      inMemoryBlockOnConsumed: points + 1,
      keyPrefix: `${redis.prefix}:rate:${name}`,
      points,
      duration,
    });
  };
  const users = limiter('user', options.perUserPerMinute);
  const addresses = limiter('address', options.perAddressPerMinute);
  const forms = limiter('form', options.formsPerAddressPerHour, hour);
  // Not shared: it only keeps one address from making one gateway check signatures all day.
  const refusals = new RateLimiterMemory({
    keyPrefix: 'refused',
    points: refusedPerMinute,
    duration: minute,
  });

  return {
    user: (id) => take(users, id),
    address: (address) => take(addresses, address),
    form: (address) => take(forms, address),
    refusal: (address) => take(refusals, address),
  };
}
