import { plainDate } from '../ids.js';
import { readPlainDate, shownDate } from '../time/pacific.js';
import { formats } from './formats.js';
import { optionalField, type SaidOptional } from './make-field.js';

/** A day without a time: `2026-11-20` on the wire and in the store, typed and shown as 11/20/2026. */
export const date = <const S extends SaidOptional<string>>(said: S) =>
  optionalField(said, 'date', plainDate, {
    typed: { nothing: '', ofWire: shownDate, toWire: readPlainDate, fault: formats.shownDate },
    stored: { as: 'text' },
    shown: shownDate,
  });

/** The same, typed as it is on the wire. */
export const isoDate = <const S extends SaidOptional<string>>(said: S) =>
  optionalField(said, 'isoDate', plainDate, {
    typed: { nothing: '', fault: formats.plainDate },
    stored: { as: 'text' },
    shown: shownDate,
  });

/** A birth date as forms take it, in three parts. */
export interface BirthParts {
  birth_month: string;
  birth_day: string;
  birth_year: string;
}

/** What each part is called. */
export const birthPartLabels: Readonly<Record<keyof BirthParts, string>> = {
  birth_month: 'Month',
  birth_day: 'DD',
  birth_year: 'YYYY',
};

const isTyped = ({ birth_month, birth_day, birth_year }: BirthParts) =>
  `${birth_month}${birth_day}${birth_year}` !== '';

/** The day that somebody was born, typed in three parts. */
export function birthDate<const S extends SaidOptional<string>>(said: S) {
  const field = optionalField<S, typeof plainDate, BirthParts>(said, 'birthDate', plainDate, {
    typed: {
      nothing: { birth_month: '', birth_day: '', birth_year: '' },
      ofWire: (value) => {
        const [birth_year = '', birth_month = '', birth_day = ''] = value.split('-');
        return { birth_month, birth_day, birth_year };
      },
    },
    stored: { as: 'text' },
    shown: shownDate,
  });
  const none = said.required === true ? undefined : null;
  return {
    ...field,
    typed: {
      ...field.typed,
      toWire: (parts: BirthParts) =>
        isTyped(parts) ? `${parts.birth_year}-${parts.birth_month}-${parts.birth_day}` : none,
    },
  };
}
