import type { LanguageCode } from '@crm/contracts/codes/languages.js';

/** A number that asked for help within this is answered once, so that two machines never answer each other. */
export const helpEveryMs = 60 * 60 * 1000;

const isSpanish = (body: string) => /^\W*ayuda\W*$/i.test(body);

/** What help is answered in: Spanish where it was asked for in Spanish, else the customer's language. */
export const languageOfHelp = (body: string, ofCustomer: LanguageCode): LanguageCode =>
  isSpanish(body) ? 'es' : ofCustomer;
