import Box, { type BoxProps } from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';

/** Scrolls sideways what is wider than the window, by keys too: only then it is a stop of the Tab key. */
export function SidewaysScroll({ sx, children }: Pick<BoxProps, 'children'> & { sx?: object }) {
  const box = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  const measure = () => {
    const { current } = box;
    if (current !== null) setCut(current.scrollWidth > current.clientWidth);
  };
  // What is shown may have become wider, with every render.
  useEffect(measure);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (box.current !== null) observer.observe(box.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  return (
    <Box ref={box} {...(isCut && { tabIndex: 0 })} sx={{ overflowX: 'auto', ...sx }}>
      {children}
    </Box>
  );
}
