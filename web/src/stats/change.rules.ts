/** What a figure is of: how many, dollars, or a percentage. */
export type FigureKind = 'count' | 'money' | 'ratio';

/** How many decimals are shown of each. */
const decimalsOf: Readonly<Record<FigureKind, number>> = { count: 0, money: 2, ratio: 1 };

/** How a figure changed, and by how much without the sign. */
export interface FigureChange {
  direction: 'up' | 'down' | 'same';
  by: number;
}

/** The change between two figures as they are shown; null if either is missing. */
export function changeOf(kind: FigureKind, now: number | null, then: number | null): FigureChange | null {
  if (now === null || then === null) return null;
  const scale = 10 ** decimalsOf[kind];
  const steps = Math.round(now * scale) - Math.round(then * scale);
  const by = Math.abs(steps) / scale;
  if (steps === 0) return { direction: 'same', by };
  return { direction: steps > 0 ? 'up' : 'down', by };
}
