import type { z } from 'zod';
import { common, storedAsWire } from './common.js';
import type { Field, PartType, Said, Writable, WritableOf } from './field.js';

interface PartsOptions<Value> extends Said<NoInfer<Value>> {
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
export const parts = <Value, const S extends { writable?: Writable }>(
  said: PartsOptions<Value> & S,
): Field<z.ZodType<Value, Value>, WritableOf<S>, Value> => ({
  ...common(said),
  kind: 'parts',
  wire: said.wire,
  required: false,
  typed: said.typed,
  stored: { as: said.of === undefined ? 'texts' : 'parts', ...(said.of && { of: said.of }), ...storedAsWire },
  shown: said.shown,
});
