import type { z } from 'zod';
import type { PartType, Said } from './field.js';
import { makeField } from './make-field.js';

export interface PartsOptions<Value> extends Said<NoInfer<Value>> {
  wire: z.ZodType<Value, Value>;
  /** What each entry of the list is stored as, part by part; entries without parts are texts. */
  of?: Readonly<Record<string, PartType>>;
  typed: {
    empty: unknown;
    ofWire(value: NoInfer<Value>): unknown;
    toWire(typed: unknown): unknown;
  };
  shown: (value: NoInfer<Value>) => string;
}

/** A list whose entries have a form of their own, as the hours of a week: its page brings the input. */
export const parts = <Value, const S extends Omit<Said<Value>, 'example'>>(said: PartsOptions<Value> & S) => {
  const { wire, of, typed, shown } = said;
  return makeField<typeof said, typeof wire, typeof wire, unknown, Value>(said, 'parts', {
    wire,
    input: wire,
    typed,
    stored: { as: of === undefined ? 'texts' : 'parts', ...(of && { of }), blank: undefined },
    shown,
  });
};
