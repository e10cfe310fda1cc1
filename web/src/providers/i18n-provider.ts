import polyglotI18nProvider from 'ra-i18n-polyglot';
import { en } from '../i18n/en.js';

export const createI18nProvider = () =>
  polyglotI18nProvider(() => en, 'en', [{ locale: 'en', name: 'English' }]);
