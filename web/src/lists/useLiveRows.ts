import { useEffect, useMemo, useRef } from 'react';
import { createFlashes } from './flashes.js';
import { useReading } from './useReading.js';

/** The rows of a list: whether somebody is reading them, and which have just changed. */
export function useLiveRows() {
  const rows = useRef<HTMLDivElement>(null);
  const isReading = useReading(rows);
  const flashes = useMemo(createFlashes, []);
  useEffect(
    () => () => {
      flashes.clear();
    },
    [flashes],
  );
  return { rows, isReading, flashes };
}
