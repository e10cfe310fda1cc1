import type { LineKind, Lines } from '../months/month-lines.rules.js';
import { nothing, type Counts } from './figures.rules.js';

/** The grouping of figures: by agent (id, '' for none) or by source (number). */
export type CountedBy = 'agent' | 'source';

/** Sums lines per agent or source. */
export function countFigures<By extends CountedBy>(
  { assigned, deals }: Lines,
  by: By,
): Map<LineKind[By], Counts> {
  const counts = new Map<LineKind[By], Counts>();
  for (const line of deals) {
    const key: LineKind[By] = line[by];
    const before = counts.get(key) ?? nothing;
    counts.set(key, {
      ...before,
      deals: before.deals + line.count,
      premium: before.premium + line.premium,
    });
  }
  for (const line of assigned) {
    const key: LineKind[By] = line[by];
    const before = counts.get(key) ?? nothing;
    counts.set(key, { ...before, assigned: before.assigned + line.count });
  }
  return counts;
}
