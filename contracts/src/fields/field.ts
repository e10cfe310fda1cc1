import type { z } from 'zod';

/** When a person or a program may write a field: `never` is what the product keeps by itself. */
export type Writable = 'always' | 'create' | 'change' | 'never';

/** The kinds of fields; web has an input for each. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'richText'
  | 'secret'
  | 'password'
  | 'person'
  | 'phone'
  | 'email'
  | 'zip'
  | 'date'
  | 'money'
  | 'choice'
  | 'choices'
  | 'words'
  | 'parts'
  | 'count'
  | 'flag'
  | 'instant';

/**
 * What a field of a record is, said once: what follows from it (wire schemas, stored form, forms, tables, filters,
 * documents) is made by one function each. A kind is a function that answers one of these; `Wire` is the schema of its value
 * on the wire, `On` says when it is written, `Stored` how the store keeps it.
 */
export interface Field<Wire extends z.ZodType = z.ZodType, On extends Writable = Writable, Stored = unknown> {
  kind: FieldKind;
  label: string;
  /** What it is called where it is read, if that is shorter. */
  short?: string;
  /** A line below the input. */
  help?: string;
  wire: Wire;
  writable: On;
  /** It is written and never read back: no record has it, and a change that leaves it out leaves it as it is. */
  writeOnly?: true;
  /** The section of the form that it is in; its definition has the sections' titles. */
  section?: string;
  /** The second input of a value that is typed twice. */
  again?: { label: string };
  /** Whether a form marks it as one that must be filled. */
  required: boolean;
  /** Characters of a text at most. */
  max?: number;
  /** What a person may choose from, with what each is called: a field that has these can be filtered by. */
  options?: readonly Option[];
  /** The value that a form holds while it is typed, beside the one on the wire. */
  typed: {
    /** In an empty form. */
    empty: unknown;
    ofWire(value: z.output<Wire>): unknown;
    /** What cannot be read stays as it was typed: the schema refuses it and says why. */
    toWire(typed: unknown): unknown;
    /**
     * What is wrong with a value that is typed in several parts, each part by its name, beside what the schema says;
     * `isNew`: in a form that makes a record.
     */
    faults?(typed: unknown, isNew: boolean): Record<string, string>;
  };
  stored: {
    as: 'text' | 'texts' | 'number' | 'numbers' | 'instant' | 'id' | 'parts';
    /** What each entry of a list with parts is stored as, part by part. */
    of?: Readonly<Record<string, PartType>>;
    ofWire(value: z.output<Wire>): Stored;
    toWire(value: Stored): z.input<Wire>;
  };
  /** The value as a person reads it; nothing where there is none. */
  shown(value: z.output<Wire>): string;
  example: z.input<Wire>;
}

/** How a part of an entry is stored. */
export type PartType = 'text' | 'number' | 'instant';

/** An id as the store keeps it, which the store's own library makes. */
export interface StoredId {
  toHexString(): string;
}

/** A field that is written and never read back. */
export type WriteOnly<F extends Field> = F & { writeOnly: true };

export interface Option {
  id: string;
  name: string;
}

/** What is said of every kind of field. */
export interface Said<Example> {
  label: string;
  /** What it is called where it is read, if that is shorter. */
  short?: string;
  help?: string;
  /** The section of the form that it is in. */
  section?: string;
  /** `always` where nothing is said; an instant's `never`. */
  writable?: Writable;
  /** As it looks on the wire, in documents and tests. */
  example: Example;
}

/** The same of a kind that may be left empty: null on the wire then. */
export interface SaidOptional<Example> extends Said<Example | null> {
  required?: boolean;
}

/** When a field is written of which this is said: what a resource's schemas are told apart by. */
export type WritableOf<S, Otherwise extends Writable = 'always'> = S extends {
  writable: infer On extends Writable;
}
  ? On
  : Otherwise;

/** The schema of a field on the wire: null stands for nothing unless it must be filled. */
export type OptionalOf<S, Wire extends z.ZodType> = S extends { required: true } ? Wire : z.ZodNullable<Wire>;

/** What the store keeps of such a field. */
export type StoredOptional<S, Stored> = S extends { required: true } ? Stored : Stored | null;

export const asItIs = (value: unknown): unknown => value;
