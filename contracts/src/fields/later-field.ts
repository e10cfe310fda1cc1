import type { z } from 'zod';
import type { Field } from './field.js';

export type LaterField<F extends Field> = Omit<F, 'input'> & { input: z.ZodOptional<F['input']> };

/**
 * A field that came later than programs that write its records: a new record that is sent without it has nothing of it, and a
 * change leaves it as it is.
 */
export const laterField = <F extends Field>(field: F): LaterField<F> => ({
  ...field,
  input: field.input.optional(),
});
