import englishMessages from 'ra-language-english';
import type { TranslationMessages } from 'react-admin';
import { contactWords } from './contact.en.js';
import { crm } from './crm-en.js';
import { healthFormWords } from './health-form.en.js';
import { leadPageWords } from './lead-page.en.js';
import { leadWords } from './leads.en.js';

/** Every word on screen: the framework's own, and the product's. */
export const en = {
  ...englishMessages,
  crm: {
    ...crm,
    ...contactWords,
    ...leadWords,
    ...leadPageWords,
    ...healthFormWords,
  },
} satisfies TranslationMessages;
