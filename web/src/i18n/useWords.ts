import { useTranslate } from 'react-admin';
import type { contactWords } from './contact.en.js';
import type { crm } from './crm-en.js';
import type { healthFormWords } from './health-form.en.js';
import type { leadPageWords } from './lead-page.en.js';
import type { leadWords } from './leads.en.js';

export type Leaves<T, Prefix extends string> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}.${K}` : Leaves<T[K], `${Prefix}.${K}`>;
}[keyof T & string];

/** Every key of the product's words: a key that does not exist does not compile. */
export type WordKey = Leaves<
  typeof crm & typeof contactWords & typeof leadWords & typeof leadPageWords & typeof healthFormWords,
  'crm'
>;

/** The product's words by key. */
export function useWords(): (key: WordKey, values?: Record<string, string | number>) => string {
  return useTranslate();
}
