import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed: rendered before the browser reads it. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const print = window.matchMedia('print');
    const change = (next: boolean) => {
      flushSync(() => {
        setIsPrinting(next);
      });
    };
    const onMedia = ({ matches }: { matches: boolean }) => {
      change(matches);
    };
    const begin = () => {
      change(true);
    };
    const end = () => {
      change(print.matches);
    };
    print.addEventListener('change', onMedia);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      print.removeEventListener('change', onMedia);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
