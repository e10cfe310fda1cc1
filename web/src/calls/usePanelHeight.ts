import { useEffect, type RefObject } from 'react';

/** Tells the styles how high the panel stands at the foot of the window: whatever lies over the page ends above it. */
export function usePanelHeight(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--call-panel', `${String(element.offsetHeight)}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--call-panel');
    };
  }, [panel]);
}
