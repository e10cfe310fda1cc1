import { useEffect, useRef, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import type { QueryKey } from '@tanstack/react-query';
import { useStore } from 'react-admin';
import { useIsSettled } from './idle.js';
import { useAreAnswered } from './useAreAnswered.js';

/** What takes longer to come moves what is below it. */
const keptMs = 5_000;
/** On a first visit nothing below waits longer than this. */
const hiddenMs = 2_000;

interface Props {
  name: string;
  /** The queries that the height depends on: on a first visit, what is below is shown once they are answered. */
  waitsFor?: readonly QueryKey[];
  children: ReactNode;
}

const nothing: readonly QueryKey[] = [];

/** Keeps the place of what is still loading, as high as it was the last time: what is below it does not move when it comes. */
export function KeepsPlace({ name, waitsFor = nothing, children }: Props) {
  const [height, setHeight] = useStore<number | undefined>(`height.${name}`);
  const [lastTime] = useState(height);
  const isSettled = useIsSettled(keptMs);
  const isLate = useIsSettled(hiddenMs);
  const isAnswered = useAreAnswered(waitsFor);
  const isUnknown = lastTime === undefined && !isAnswered && !isLate;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      setHeight(element.offsetHeight);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [setHeight]);
  const minHeight = isSettled ? 0 : (lastTime ?? 0);
  return (
    <Box
      ref={box}
      sx={{
        ...{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', flex: 'none', minHeight },
        // Nothing takes no gap, either.
        ...(minHeight === 0 && { '&:empty': { display: 'none' } }),
        ...(isUnknown && { '& ~ *': { visibility: 'hidden' } }),
      }}
    >
      {children}
    </Box>
  );
}
