import { useTranslate as useTranslateAny } from 'react-admin';
import type { contactMessages } from './contact.en.js';
import type { crm } from './crm-en.js';
import type { leadMessages } from './leads.en.js';

export type Leaves<T, Prefix extends string> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}.${K}` : Leaves<T[K], `${Prefix}.${K}`>;
}[keyof T & string];

/** Every key of the product's words: a key that does not exist does not compile. */
export type MessageKey = Leaves<typeof crm & typeof contactMessages & typeof leadMessages, 'crm'>;

/** The product's words by key. */
export function useTranslate(): (key: MessageKey, values?: Record<string, string | number>) => string {
  return useTranslateAny();
}
