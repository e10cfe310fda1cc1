import type { FieldValues } from 'react-hook-form';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { LeadDefinition } from '@crm/contracts/resources/define-lead.js';
import type { InputLook, InputState } from '../../fields/input-field.js';

/** How wide a field may be, in twelfths of its group. */
export const fieldWidths = [2, 3, 4, 6] as const;
export type FieldWidth = (typeof fieldWidths)[number];

/** How wide the input of a field is, and how it looks where its kind does not say it well enough. */
export interface PlacedLook extends InputLook {
  width: FieldWidth;
  /** Left free behind it. */
  gap?: FieldWidth;
}

/** What depends on the rest of the form. */
export interface PlacedState extends InputState {
  isHidden?: boolean;
  /** Hidden, with its place left free. */
  isBlank?: boolean;
  /** Where it is in another section than its own. */
  section?: string;
  width?: FieldWidth;
}

/** Inputs in reading order, by the names that they have in the form; the rest of a section's fields follow. */
export type Layout = Readonly<Record<string, FieldWidth | PlacedLook>>;
export type InputStates = Partial<Record<string, PlacedState>>;

type Messages = (key: 'crm.lifeForm.phoneHidden' | 'crm.lifeForm.termFirst') => string;

/** What a kind of lead form is: its rules, all pure. `F` is the form as it is typed, `L` its lead. */
export interface FormKind<F extends FieldValues, L extends Lead> {
  /** Begins the ids of its inputs. */
  prefix: string;
  definition: LeadDefinition;
  /** The fields of the definition, and those that the form alone has. */
  fields: Fields;
  tabs: readonly string[];
  layout: Layout;
  isOfKind: (lead: Lead) => lead is L;
  empty: () => F;
  load: (lead: L) => F;
  errorsOf: (form: F) => Readonly<Record<string, string>>;
  /** What else changes with a field. */
  changed: (form: F, field: string, value: unknown) => Partial<F>;
  statesOf: (form: F, translate: Messages, lead: L | undefined) => InputStates;
  /** What creating sends. */
  formatNew: (form: F) => Record<string, unknown>;
  /** What changing sends, with type and version. */
  formatChange: (form: F, original: L) => Record<string, unknown>;
}

/** The fields that are decided together where two people changed them. */
export const groupsOf = <F extends FieldValues>({ definition }: Pick<FormKind<F, never>, 'definition'>) =>
  definition.together.map(({ fields }) => fields as readonly (keyof F & string)[]);
