import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useEvent } from 'react-admin';
import { createFlashes, type Flashes } from './flashes.js';
import { useReading } from './useReading.js';
import { useThrottled } from './useThrottled.js';

/** A list is read again for other people's changes at most once in this time. */
const rereadGapMs = 2_000;

export interface Rereading {
  /** Whether the list has changed by more than the rows that are shown, and waits so that nothing moves under the reader. */
  hasNew: boolean;
  showNew: () => void;
  /** The list has changed: it is read again soon, or as soon as nobody reads. */
  rereadSoon: () => void;
  flashes: Flashes;
  rows: RefObject<HTMLDivElement | null>;
}

/** Reads what is kept under a key again after changes, gathered, and never under a reader. */
export function useRereading(queryKey: readonly string[]): Rereading {
  const client = useQueryClient();
  const [hasNew, setHasNew] = useState(false);
  const rows = useRef<HTMLDivElement>(null);
  const isReading = useReading(rows);
  const flashes = useMemo(createFlashes, []);
  useEffect(
    () => () => {
      flashes.clear();
    },
    [flashes],
  );

  const reread = useEvent(async () => {
    setHasNew(false);
    await client.invalidateQueries({ queryKey });
  });
  const { soon: rereadSoon } = useThrottled(rereadGapMs, async () => {
    if (isReading) setHasNew(true);
    else await reread();
  });
  useEffect(() => {
    if (hasNew && !isReading) void reread();
  }, [hasNew, isReading, reread]);

  return { hasNew, showNew: () => void reread(), rereadSoon, flashes, rows };
}
