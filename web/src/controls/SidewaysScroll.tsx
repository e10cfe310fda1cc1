import Box, { type BoxProps } from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';

const isWiderThanShown = (element: HTMLElement | null) =>
  element !== null && element.scrollWidth > element.clientWidth;

/** Scrolls sideways what is wider than the window, by keys too: only then it is a stop of the Tab key. */
export function SidewaysScroll({ sx, children }: Pick<BoxProps, 'children'> & { sx?: object }) {
  const box = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  const measure = () => {
    const isWider = isWiderThanShown(box.current);
    if (isWider !== isCut) setCut(isWider);
  };
  // What is shown may have become wider, with every render.
  useEffect(measure);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      setCut(isWiderThanShown(box.current));
    });
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
