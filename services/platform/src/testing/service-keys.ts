import { callerNames, type Caller, type Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { systemClock, type Clock } from '../clock.js';
import {
  newServiceKey,
  privateServiceKeys,
  publicServiceKeys,
  type PrivateServiceKeys,
  type PublicServiceKeys,
} from '../identity/service-keys.js';
import { createServiceTokenSigner } from '../identity/service-token.js';

const pairs = new Map(callerNames.map((name) => [name, newServiceKey(name)]));
const publicSet = { keys: [...pairs.values()].map((pair) => pair.public) };
const privateSet = (caller: Caller) => ({ keys: [(pairs.get(caller) ?? newServiceKey(caller)).private] });

/** The public keys of every service in tests, made anew in each process. */
export const testPublicKeys: PublicServiceKeys = publicServiceKeys.parse(publicSet);

/** A service's own keys in tests. */
export const testKeysOf = (caller: Caller): PrivateServiceKeys =>
  privateServiceKeys.parse(privateSet(caller));

/** The same as settings. */
export const testKeySettings = (caller: Caller) => ({
  SERVICE_KEYS: JSON.stringify(privateSet(caller)),
  SERVICE_PUBLIC_KEYS: JSON.stringify(publicSet),
});

/** Signs tokens as a service does, by the test keys. */
export const testSigner = (from: Caller, clock: Clock = systemClock) =>
  createServiceTokenSigner({ from, keys: testKeysOf(from), clock });

/** For `httpClient`: the token of the first service that may make a call, none for calls that are not internal. */
export function tokenOfCaller(clock: Clock): (endpoint: Endpoint) => string | undefined {
  const signers = new Map(callerNames.map((name) => [name, testSigner(name, clock)]));
  return ({ service, callers: [caller] = [] }) =>
    caller === undefined ? undefined : signers.get(caller)?.(service);
}
