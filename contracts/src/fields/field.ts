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
  | 'isoDate'
  | 'birthDate'
  | 'instant'
  | 'money'
  | 'chosenMoney'
  | 'height'
  | 'inches'
  | 'pounds'
  | 'hours'
  | 'count'
  | 'flag'
  | 'gender'
  | 'choice'
  | 'choices'
  | 'listed'
  | 'severalListed'
  | 'words'
  | 'parts'
  | 'people';

export interface Option {
  id: string;
  name: string;
}

/** How files call a field. */
export interface ImportAs {
  /** The usual headings of its column, letters and digits alone. */
  headings: readonly string[];
  /** What it is called where a cell is put right, and in the reason why it is refused; its label where nothing is said. */
  label?: string;
  inReasons?: string;
  /** How else files write its options: a field of which that is known is left out where a cell is none of them. */
  written?: Readonly<Record<string, readonly string[]>>;
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

/** What may be said of a field of a lead, of whatever kind it is. */
export interface LeadOptions {
  /** The group of the Client tab where that does not follow from the section; null where it is not shown there by itself. */
  group?: string | null;
  /** `edit`: on the form that changes a lead alone, and not on those that make one. */
  only?: 'edit';
  /** `always`: no lead is without it; `saving`: no person saves one without it. */
  needed?: 'always' | 'saving';
  /** Whether the rows of tables carry it. */
  row?: true;
  /** Encrypted in the store under the person's key, and in no event: health, birth dates. Nothing is searched by it. */
  sealed?: true;
  importAs?: ImportAs;
  mergeAs?: readonly MergeAs[];
}

/** What is said of a field of any kind. */
export interface Said<Example> extends LeadOptions {
  /** In the form, and where two people changed it. */
  label: string;
  /** What it is called where it is read, if that is shorter. */
  short?: string;
  /** A line below the input. */
  help?: string;
  /** The section of the form that it is in, which its definition titles; null where the form has it elsewhere. */
  section?: string | null;
  /** `always` where nothing is said; an instant's `never`. */
  writable?: Writable;
  /** What is said of it where it must be filled and is not. */
  none?: string;
  /** As it looks on the wire, in documents and tests. */
  example: Example;
}

/**
 * What a field of a record is, said once: what follows from it (wire schemas, stored form, forms, tables, filters, imports,
 * documents) is made by one function each. A kind is a function that answers one of these. `Wire` is the schema of its value
 * as it is read, `Input` as it is sent, `Typed` what a form holds of it, `Stored` what the store keeps, `On` when it is
 * written, and `Traits` what shapes of leads are told apart by.
 */
export interface Field<
  Wire extends z.ZodType = z.ZodType,
  On extends Writable = Writable,
  Stored = unknown,
  Input extends z.ZodType = z.ZodType,
  Typed = unknown,
  Traits = unknown,
> extends Omit<Said<z.input<Wire>>, 'writable'> {
  kind: FieldKind;
  short: string;
  none: string;
  wire: Wire;
  input: Input;
  writable: On;
  traits?: Traits;
  /** It is written and never read back: no record has it, and a change that leaves it out leaves it as it is. */
  writeOnly?: true;
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
    empty: Typed;
    ofWire(value: z.output<Wire>): Typed;
    /** What cannot be read stays as it was typed: the schema refuses it and says why. */
    toWire(typed: Typed): unknown;
    /** What is wrong with a filled text as it is typed. */
    fault?(typed: string): string | undefined;
    /**
     * What is wrong with a value that is typed in several parts, each part by its name, beside what the schema says;
     * `isNew`: in a form that makes a record.
     */
    faults?(typed: unknown, isNew: boolean): Record<string, string>;
  };
  stored: {
    as: 'text' | 'texts' | 'number' | 'numbers' | 'instant' | 'id' | 'parts' | 'records';
    /** What each entry of a list with parts is stored as, part by part. */
    of?: Readonly<Record<string, PartType>>;
    /** Of a record of which nothing is known, and of one that was stored before the field was there. */
    blank: z.output<Wire> | undefined;
    ofWire(value: z.output<Wire>): Stored;
    toWire(value: Stored): z.output<Wire>;
  };
  /** The value as a person reads it; nothing where there is none. */
  shown(value: z.output<Wire>): string;
}

export type Fields = Record<string, Field>;

/** How a part of an entry is stored. */
export type PartType = 'text' | 'number' | 'instant';

/** An id as the store keeps it, which the store's own library makes. */
export interface StoredId {
  toHexString(): string;
}

/** A field that is written and never read back. */
export type WriteOnly<F extends Field> = F & { writeOnly: true };
