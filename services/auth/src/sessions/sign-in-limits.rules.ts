import { createHash } from 'node:crypto';
import type { KnownDevice, KnownNetwork } from '../user/user.model.js';

/** An allowance of failures: `burst` at once, then one more each `refillMs`. */
export interface Allowance {
  burst: number;
  refillMs: number;
}

const second = 1000;
const minute = 60 * second;

/**
 * How often a password may be wrong. Only failures use an allowance up; a success gives its own back.
 *
 * Nobody can lock somebody else out: what an attacker uses up is counted against the account *from the attacker's
 * network* (`pair`) and against that network over all accounts (`network`, against one password tried on everyone).
 * Guesses that come from many networks at once use up `account`. On a device or in a network from which the account
 * signed in lately none of these is asked, so neither a colleague behind the same address nor a botnet keeps the owner
 * out: there wrong ones are slowed instead (sign-in-backoff.rules.ts), each device and each network by itself. Somewhere
 * new the owner waits for seconds once the guessing ends; while it goes on from more networks than `account` refills for,
 * only known devices and networks are let in: that much a guessable password needs.
 */
export const allowances = {
  pair: { burst: 10, refillMs: minute },
  network: { burst: 100, refillMs: 6 * second },
  account: { burst: 50, refillMs: 10 * second },
} as const satisfies Record<string, Allowance>;
export type AllowanceName = keyof typeof allowances;

/** How long a network stays known good for an account after its last sign-in from there. */
export const knownNetworkMs = 30 * 24 * 60 * minute;
/** Networks remembered for one account: home, office, phone and some travelling. */
export const maxKnownNetworks = 20;
/** Browsers remembered for one account. */
export const maxKnownDevices = 10;
/** How long a browser stays known for an account after its last sign-in there. */
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
  return [
    pair,
    { name: 'network', key: keyOf('network', network) },
    { name: 'account', key: keyOf('account', account) },
  ];
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
