import { CiphertextRefused, decrypt, encrypt } from './aes-gcm.js';

/** A data key as it is stored: encrypted by a master key, which `by` names. */
export interface WrappedKey {
  by: string;
  text: string;
}

/** Whose data key it is. Bound in: a wrapped key that is moved to another owner is refused. */
interface Owned {
  owner: string;
}

/**
 * Wraps data keys with master keys, which never leave it. Several at a time: a page shows the data of many persons, and a
 * key service is a call away.
 */
export interface Kms {
  /** The id of the master key that wraps now. */
  current(): Promise<string>;
  /** Whether it unwraps what the master key of this id has wrapped. */
  has(by: string): boolean;
  wrap(keys: readonly (Owned & { key: Uint8Array })[]): Promise<WrappedKey[]>;
  /** In the order given. Throws `CiphertextRefused` where one was changed or is another owner's. */
  unwrap(keys: readonly (Owned & { wrapped: WrappedKey })[]): Promise<Buffer[]>;
}

/** Keys by id, in order: the first one encrypts, all of them decrypt. */
export type KeyRing = ReadonlyMap<string, Buffer>;

const contextOf = (owner: string) => `data key of ${owner}`;

/** Master keys that are given as a setting. */
export function localKms(masters: KeyRing): Kms {
  const [first] = masters;
  if (first === undefined) throw new Error('No master key is configured');
  const [current, master] = first;
  return {
    current: () => Promise.resolve(current),
    has: (by) => masters.has(by),
    wrap: (keys) =>
      Promise.resolve(
        keys.map(({ owner, key }) => ({
          by: current,
          text: encrypt(master, contextOf(owner), key).toString('base64'),
        })),
      ),
    unwrap: async (keys) => {
      await Promise.resolve();
      return keys.map(({ owner, wrapped: { by, text } }) => {
        const known = masters.get(by);
        if (known === undefined) throw new MasterKeyMissing(by);
        return decrypt(known, contextOf(owner), Buffer.from(text, 'base64'));
      });
    },
  };
}

/** A data key was wrapped by a master key that is not configured any more. */
export class MasterKeyMissing extends Error {
  constructor(by: string) {
    super(`The master key ${by} is not configured, and data keys are still wrapped by it`);
    this.name = 'MasterKeyMissing';
  }
}

/** Several as one: the first wraps, and each unwraps what its own master keys have wrapped. */
export function joinedKms(first: Kms, ...others: readonly Kms[]): Kms {
  const all = [first, ...others];
  return {
    current: () => first.current(),
    has: (by) => all.some((kms) => kms.has(by)),
    wrap: (keys) => first.wrap(keys),
    unwrap: async (keys) => {
      const unwrapped = new Map<number, Buffer>();
      const open = new Map<Kms, number[]>();
      for (const [position, { wrapped }] of keys.entries()) {
        const kms = all.find((each) => each.has(wrapped.by));
        if (kms === undefined) throw new MasterKeyMissing(wrapped.by);
        open.set(kms, [...(open.get(kms) ?? []), position]);
      }
      for (const [kms, positions] of open) {
        const its = await kms.unwrap(keys.filter((_, position) => positions.includes(position)));
        for (const [index, position] of positions.entries()) {
          const key = its[index];
          if (key !== undefined) unwrapped.set(position, key);
        }
      }
      return keys.map(({ owner }, position) => {
        const key = unwrapped.get(position);
        if (key === undefined) throw new CiphertextRefused(contextOf(owner));
        return key;
      });
    },
  };
}
