import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { KeyActor } from '@crm/contracts/access.js';
import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { exchangeApiKey } from '@crm/contracts/http/api-keys.js';
import { apiKeys as resource } from '@crm/contracts/resources/api-key.js';
import type { Bus, Listener } from '@crm/platform/bus/bus.js';
import type { Clock } from '@crm/platform/clock.js';
import { keyInvalid } from '@crm/platform/errors/app-error.js';
import { isWithin, parseNetwork, plainAddress, type Networks } from '@crm/platform/network/network.rules.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import { keyActor } from '@crm/platform/identity/identity.js';
import type { TokenVerifier } from '@crm/platform/identity/token-verifier.js';
import type { Logger } from '@crm/platform/log/logger.js';

/** How long a key is used as auth last told of it, while events tell what changes. */
const keptMs = 60_000;
/** The same while the bus is away: a withdrawn key is to open nothing within a second all the same. */
const keptUntoldMs = 500;

/** Who asks by a key, and the token that services take for it. */
export interface KeyBearer {
  /** The key's id. */
  id: string;
  actor: KeyActor;
  token: string;
}

/** A key as auth knows it. */
interface Known {
  bearer: KeyBearer;
  /** None: from everywhere. */
  networks: Networks;
  endsAt: Date | null;
  /** By the process's own steady clock. */
  askedAt: number;
}

export interface ApiKeys {
  /** Who asks by this key, from this address. Throws `key_invalid` and `unavailable`. */
  bearer(key: string, address: string): Promise<KeyBearer>;
  /** Hears of keys that are changed and withdrawn from now on. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Exchanges API keys at auth for tokens that services take, and remembers them for a minute, or until a key changes. */
export function createApiKeys({
  client,
  verifier,
  bus,
  clock,
  log,
}: {
  client: ServiceClient;
  verifier: Pick<TokenVerifier, 'verifyKey'>;
  bus: Pick<Bus, 'listen'>;
  clock: Clock;
  log: Logger;
}): ApiKeys {
  /** By the hash of the key: a process's memory has no key in it. Only keys that auth knows are here. */
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<Known>>();
  /** Rises with every change of a key: what was asked before may be of before. */
  let changes = 0;
  let listener: Listener | undefined;

  function forget(isMeant: (key: Known) => boolean): void {
    changes += 1;
    for (const [hash, key] of known) if (isMeant(key)) known.delete(hash);
  }

  async function ask(key: string, hash: string): Promise<Known> {
    for (;;) {
      const askedAt = performance.now();
      const asOf = changes;
      const { token, networks, ends_at } = await client.call(
        exchangeApiKey,
        { body: { key } },
        { asService: true },
      );
      if (asOf !== changes) continue;
      const claims = verifier.verifyKey(token);
      const answer: Known = {
        bearer: { id: claims.key, actor: keyActor(claims), token },
        networks: networks.map(parseNetwork).filter((each) => each !== undefined),
        endsAt: ends_at === null ? null : new Date(ends_at),
        askedAt,
      };
      known.set(hash, answer);
      return answer;
    }
  }

  /** Many requests of one key ask once. */
  function askOnce(key: string, hash: string): Promise<Known> {
    const underWay = asking.get(hash);
    if (underWay !== undefined) return underWay;
    const answer = ask(key, hash)
      .catch((error: unknown) => {
        known.delete(hash);
        throw error;
      })
      .finally(() => asking.delete(hash));
    asking.set(hash, answer);
    return answer;
  }

  const isCurrent = ({ askedAt }: Known) =>
    performance.now() - askedAt < (listener?.isLive() === true ? keptMs : keptUntoldMs);

  return {
    bearer: async (key, address) => {
      const hash = createHash('sha256').update(key).digest('base64');
      const before = known.get(hash);
      const { bearer, networks, endsAt } =
        before !== undefined && isCurrent(before) ? before : await askOnce(key, hash);
      if (endsAt !== null && endsAt <= clock.now()) throw keyInvalid();
      if (networks.length > 0 && !isWithin(networks, plainAddress(address))) {
        log.warn({ keyId: bearer.id, address }, 'API key used from outside its networks');
        throw keyInvalid();
      }
      return bearer;
    },
    start: async () => {
      listener = await bus.listen(
        [recordChanged.type],
        ({ data }) => {
          const changed = recordChanged.data.safeParse(data).data;
          if (changed?.resource === resource.name) forget(({ bearer }) => bearer.id === changed.id);
        },
        // What changed while nothing was heard is asked for.
        () => {
          forget(() => true);
        },
      );
    },
    stop: async () => {
      await listener?.close();
    },
  };
}
