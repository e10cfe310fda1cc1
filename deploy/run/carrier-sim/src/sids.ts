import { createHash } from 'node:crypto';

export interface Sids {
  next(prefix: string): string;
  /** In the form of a version 4 uuid. */
  uuid(): string;
}

/** Generates deterministic sids from a seed. */
export function createSids(seed: string): Sids {
  let count = 0;
  const digest = () => {
    count += 1;
    return createHash('md5')
      .update(`${seed}${String(count)}`)
      .digest('hex');
  };
  return {
    next: (prefix) => `${prefix}${digest()}`,
    uuid: () => digest().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5'),
  };
}

/** The sid of a predefined object. */
export const fixedSid = (prefix: string, name: string) =>
  `${prefix}${createHash('md5').update(name).digest('hex')}`;
