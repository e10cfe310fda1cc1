import { createHash } from 'node:crypto';
import type { KnownDevice, KnownNetwork } from '../user/user.model.js';

/** A token bucket of failures: `burst` at once, then one more every `refillMs`. */
export interface Allowance {
  burst: number;
  refillMs: number;
}

const second = 1000;
const minute = 60 * second;

/**
 * Limits on wrong passwords. Only failures use a limit up; a success returns its own. Nobody can lock others out:
 * an attacker's failures count against the account *from the attacker's network* (`pair`) and against that network
 * across accounts (`network`, for password spraying). Distributed guessing uses up `account`. None of these apply
 * on a device or network from which the account recently signed in, so neither a colleague behind the same address
 * nor a botnet locks the owner out: there, failures back off instead (sign-in-backoff.rules.ts), per device and
 * network, and further apart on a known network that has used up `network`. On a new network the owner waits seconds once the guessing has stopped. While it continues from more
 * networks than `account` refills for, only known devices and networks can sign in: guessable passwords need that
 * much protection.
 */
export const allowances = {
  pair: { burst: 10, refillMs: minute },
  network: { burst: 100, refillMs: 6 * second },
  account: { burst: 50, refillMs: 10 * second },
} as const satisfies Record<string, Allowance>;
export type AllowanceName = keyof typeof allowances;

/** How long a network stays trusted for an account after its last sign-in from there. */
export const knownNetworkMs = 30 * 24 * 60 * minute;
/** Networks remembered per account: home, office, phone and some travelling. */
export const maxKnownNetworks = 20;
/** Browsers remembered per account. */
export const maxKnownDevices = 10;
/** How long a browser stays trusted for an account after its last sign-in there. */
export const knownDeviceMs = 365 * 24 * 60 * minute;

/** Whether an account signed in from a network within the last 30 days. */
export function isKnownNetwork(known: readonly KnownNetwork[], network: string, now: Date): boolean {
  return known.some((each) => each.network === network && now.getTime() - each.at.getTime() < knownNetworkMs);
}

/** The known networks with one more on top, the newest 20. */
export function rememberNetwork(known: readonly KnownNetwork[], network: string, now: Date): KnownNetwork[] {
  return [{ network, at: now }, ...known.filter((each) => each.network !== network)].slice(
    0,
    maxKnownNetworks,
  );
}

/** Whether an account signed in from a browser within the last year. */
export function isKnownDevice(known: readonly KnownDevice[], device: string, now: Date): boolean {
  return known.some((each) => each.device === device && now.getTime() - each.at.getTime() < knownDeviceMs);
}

/** The known browsers with one more on top, the newest 10. */
export function rememberDevice(known: readonly KnownDevice[], device: string, now: Date): KnownDevice[] {
  return [{ device, at: now }, ...known.filter((each) => each.device !== device)].slice(0, maxKnownDevices);
}

/** What an attempt from a known place is kept under: the browser where that is known, else the network. */
export function knownPlaceKey(account: string, place: { device: string } | { network: string }): string {
  return 'device' in place ? keyOf('device', account, place.device) : keyOf('known', account, place.network);
}

/** Which allowances an attempt draws on, each with the key it is kept under. No e-mail or address is in a key. */
export function allowancesFor(
  account: string,
  network: string,
  networkIsKnown: boolean,
): { name: AllowanceName; key: string }[] {
  const pair = { name: 'pair', key: keyOf('pair', account, network) } as const;
  if (networkIsKnown) return [pair];
  return [pair, networkAllowance(network), { name: 'account', key: keyOf('account', account) }];
}

/** What a network's wrong passwords draw on, over all accounts. */
export function networkAllowance(network: string): { name: 'network'; key: string } {
  return { name: 'network', key: keyOf('network', network) };
}

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * An allowance is kept as one number: the instant, in milliseconds, at which it will be whole again. One more use
 * pushes it `refillMs` further. Answers how long to wait, in milliseconds, where that is too far off; 0 where it is not.
 */
export function waitFor(wholeAt: number, { burst, refillMs }: Allowance, now: Date): number {
  return Math.max(0, wholeAt - now.getTime() - burst * refillMs);
}
