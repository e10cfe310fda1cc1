import { useEffect, type RefObject } from 'react';
import { publishHeight } from '../controls/publish-height.js';

/** Tells the styles how high the panel stands at the foot of the window: whatever lies over the page ends above it. */
export function usePanelHeight(panel: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      panel.current ? publishHeight('--call-panel', panel.current, document.documentElement) : undefined,
    [panel],
  );
}
