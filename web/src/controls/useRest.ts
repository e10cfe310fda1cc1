import { useEffect, useRef } from 'react';

/** Less is a pointer that passes. */
const restMs = 100;

/** What tells that the pointer rests on an element, which is likely to be clicked then: what the click needs is asked for. */
export function useRest(onRest: () => void) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onPointerLeave = () => {
    clearTimeout(rest.current);
  };
  useEffect(() => onPointerLeave, []);
  return {
    onPointerEnter: () => {
      rest.current = setTimeout(onRest, restMs);
    },
    onPointerLeave,
  };
}
