import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider } from 'react-admin';
import { en } from '../i18n/en.js';
import { lateWord } from '../i18n/late-words.js';

export const createI18nProvider = (): I18nProvider => {
  const provider = polyglotI18nProvider(() => en, 'en', [{ locale: 'en', name: 'English' }]);
  return {
    ...provider,
    translate: (key, options: Record<string, unknown> = {}) => {
      const phrase = lateWord(key);
      return provider.translate(key, phrase === undefined ? options : { ...options, _: phrase });
    },
  };
};
