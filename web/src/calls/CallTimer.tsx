import { useEffect, useState } from 'react';
import Box from '@mui/material/Box';

/** Formats minutes and seconds, with hours if needed. */
export function lasted(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours === 0 ? rest : `${String(hours)}:${rest}`;
}

/** Talk time with the customer; not announced to screen readers. */
export function CallTimer({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <Box component="span" role="timer" sx={(theme) => ({ ...theme.tabular })}>
      {lasted(now - since)}
    </Box>
  );
}
