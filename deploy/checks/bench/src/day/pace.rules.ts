/** What somebody at a desk does again and again. */
export type Doing = 'page' | 'lead' | 'save' | 'text' | 'call' | 'statistic' | 'deals' | 'followups';

/** Milliseconds from one to the next, on the average. */
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
/** Nobody goes to sleep: the longest pause by the average one. */
const longest = 4;

/** Draws numbers between 0 and 1, the same ones for the same seed. */
export type Draw = () => number;

/** Mulberry32: small, and even enough for pauses and choices. */
export function seeded(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A pause as people make them: often short, now and then long. */
export const pauseOf = (draw: Draw, averageMs: number): number =>
  Math.min(longest, -Math.log(1 - draw())) * averageMs;

export const between = (draw: Draw, least: number, most: number): number => least + draw() * (most - least);

export function oneOf<T>(draw: Draw, values: readonly T[]): T | undefined {
  return values[Math.floor(draw() * values.length)];
}

/** When everything is done first: anywhere in its own pause, for nobody's floor begins in one instant. */
export const firstDue = (draw: Draw, from: number): Map<Doing, number> =>
  new Map(Object.entries(paceMs).map(([doing, ms]): [Doing, number] => [doing as Doing, from + draw() * ms]));

/** What is due first. */
export function nextDue(due: ReadonlyMap<Doing, number>): { doing: Doing; at: number } {
  const [first] = [...due].sort(([, one], [, other]) => one - other);
  if (first === undefined) throw new Error('No actions to choose from');
  return { doing: first[0], at: first[1] };
}
