import { useCallback } from 'react';
import { useTranslate } from 'react-admin';
import type { Leaves, WordKey } from './useWords.js';

interface Words {
  readonly [key: string]: string | Words;
}

const textAt = (words: Words, path: readonly string[]): string | undefined => {
  const [first = '', ...rest] = path;
  const found = words[first];
  if (typeof found === 'object') return textAt(found, rest);
  return rest.length === 0 ? found : undefined;
};

/**
 * The words of a screen that is loaded later: they come with it, and not with the first page. They go through the
 * messages as all others do, as what is said where those have nothing under the key.
 */
export function laterWords<W extends Words>(words: W) {
  return function useLaterWords(): (
    key: WordKey | Leaves<W, 'crm'>,
    values?: Record<string, string | number>,
  ) => string {
    const translate = useTranslate();
    return useCallback(
      (key: string, values?: Record<string, string | number>) =>
        translate(key, { ...values, _: textAt(words, key.split('.').slice(1)) }),
      [translate],
    );
  };
}
