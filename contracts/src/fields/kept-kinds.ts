import { z } from 'zod';
import { id as idOnWire, instant as instantOnWire } from '../ids.js';
import { shownInstant } from '../time/pacific.js';
import type { Said, StoredId } from './field.js';
import { makeField } from './make-field.js';

/** A user, by id: whose a record is. Given once, with the record. */
export const person = <const S extends Said<string>>(said: S) =>
  makeField<S, typeof idOnWire, typeof idOnWire, string, StoredId, 'create'>(
    said,
    'person',
    {
      wire: idOnWire,
      input: idOnWire,
      required: true,
      typed: { empty: '', ofWire: (id) => id, toWire: (typed) => typed },
      stored: {
        as: 'id',
        blank: undefined,
        // What the store keeps is made where the store is known.
        ofWire: (id) => ({ toHexString: () => id }),
        toWire: (id) => id.toHexString(),
      },
      shown: (id) => id,
    },
    'create',
  );

/** A moment, which the product sets by itself; nothing where it has not come yet. */
export function instant<const S extends Said<string | null>>(said: S) {
  const wire = instantOnWire.nullable();
  return makeField<S, typeof wire, typeof wire, string | null, Date | null, 'never'>(
    said,
    'instant',
    {
      wire,
      input: wire,
      typed: { empty: null, ofWire: (value) => value, toWire: (typed) => typed },
      stored: {
        as: 'instant',
        blank: null,
        ofWire: (value) => (value === null ? null : new Date(value)),
        toWire: (value: Date | null | undefined) => value?.toISOString() ?? null,
      },
      shown: shownInstant,
    },
    'never',
  );
}

const howMany = z.int().min(0);

/** How many there are, which the product counts by itself. */
export const count = <const S extends Said<number>>(said: S) =>
  makeField<S, typeof howMany, typeof howMany, number>(said, 'count', {
    wire: howMany,
    input: howMany,
    required: true,
    typed: { empty: 0, ofWire: (value) => value, toWire: (typed) => typed },
    stored: { as: 'number', blank: 0 },
    shown: (value) => value.toLocaleString('en-US'),
  });
