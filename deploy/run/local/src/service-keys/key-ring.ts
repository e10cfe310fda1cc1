import { z } from 'zod';
import { callerNames, type Caller } from '@crm/contracts/endpoint/endpoint.js';
import {
  newServiceKey,
  privateServiceKeys,
  privateServiceKeySet,
  publicServiceKeySet,
  type PrivateServiceKeys,
} from '@crm/platform/identity/service-keys.js';

/** Every key pair between the services of one installation; whoever operates it keeps it, no service ever sees it whole. */
export const serviceKeyRing = z.object({
  private: z.record(z.enum(callerNames), privateServiceKeySet),
  public: publicServiceKeySet,
});
export type ServiceKeyRing = z.output<typeof serviceKeyRing>;

type Pair = ReturnType<typeof newServiceKey>;

/** A ring with one pair for each caller. */
export function newKeyRing(newPair: (caller: Caller) => Pair = newServiceKey): ServiceKeyRing {
  const pairs = callerNames.map((caller) => [caller, newPair(caller)] as const);
  return serviceKeyRing.parse({
    private: Object.fromEntries(pairs.map(([caller, pair]) => [caller, { keys: [pair.private] }])),
    public: { keys: pairs.map(([, pair]) => pair.public) },
  });
}

/** The steps in which a caller's key is exchanged; every service is restarted with what each of them leaves. */
export const exchangeSteps = ['add', 'use', 'retire'] as const;
export type ExchangeStep = (typeof exchangeSteps)[number];

/** A step that cannot be taken now; the message says why. */
export class StepRefused extends Error {}

/**
 * Takes one step for one caller. `add`: a second pair, which all verify by and nobody signs with yet. `use`: the second signs.
 * `retire`: what no longer signs is forgotten. So a token is verifiable at every moment of a rolling restart.
 */
export function exchangeKey(
  ring: ServiceKeyRing,
  caller: Caller,
  step: ExchangeStep,
  newPair: (caller: Caller) => Pair = newServiceKey,
): ServiceKeyRing {
  const [first, second, ...more] = ring.private[caller].keys;
  const withKeys = (keys: readonly Pair['private'][], known = ring.public.keys) =>
    serviceKeyRing.parse({ private: { ...ring.private, [caller]: { keys } }, public: { keys: known } });
  if (step === 'add') {
    if (second !== undefined) throw new StepRefused(`${caller} has two keys: retire the old one first`);
    const pair = newPair(caller);
    return withKeys([first, pair.private], [...ring.public.keys, pair.public]);
  }
  if (second === undefined) throw new StepRefused(`${caller} has one key: add a second one first`);
  if (step === 'use') return withKeys([second, first, ...more]);
  return withKeys(
    [first],
    ring.public.keys.filter(({ iss, kid }) => iss !== caller || kid === first.kid),
  );
}

/** Both settings of one service: its own private keys, and the public keys of all. */
export const keySettings = (ring: ServiceKeyRing, caller: Caller) => ({
  SERVICE_KEYS: JSON.stringify(ring.private[caller]),
  SERVICE_PUBLIC_KEYS: JSON.stringify(ring.public),
});

/** A caller's keys, ready to sign. */
export const ownKeysIn = (ring: ServiceKeyRing, caller: Caller): PrivateServiceKeys =>
  privateServiceKeys.parse(ring.private[caller]);
