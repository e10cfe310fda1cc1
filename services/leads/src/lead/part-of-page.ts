import type { LeadsContext } from '../context.js';

/** How long another service is waited for: a page without its part is better than none. */
export const partPatienceMs = 1_500;

/** What another service has for a page; undefined where it refuses, or does not answer in time. */
export async function partOfPage<A>(
  { log }: Pick<LeadsContext, 'log'>,
  part: string,
  asked: Promise<A>,
): Promise<A | undefined> {
  try {
    return await asked;
  } catch (error) {
    log.warn({ err: error, part }, 'a part of a page could not be loaded');
    return undefined;
  }
}
