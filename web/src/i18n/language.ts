/** The languages of the application, each by its own name. */
export const languages = [
  { locale: 'en', name: 'English' },
  { locale: 'es', name: 'Español' },
] as const;
export type Language = (typeof languages)[number]['locale'];

export const isLanguage = (locale: unknown): locale is Language =>
  languages.some((language) => language.locale === locale);

/** The first of the browser's languages that the application speaks; English where it speaks none of them. */
export function browserLanguage(preferred: readonly string[] = navigator.languages): Language {
  return preferred.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en';
}

const tags = { en: 'en-US', es: 'es-US' } as const satisfies Record<Language, string>;

/** Says a sentence of a definition or of the server in the language chosen; as it is where that has none for it. */
export type Localise = (sentence: string) => string;

const asItIs: Localise = (sentence) => sentence;
let chosen: { language: Language; localise: Localise } = { language: 'en', localise: asItIs };

/** Only the provider of messages chooses; react-admin then draws everything anew. */
export function chooseLanguage(language: Language, localise: Localise = asItIs): void {
  chosen = { language, localise };
  document.documentElement.lang = language;
}

/** The language that the application is in. */
export const chosenLanguage = (): Language => chosen.language;

/** The tag that `Intl` knows the language by. */
export const localeTag = (): (typeof tags)[Language] => tags[chosen.language];

/** A label of a definition or a sentence of the server, in the language chosen. */
export const localise: Localise = (sentence) => chosen.localise(sentence);

function byLocale<F>(make: (tag: string) => F): () => F {
  const made = new Map<string, F>();
  return () => {
    const tag = localeTag();
    const known = made.get(tag) ?? make(tag);
    made.set(tag, known);
    return known;
  };
}

/** A format of numbers that follows the language. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): { format: (value: number) => string } {
  const current = byLocale((tag) => new Intl.NumberFormat(tag, options));
  return { format: (value) => current().format(value) };
}

/** The month stands before the day in figures, in either language: as dates are typed (rule A18). */
function monthFirst(parts: readonly Intl.DateTimeFormatPart[]): string[] {
  const at = (type: string) => parts.findIndex((part) => part.type === type);
  const [day, month] = [at('day'), at('month')];
  return parts.map(({ value }, index) => {
    if (day > month) return value;
    return (index === day ? parts[month]?.value : index === month ? parts[day]?.value : undefined) ?? value;
  });
}

/** A format of dates that follows the language; its spaces are plain ones. */
export function dateFormat(options: Intl.DateTimeFormatOptions): { format: (value: Date) => string } {
  const current = byLocale((tag) => new Intl.DateTimeFormat(tag, options));
  const isInFigures = options.month === '2-digit' || options.month === 'numeric';
  return {
    format: (value) => {
      const text = isInFigures
        ? monthFirst(current().formatToParts(value)).join('')
        : current().format(value);
      return text.replaceAll(/[\u202f\u00a0]/g, ' ');
    },
  };
}
