/** Whether every word that was typed begins a word of these texts. */
export function isNamed(typed: string, ...texts: readonly string[]): boolean {
  const words = texts.join(' ').toLowerCase().split(/\s+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((wanted) => wanted === '' || words.some((word) => word.startsWith(wanted)));
}

/** What a text names, those first that begin as it was typed: "set call" is "Set Call Back" before "Set Do Not Call". */
export function namedBy<T>(typed: string, all: readonly T[], labelOf: (each: T) => string): T[] {
  const beginsSo = (each: T) => labelOf(each).toLowerCase().startsWith(typed.toLowerCase());
  const named = all.filter((each) => isNamed(typed, labelOf(each)));
  return [...named.filter(beginsSo), ...named.filter((each) => !beginsSo(each))];
}

/** Which of so many is active after a key; undefined for a key that moves nothing. */
export function movedBy(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count;
    case 'ArrowUp':
      return (active - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
