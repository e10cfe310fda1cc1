import { useIsSettled } from '../loading/idle.js';
import { useIsPageShown } from '../loading/page-is-shown.js';
import { useConnectionState } from './useConnectionState.js';

/** Without a connection it comes then. */
const longestMs = 3_000;

/**
 * When what stands beside the page and is kept live comes: once the page is shown and its connection stands. Read before that
 * it would be read twice.
 */
export function useComesBehindPage(): boolean {
  const isShown = useIsPageShown();
  const state = useConnectionState();
  const isLate = useIsSettled(longestMs);
  return isShown && (state !== 'starting' || isLate);
}
