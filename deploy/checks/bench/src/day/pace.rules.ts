/** A recurring action. */
export type Doing = 'page' | 'lead' | 'save' | 'text' | 'call' | 'statistic' | 'deals' | 'followups';

/** Average interval in milliseconds. */
export const paceMs: Readonly<Record<Doing, number>> = {
  page: 20_000,
  lead: 30_000,
  save: 60_000,
  text: 180_000,
  call: 300_000,
  followups: 240_000,
  statistic: 300_000,
  deals: 300_000,
};
/** Maximum pause relative to the average. */
const longest = 4;

/** A seeded generator of numbers between 0 and 1. */
export type Draw = () => number;

/** Mulberry32: small, and uniform enough for pauses and choices. */
export function seeded(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A human-like pause: often short, sometimes long. */
export const pauseOf = (draw: Draw, averageMs: number): number =>
  Math.min(longest, -Math.log(1 - draw())) * averageMs;

export const between = (draw: Draw, least: number, most: number): number => least + draw() * (most - least);

export function oneOf<T>(draw: Draw, values: readonly T[]): T | undefined {
  return values[Math.floor(draw() * values.length)];
}

/** First occurrences: at a random point of the interval, so that not everybody starts at once. */
export const firstDue = (draw: Draw, from: number): Map<Doing, number> =>
  new Map(Object.entries(paceMs).map(([doing, ms]): [Doing, number] => [doing as Doing, from + draw() * ms]));

/** The next due action. */
export function nextDue(due: ReadonlyMap<Doing, number>): { doing: Doing; at: number } {
  const [first] = [...due].sort(([, one], [, other]) => one - other);
  if (first === undefined) throw new Error('No actions to choose from');
  return { doing: first[0], at: first[1] };
}
