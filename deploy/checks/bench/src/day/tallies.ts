import type { Said } from '@crm/faults/load/person.js';

/** Durations and failures of one kind of action. */
export interface Tally {
  took: number[];
  failures: string[];
}

/** The measurements by kind of action. */
export interface Tallies {
  of(kind: string): Tally;
  /** Records the duration of a successful action, or its failure. Returns its result; undefined if it failed. */
  time<A>(kind: string, work: () => Promise<Said<A>>): Promise<A | undefined>;
}

const reasonOf = (said: Exclude<Said<unknown>, { is: 'acknowledged' }>) =>
  said.is === 'refused' ? `${String(said.status)} ${said.text}` : said.why;

export function createTallies(): Tallies {
  const tallies = new Map<string, Tally>();
  const of = (kind: string) => {
    const known = tallies.get(kind);
    if (known) return known;
    const fresh: Tally = { took: [], failures: [] };
    tallies.set(kind, fresh);
    return fresh;
  };
  return {
    of,
    time: async (kind, work) => {
      const from = performance.now();
      const said = await work();
      if (said.is !== 'acknowledged') {
        of(kind).failures.push(reasonOf(said));
        return undefined;
      }
      of(kind).took.push(performance.now() - from);
      return said.answer;
    },
  };
}
