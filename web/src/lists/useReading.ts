import { useEffect, useState, type RefObject } from 'react';

/**
 * Whether somebody is reading the rows of an element: the pointer is over them, focus is in them, or they are being
 * scrolled. Rows must not move meanwhile.
 */
export function useReading(area: RefObject<HTMLElement | null>): boolean {
  const [isReading, setReading] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    let isPointed = false;
    const look = () => {
      const hasFocus = element.contains(document.activeElement);
      setReading(isPointed || hasFocus || element.scrollTop > 0);
    };
    const enter = ({ pointerType }: PointerEvent) => {
      // Touch has no hover.
      isPointed = pointerType !== 'touch';
      look();
    };
    const leave = () => {
      isPointed = false;
      look();
    };
    // On focusout, the focus has not moved yet.
    const later = () => requestAnimationFrame(look);
    element.addEventListener('pointerenter', enter);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('scroll', look, { passive: true });
    element.addEventListener('focusin', look);
    element.addEventListener('focusout', later);
    return () => {
      element.removeEventListener('pointerenter', enter);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('scroll', look);
      element.removeEventListener('focusin', look);
      element.removeEventListener('focusout', later);
    };
  }, [area]);
  return isReading;
}
