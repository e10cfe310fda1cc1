import { useEffect, useRef, type RefObject } from 'react';
import { useEvent } from 'react-admin';

/** Calls back once an element is in view, while `isWatched`. */
export function useSeen<E extends Element>(isWatched: boolean, onSeen: () => void): RefObject<E | null> {
  const element = useRef<E>(null);
  const notify = useEvent(onSeen);
  useEffect(() => {
    if (!isWatched || element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) notify();
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [isWatched, notify]);
  return element;
}
