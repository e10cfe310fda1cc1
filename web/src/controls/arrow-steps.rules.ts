const steps: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowLeft: (place) => place - 1,
  ArrowRight: (place) => place + 1,
  Home: () => 0,
  End: (_place, last) => last,
};

/**
 * Where a key leads in a row that is one stop of the Tab key; undefined for a key that leads nowhere. Behind its end a row
 * `stops`, or goes round to its other end.
 */
export function stepInRow(
  key: string,
  place: number,
  count: number,
  end: 'stops' | 'goes round' = 'stops',
): number | undefined {
  const next = steps[key]?.(place, count - 1);
  if (next === undefined) return undefined;
  return end === 'stops' ? Math.min(count - 1, Math.max(0, next)) : (next + count) % count;
}
