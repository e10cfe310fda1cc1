import type { ComponentType, ReactNode } from 'react';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { AnyResource } from '@crm/contracts/resources/define-resource.js';
import type { z } from 'zod';
import type { DialogFrameProps } from '../controls/DialogFrame.js';
import type { FormParts } from '../fields/FieldsForm.js';
import type { ListColumn } from '../lists/list-column.js';

export type RecordOf<F extends Fields> = z.output<AnyResource<F>['record']>;

/** A column of a list: what it shows is the field's own text, unless a cell of its own is given. */
export interface ColumnView<R> extends Pick<ListColumn<R>, 'wide' | 'wraps' | 'names' | 'narrow'> {
  width: number;
  cell?: (record: R) => ReactNode;
}

/** What the forms and questions of a resource say. */
export interface ResourceWords {
  /** The button that opens the form of a new record, and the titles of both forms. */
  add: string;
  addTitle: string;
  changeTitle: string;
  /** What the forms' buttons say. */
  create: string;
  update: string;
  back: string;
  /** The question before one is deleted. */
  deleteTitle: string;
  deleteNow: string;
  deleteText: (name: string) => string;
  /** The buttons on one record. */
  edit: (name: string) => string;
  delete: (name: string) => string;
}

/** What the dialogs of a form have that others have not. */
export interface DialogView<R> extends Pick<DialogFrameProps, 'width'> {
  /** Below the title while a record is changed; the record's name where nothing is said. */
  subtitle?: string;
  /** Whether it can be saved only while nothing in it is wrong, and something of what is there is another. */
  isStrict?: boolean;
  /** A line below the title of a section of the form, by the section's name. */
  hintsOf?: (record: R | undefined) => Readonly<Record<string, string>>;
}

/** How the forms of a resource look: what its definition does not say. */
export interface FormView<F extends Fields, R = RecordOf<F>> {
  resource: AnyResource<F>;
  /** What a record is called in questions and names of buttons. */
  nameOf: (record: R) => string;
  /** The fields of the form, in their order; those that may be written then are shown. */
  form: readonly (keyof F & string)[];
  /** What is chosen at first of a new record, as it is typed. */
  initial?: Readonly<Record<string, unknown>>;
  /** Inputs in place of those that the kinds of the fields have, by the key of the field. */
  inputs?: Readonly<Record<string, ReactNode>>;
  /** Words of its own in place of those that follow from its nouns. */
  words?: Partial<ResourceWords>;
  /** Why it cannot be saved yet; what is still empty where it is not said. */
  reasonOf?: (values: Record<string, unknown>) => string | undefined;
  /** What a form stands in; a dialog where it is not said. */
  Frame?: ComponentType<FormFrameProps>;
  /** What the dialog of a form has beside what every one has. */
  dialog?: DialogView<R>;
  /** Told of a new record as the answer to its creation has it. */
  onCreated?: (created: unknown) => void;
  /** Told when a record was made or changed: for what else is read of it. */
  onSaved?: () => void;
}

/** What a form that stands in no dialog is drawn with. */
export interface FormFrameProps {
  title: string;
  parts: FormParts;
  onClose: () => void;
}

/** How a resource looks with its list, only where what follows from its definition is not good enough. */
export interface ResourceView<F extends Fields, R = RecordOf<F>> extends FormView<F, R> {
  Icon: ComponentType;
  /** The title of its page; the noun for many of them where nothing is said. */
  title?: string;
  /** Between the title and the list: the page scrolls then, and not the rows alone. */
  above?: ReactNode;
  /** What is done with the list as a whole, at the end of its title beside the button that adds a record. */
  actions?: ReactNode;
  /** Which records may be removed, where not all of them. */
  canRemove?: (record: R) => boolean;
  /** Parts of the list to choose from, between the title and the filters. */
  views?: ReactNode;
  /** Filters beside those that follow from the definition. */
  filters?: ReactNode;
  /** How many records a page has at first; 20 where nothing is said. */
  perPage?: number;
  /** What an empty list says below its title. */
  emptyText: string;
  /** The columns of the list, in their order. */
  columns: Partial<Record<keyof F & string, ColumnView<R>>>;
  /** Beside 'Edit' at the end of a row. */
  rowActions?: (record: R) => ReactNode;
  /** The most buttons that a row has at its end, where they are more than two. */
  rowButtons?: number;
}
