import { z } from 'zod';
import type { Choice } from './life-lists.js';

/** The languages that customers are written to and spoken to in, by their ISO 639-1 codes. */
export const languageCode = z.enum(['en', 'es']);
export type LanguageCode = z.infer<typeof languageCode>;

/** Of somebody of whom nothing else is known. */
export const defaultLanguage: LanguageCode = 'en';

export const languages: readonly Choice<LanguageCode>[] = [
  { value: 'en', text: 'English' },
  { value: 'es', text: 'Spanish' },
];
