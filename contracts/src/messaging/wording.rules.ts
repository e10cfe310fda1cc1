import type { LanguageCode } from '../codes/languages.js';

/** What a template says, in English and, where it has that, in Spanish; the title of a text does not go out. */
export interface Wordings {
  title: string;
  text: string;
  title_es?: string | undefined;
  text_es?: string | undefined;
}

export interface Wording {
  language: LanguageCode;
  title: string;
  text: string;
}

/** What of a template goes to a customer of a language: English where it does not say it in theirs. */
export function wordingFor({ title, text, title_es, text_es }: Wordings, language: LanguageCode): Wording {
  return language === 'es' && text_es !== undefined && text_es !== ''
    ? { language, title: title_es || title, text: text_es }
    : { language: 'en', title, text };
}
