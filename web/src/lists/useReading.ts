import { useEffect, useState, type RefObject } from 'react';

/**
 * Whether somebody reads the rows of an element at this moment: the pointer is over them, focus is in them, or they are
 * scrolled. Nothing new may slide in and move them meanwhile.
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
      // A finger leaves no pointer behind.
      isPointed = pointerType !== 'touch';
      look();
    };
    const leave = () => {
      isPointed = false;
      look();
    };
    // When focusout is told, the focus is not yet where it goes.
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
