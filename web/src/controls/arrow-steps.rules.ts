const steps: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowLeft: (place) => Math.max(0, place - 1),
  ArrowRight: (place, last) => Math.min(last, place + 1),
  Home: () => 0,
  End: (_place, last) => last,
};

/** Where a key leads in a row that is one stop of the Tab key; undefined for a key that leads nowhere. */
export const stepInRow = (key: string, place: number, count: number): number | undefined =>
  steps[key]?.(place, count - 1);
