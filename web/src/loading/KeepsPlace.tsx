import { useEffect, useRef, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import { useStore } from 'react-admin';
import { useIsSettled } from './idle.js';

/** What takes longer to come moves what is below it. */
const keptMs = 5_000;

/** Keeps the place of what is still loading, as high as it was the last time: what is below it does not move when it comes. */
export function KeepsPlace({ name, children }: { name: string; children: ReactNode }) {
  const [height, setHeight] = useStore<number>(`height.${name}`, 0);
  const [lastTime] = useState(height);
  const isSettled = useIsSettled(keptMs);
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
  const minHeight = isSettled ? 0 : lastTime;
  return (
    <Box
      ref={box}
      sx={{
        ...{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', flex: 'none', minHeight },
        // Nothing takes no gap, either.
        ...(minHeight === 0 && { '&:empty': { display: 'none' } }),
      }}
    >
      {children}
    </Box>
  );
}
