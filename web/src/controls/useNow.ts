import { useEffect, useState } from 'react';

/** Often enough for a clock that shows minutes. */
const tickMs = 10_000;

/** What time it is, for whatever shows minutes. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, tickMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
