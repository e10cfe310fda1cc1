import type { Choice } from '@crm/contracts/codes/life-lists.js';
import type { Field, FieldKind } from '@crm/contracts/fields/field.js';
import { birthPartLabels, type BirthParts } from '@crm/contracts/fields/time-kinds.js';
import type { MaskName } from '../controls/mask.rules.js';

/** The parts of a birth date are inputs of their own. */
export type InputKind = FieldKind | keyof BirthParts;

/** An input of a form: a field, or a part of one. */
export type InputField = Omit<Field, 'kind'> & { kind: InputKind };

/** How the input of a field looks where its kind does not say it well enough. */
export interface InputLook {
  /** One of a long list, found by typing. */
  isFound?: true;
  /** A switch among fields: on the level of their boxes, below their labels. */
  isLevel?: true;
  /** Several of a list in one that opens, few as they are. */
  isMenu?: true;
}

/** What depends on the rest of the form. */
export interface InputState {
  required?: boolean;
  disabled?: boolean;
  help?: string;
  choices?: readonly Choice<string | number>[];
}

const parts = Object.entries(birthPartLabels) as [keyof BirthParts, string][];

/** The inputs of a field by the names that their values have in the form: one, or those of the parts of a birth date. */
export const inputsOfField = (key: string, field: Field): [string, InputField][] =>
  field.kind === 'birthDate'
    ? parts.map(([part, label]) => [
        part,
        { ...field, kind: part, label, typed: { ...field.typed, empty: '' } },
      ])
    : [[key, field]];

/** How what is typed is masked, by kind. */
export const maskOf: Partial<Record<InputKind, MaskName>> = {
  phone: 'phone',
  zip: 'zip',
  date: 'date',
  isoDate: 'plainDate',
  money: 'money',
  pounds: 'weight',
  inches: 'inches',
  hours: 'hours',
  birth_day: 'day',
  birth_year: 'year',
};

/** What an empty input shows of how it is filled in. */
export const placeholderOf: Partial<Record<InputKind, string>> = {
  phone: '(###)###-####',
  date: 'mm/dd/yyyy',
  isoDate: 'YYYY-MM-DD',
  money: '$',
};
