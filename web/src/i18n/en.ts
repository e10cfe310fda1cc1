import englishMessages from 'ra-language-english';
import type { TranslationMessages } from 'react-admin';
import { carrierWords } from './carriers.en.js';
import { beneficiaryWords } from './beneficiaries.en.js';
import { contactWords } from './contact.en.js';
import { crm } from './crm-en.js';
import { healthFormWords } from './health-form.en.js';
import { leadPageWords } from './lead-page.en.js';
import { leadWords } from './leads.en.js';
import { noteWords } from './notes.en.js';
import { quickAddWords } from './quick-add.en.js';
import { rawLeadWords } from './raw-leads.en.js';
import { scriptWords } from './scripts.en.js';

/** Every word on screen: the framework's own, and the product's. */
export const en = {
  ...englishMessages,
  crm: {
    ...crm,
    ...contactWords,
    ...leadWords,
    ...leadPageWords,
    ...rawLeadWords,
    ...quickAddWords,
    ...carrierWords,
    ...scriptWords,
    ...healthFormWords,
    ...noteWords,
    ...beneficiaryWords,
  },
} satisfies TranslationMessages;
