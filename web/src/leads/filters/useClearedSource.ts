import { useStore } from 'react-admin';
import { useListFilter } from './useListFilter.js';

/** Whether the source of the list around stands there by 'Clear filters' alone, and nobody has picked it. */
export function useClearedSource(): [boolean, (isCleared: boolean) => void] {
  const { type } = useListFilter().params;
  return useStore(`leads.${String(type)}.sourceCleared`, false);
}
