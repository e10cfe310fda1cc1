import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Leaves, MessageKey } from './useTranslate.js';

interface Messages {
  readonly [key: string]: string | Messages;
}

const textAt = (words: Messages, path: readonly string[]): string | undefined => {
  const [first = '', ...rest] = path;
  const found = words[first];
  if (typeof found === 'object') return textAt(found, rest);
  return rest.length === 0 ? found : undefined;
};

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Reads words through the messages as all others are, as what is said where those have nothing under the key. */
export const wordsThrough =
  (words: Messages, translate: Translate): Translate =>
  (key, values) =>
    translate(key, { ...values, _: textAt(words, key.split('.').slice(1)) });

/** The words of a screen that is loaded later: they come with it, and not with the first page. */
export function laterMessages<W extends Messages>(words: W) {
  return function useLaterMessages(): (
    key: MessageKey | Leaves<W, 'crm'>,
    values?: Record<string, string | number>,
  ) => string {
    const translate = useTranslate();
    return useMemo(() => wordsThrough(words, translate), [translate]);
  };
}
