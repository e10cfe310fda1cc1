import type { LifeForm } from '@crm/contracts/leads/life-form.rules.js';

/** Names of the fields whose values are of one kind. */
export type FieldOf<V> = { [K in keyof LifeForm]: LifeForm[K] extends V ? K : never }[keyof LifeForm];

/** Every field but the mark that phones are hidden, which is no field. */
export type FieldName = Exclude<keyof LifeForm, 'phone_hidden'>;

/** How wide a field is, in twelfths of its group. */
export type FieldWidth = 2 | 3 | 4 | 6;

/** What every field says of itself; its label follows from its name. */
export interface FieldProps {
  width: FieldWidth;
  required?: boolean;
  disabled?: boolean;
  help?: string;
}
