import {
  BurstyRateLimiter,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { tooMany } from '@crm/platform/errors/app-error.js';
import type { RedisConnection } from '../redis.js';

const second = 1;
const minute = 60;
const hour = 60 * minute;
/** Calls that carry no token of ours, by address; and those with one whose session is over, by session. */
const refusedPerMinute = 240;
/** How long an address from which a live session called is known for one that people work behind. */
const livedInSeconds = 15 * minute;
/** In so many seconds an API key may spend what it may call beyond its pace. */
const burstSeconds = 10;
/** Counted without a limit: whether anything was counted at all is the question. */
const noLimit = Number.MAX_SAFE_INTEGER - 1;

export interface RateLimits {
  /**
   * Counts a call of a live session, and of its user: one session can use up its own limit, so that whoever holds a stolen
   * token does not keep its owner from working. The address counts for nothing. Throws `too_many`.
   */
  session(sid: string, userId: string): Promise<void>;
  /** Counts a call by an API key; throws `too_many`. */
  key(keyId: string): Promise<void>;
  /**
   * Counts a public call from an address, but for one from which live sessions called within a quarter of an hour: an
   * office stands behind it, whose sign-ins auth counts by account. Throws `too_many`.
   */
  address(address: string): Promise<void>;
  /** Counts what an address sends by a public form; throws `too_many`. */
  form(address: string): Promise<void>;
  /** Counts a call with a token of ours whose session is over, by the session; throws `too_many`. */
  ended(jti: string): Promise<void>;
  /** Counts a call whose token is none of ours, from an address; throws `too_many`. */
  refusal(address: string): Promise<void>;
  /** Told of every address from which a live session called, or began. */
  livedIn(address: string): Promise<void>;
}

/** What is limited, as it is counted. */
export const limitNames = ['session', 'user', 'key', 'address', 'form', 'ended', 'refused'] as const;
export type LimitName = (typeof limitNames)[number];

/**
 * How often who may call: per session and user, and per address where nobody is signed in. Counted in Redis where there is one, so
 * that several gateways count together; whenever Redis does not answer, each counts by itself and nobody waits.
 */
export function createRateLimits(options: {
  perSessionPerMinute: number;
  perUserPerMinute: number;
  perKeyPerSecond: number;
  /** Calls of a key in ten seconds beyond those. */
  burstPerKey: number;
  perAddressPerMinute: number;
  formsPerAddressPerHour: number;
  redis?: RedisConnection | undefined;
  /** Told of each call that a limit refuses. */
  limited?: (limit: LimitName) => void;
}): RateLimits {
  const { redis, limited } = options;
  async function take(
    name: LimitName,
    limiter: Pick<RateLimiterAbstract, 'consume'>,
    key: string,
  ): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      limited?.(name);
      throw tooMany(rejected.msBeforeNext / 1000);
    }
  }
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
  const ofSessions = limiter('session', options.perSessionPerMinute);
  const users = limiter('user', options.perUserPerMinute);
  const keys = new BurstyRateLimiter(
    limiter('key', options.perKeyPerSecond, second),
    limiter('key-burst', options.burstPerKey, burstSeconds),
  );
  const addresses = limiter('address', options.perAddressPerMinute);
  const forms = limiter('form', options.formsPerAddressPerHour, hour);
  // Not shared: they only keep one address, or one old token, from keeping one gateway busy all day.
  const ofOneGateway = (keyPrefix: string) =>
    new RateLimiterMemory({ keyPrefix, points: refusedPerMinute, duration: minute });
  const [refusals, ended] = [ofOneGateway('refused'), ofOneGateway('ended')];
  // Most calls of a day come from such an address: the others are told once a minute.
  const noted = limiter('lived-in', noLimit, livedInSeconds);
  const notedLately = new RateLimiterMemory({ keyPrefix: 'noted', points: noLimit, duration: minute });
  const isLivedIn = async (address: string) =>
    (await notedLately.get(address)) !== null || (await noted.consume(address, 0)).consumedPoints > 0;

  return {
    session: async (sid, userId) => {
      // The session first: what it is refused does not count for the user, who has others.
      await take('session', ofSessions, sid);
      await take('user', users, userId);
    },
    key: (keyId) => take('key', keys, keyId),
    address: async (address) => {
      if (!(await isLivedIn(address))) await take('address', addresses, address);
    },
    form: (address) => take('form', forms, address),
    ended: (jti) => take('ended', ended, jti),
    refusal: (address) => take('refused', refusals, address),
    livedIn: async (address) => {
      if ((await notedLately.consume(address)).isFirstInDuration) await noted.consume(address);
    },
  };
}
