import { useMemo } from 'react';
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

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Reads words through the messages as all others are, as what is said where those have nothing under the key. */
export const wordsThrough =
  (words: Words, translate: Translate): Translate =>
  (key, values) =>
    translate(key, { ...values, _: textAt(words, key.split('.').slice(1)) });

/** The words of a screen that is loaded later: they come with it, and not with the first page. */
export function laterWords<W extends Words>(words: W) {
  return function useLaterWords(): (
    key: WordKey | Leaves<W, 'crm'>,
    values?: Record<string, string | number>,
  ) => string {
    const translate = useTranslate();
    return useMemo(() => wordsThrough(words, translate), [translate]);
  };
}
