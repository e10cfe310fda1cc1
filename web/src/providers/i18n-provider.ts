import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider } from 'react-admin';
import { en } from '../i18n/en.js';
import { chooseLanguage, languages } from '../i18n/language.js';
import { loadPart } from '../loading/load-part.js';

const loadSpanish = () => loadPart(() => import('../i18n/es.js'));

/** English comes with the first load, Spanish when it is chosen. */
export function createI18nProvider(): I18nProvider {
  chooseLanguage('en');
  const provider = polyglotI18nProvider(
    (locale) => (locale === 'es' ? loadSpanish().then(({ es }) => es) : en),
    'en',
    [...languages],
  );
  return {
    ...provider,
    changeLocale: async (locale) => {
      await provider.changeLocale(locale);
      if (locale === 'es') chooseLanguage('es', (await loadSpanish()).localiseSpanish);
      else chooseLanguage('en');
    },
  };
}
