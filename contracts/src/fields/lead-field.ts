import type { z } from 'zod';
import type { Field, FieldKind } from './field.js';

/** The kinds of fields of leads: those of any record, and some of their own. */
export type LeadFieldKind =
  | FieldKind
  | 'birthDate'
  | 'gender'
  | 'plainDate'
  | 'height'
  | 'inches'
  | 'pounds'
  | 'hours'
  | 'dollars'
  | 'listed'
  | 'severalListed'
  | 'people';

/** How files call a field. */
export interface ImportAs {
  /** The usual headings of its column, letters and digits alone. */
  headings: readonly string[];
  /** What it is called where a cell is put right, and in the reason why it is refused; its label where nothing is said. */
  label?: string;
  inReasons?: string;
  /** Its own name among those of files, where both types of leads read one column as a field of their own. */
  name?: string;
}

/** A name under which templates (`{{lead.state}}`) and scripts (`%{state}`) name a field. */
export interface MergeAs {
  name: string;
  /** What it is called for whoever writes a template: those that have one are offered there. */
  label?: string;
  /** What a script says while it is not known: those that have it are what scripts may name. */
  unknown?: string;
  /** The part of what a person reads that it stands for; all of it where nothing is said. */
  part?: (shown: string) => string;
}

/** What is said of every field of a lead. */
export interface SaidOfLead<Example> {
  /** In the form, and where two people changed it. */
  label: string;
  /** Where it is read: on the Client tab and in tables. */
  short?: string;
  /** The section of the form that it is in; null where the form has it elsewhere. */
  section: string | null;
  /** The group of the Client tab where that does not follow from the section; null where it is not shown there by itself. */
  group?: string | null;
  /** `edit`: on the form that changes a lead alone, and not on those that make one. */
  only?: 'edit';
  /** `always`: no lead is without it; `saving`: no person saves one without it. */
  needed?: 'always' | 'saving';
  /** Whether the rows of tables carry it. */
  row?: true;
  importAs?: ImportAs;
  mergeAs?: readonly MergeAs[];
  /** As it looks on the wire, in documents and tests. */
  example: Example;
}

/** What of that the schemas and the forms are told apart by. */
export interface TraitsOf<S> {
  only: S extends { only: infer V } ? V : undefined;
  row: S extends { row: true } ? true : undefined;
}

/** What is made of a field of a lead: a lead knows nothing of most of its fields for a while, and null stands for that. */
export interface LeadField<
  Wire extends z.ZodType = z.ZodType,
  Input extends z.ZodType = z.ZodType,
  Typed = unknown,
  Traits = unknown,
> extends Omit<Field<Wire, 'always'>, 'stored' | 'kind' | 'section' | 'writeOnly'> {
  kind: LeadFieldKind;
  /** What is sent of it; absent stays as it is in the store. */
  input: Input;
  short: string;
  section: string | null;
  group?: string | null;
  needed?: 'always' | 'saving';
  /** What a person is told who leaves it empty. */
  neededSentence: string;
  importAs?: ImportAs;
  mergeAs?: readonly MergeAs[];
  /** What it is told apart by. */
  only?: 'edit';
  row?: true;
  traits?: Traits;
  typed: {
    empty: Typed;
    ofWire(value: z.output<Wire>): Typed;
    toWire(typed: Typed): unknown;
    /** What is wrong with it as it is typed, where it is filled. */
    fault?(typed: string): string | undefined;
  };
  stored: {
    as: 'text' | 'number' | 'texts' | 'records';
    /** Of a lead of which nothing is known. */
    blank: z.output<Wire>;
    ofWire(value: z.output<Wire>): z.output<Wire>;
    toWire(value: z.output<Wire> | undefined): z.output<Wire>;
  };
}

/** The field that is made where this was said. */
export type LeadFieldOf<S, Wire extends z.ZodType, Input extends z.ZodType, Typed> = LeadField<
  Wire,
  Input,
  Typed,
  TraitsOf<S>
>;

export type LeadFields = Record<string, LeadField>;

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

/** The fields on the wire, as a lead is read. */
export type WireShape<F extends LeadFields> = { [K in keyof F]: F[K]['wire'] };
/** What may be sent of them. */
export type InputShape<F extends LeadFields> = { [K in keyof F]: F[K]['input'] };
/** The same of the forms that make a lead alone. */
export type CreationShape<F extends LeadFields> = {
  [K in keyof F as NonNullable<F[K]['traits']> extends { only: 'edit' } ? never : K]: F[K]['input'];
};
/** Those that the rows of tables carry. */
export type RowFields<F extends LeadFields> = {
  [K in keyof F as NonNullable<F[K]['traits']> extends { row: true } ? K : never]: F[K];
};
/** Their values as they are on the wire. */
export type WireValues<F extends LeadFields> = { [K in keyof F]: z.output<F[K]['wire']> };
/** What a form holds of them: a birth date in its parts, everything else under its name. */
export type TypedValues<F extends LeadFields> = {
  [K in keyof F as F[K]['typed']['empty'] extends BirthParts ? never : K]: F[K]['typed']['empty'];
} & (BirthParts extends F[keyof F]['typed']['empty'] ? BirthParts : unknown);

const picked = <V>(fields: LeadFields, of: (field: LeadField, key: string) => V | undefined) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const value = of(field, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );

export const wireShape = <F extends LeadFields>(fields: F) =>
  picked(fields, ({ wire }) => wire) as WireShape<F>;
export const inputShape = <F extends LeadFields>(fields: F) =>
  picked(fields, ({ input }) => input) as InputShape<F>;
export const creationShape = <F extends LeadFields>(fields: F) =>
  picked(fields, ({ input, only }) => (only === 'edit' ? undefined : input)) as CreationShape<F>;
export const rowFields = <F extends LeadFields>(fields: F) =>
  picked(fields, (field) => (field.row ? field : undefined)) as RowFields<F>;
/** Their examples, as a lead is read. */
export const exampleOf = <F extends LeadFields>(fields: F) =>
  picked(fields, ({ example }) => example) as WireValues<F>;
/** What is stored of a lead of which nothing is known. */
export const blankOf = <F extends LeadFields>(fields: F) =>
  picked(fields, ({ stored }) => stored.blank) as WireValues<F>;
