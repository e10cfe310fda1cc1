import { useState } from 'react';

/** All that was open at some time, beside what is open now: it stays mounted, so that typing outlives a look at another. */
export function useOpened<T>(now: readonly T[]): readonly T[] {
  const [opened, setOpened] = useState(now);
  const added = now.filter((each) => !opened.includes(each));
  if (added.length === 0) return opened;
  const all = [...opened, ...added];
  setOpened(all);
  return all;
}
