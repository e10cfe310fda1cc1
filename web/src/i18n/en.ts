import englishMessages from 'ra-language-english';
import type { TranslationMessages } from 'react-admin';
import { contactMessages } from './contact.en.js';
import { crm } from './crm-en.js';
import { leadMessages } from './leads.en.js';

/** Every word on screen: the framework's own, and the product's. */
export const en = {
  ...englishMessages,
  crm: {
    ...crm,
    ...contactMessages,
    ...leadMessages,
  },
} satisfies TranslationMessages;
