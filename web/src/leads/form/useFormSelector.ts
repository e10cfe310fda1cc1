import { useCallback, useRef, useSyncExternalStore } from 'react';
import isEqual from 'lodash/isEqual.js';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** What a selector makes of a form's values: whoever uses it is drawn again only as that changes, not with every key. */
export function useFormSelector<F extends FieldValues, T extends object>(
  { subscribe, getValues }: Pick<UseFormReturn<F>, 'subscribe' | 'getValues'>,
  select: (values: F) => T,
): T {
  const last = useRef<T>(undefined);
  const listen = useCallback(
    (callback: () => void) => subscribe({ formState: { values: true }, callback }),
    [subscribe],
  );
  return useSyncExternalStore(listen, () => {
    const selected = select(getValues());
    if (last.current === undefined || !isEqual(selected, last.current)) last.current = selected;
    return last.current;
  });
}
