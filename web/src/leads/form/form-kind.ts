import type { FieldValues } from 'react-hook-form';
import type { Choice } from '@crm/contracts/codes/life-lists.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { LeadFields } from '@crm/contracts/fields/lead-field.js';
import type { LeadDefinition } from '@crm/contracts/resources/define-lead.js';

/** How wide a field is, in twelfths of its group. */
export type FieldWidth = 2 | 3 | 4 | 6;

/** How the input of a field looks where its kind does not say it well enough. */
export interface InputLook {
  width: FieldWidth;
  /** One of a long list, found by typing. */
  isFound?: true;
  /** A switch among fields: on the level of their boxes, below their labels. */
  isLevel?: true;
  /** Left free behind it. */
  gap?: FieldWidth;
}

/** What depends on the rest of the form. */
export interface InputState {
  isHidden?: boolean;
  /** Hidden, with its place left free. */
  isBlank?: boolean;
  required?: boolean;
  disabled?: boolean;
  help?: string;
  choices?: readonly Choice<string | number>[];
  /** Where it is in another section than its own. */
  section?: string;
  width?: FieldWidth;
}

/** Inputs in reading order, by the names that they have in the form; the rest of a section's fields follow. */
export type Layout = Readonly<Record<string, FieldWidth | InputLook>>;
export type InputStates = Partial<Record<string, InputState>>;

type Messages = (key: 'crm.lifeForm.phoneHidden' | 'crm.lifeForm.termFirst') => string;

/** What a kind of lead form is: its rules, all pure. `F` is the form as it is typed, `L` its lead. */
export interface FormKind<F extends FieldValues, L extends Lead> {
  /** Begins the ids of its inputs. */
  prefix: string;
  definition: LeadDefinition;
  /** The fields of the definition, and those that the form alone has. */
  fields: LeadFields;
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
