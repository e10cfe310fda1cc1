import type { ComponentType, ReactNode } from 'react';
import type { AnyResource, Fields } from '@crm/contracts/resources/define-resource.js';
import type { z } from 'zod';

export type RecordOf<F extends Fields> = z.output<AnyResource<F>['record']>;

/** A column of a list: what it shows is the field's own text, unless a cell of its own is given. */
export interface ColumnView<R> {
  width: number;
  cell?: (record: R) => ReactNode;
}

/** How a resource looks: what its definition does not say, and only where what follows from that is not good enough. */
export interface ResourceView<F extends Fields, R = RecordOf<F>> {
  resource: AnyResource<F>;
  Icon: ComponentType;
  /** What a record is called in questions and names of buttons. */
  nameOf: (record: R) => string;
  /** What an empty list says below its title. */
  emptyText: string;
  /** The columns of the list, in their order. */
  columns: Partial<Record<keyof F & string, ColumnView<R>>>;
  /** The fields of the form, in their order; those that may be written then are shown. */
  form: readonly (keyof F & string)[];
  /** Beside 'Edit' at the end of a row. */
  rowActions?: (record: R) => ReactNode;
  /** Told of a new record as the answer to its creation has it. */
  onCreated?: (created: unknown) => void;
}
