import fc from 'fast-check';
import { anyDocument, anyValue, number, runs } from '../test/arbitrary.js';
import { decodeDocument, decodeSome, encode } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import type { Doc, Value } from '../values/values.js';
import { applyUpdate, parseUpdate, type Update } from './update.js';

const path = fc.constantFrom('a', 'b', 'c', 'd', 'a.b', 'a.0', 'b.c.a', 'c.1');
const operator: fc.Arbitrary<[string, Value]> = fc
  .oneof(
    fc.tuple(fc.constantFrom('$set', '$push', '$addToSet', '$min', '$max', '$pull'), path, anyValue),
    fc.tuple(fc.constant('$inc'), path, number),
    fc.tuple(fc.constant('$unset'), path, fc.constant<Value>(1)),
  )
  .map(([name, at, argument]): [string, Value] => [name, new Map([[at, argument]])]);

const change: fc.Arbitrary<Doc> = fc
  .uniqueArray(operator, { minLength: 1, maxLength: 3, selector: ([name]) => name })
  .map((operators) => new Map(operators));

function outcome(update: Update, doc: Doc): string {
  try {
    const after = applyUpdate(update, doc, { offset: undefined, inserting: false, now: new Date(0) });
    return after === doc ? 'unchanged' : encode(after).toString('hex');
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return `${String(error.code)} ${error.message}`;
  }
}

const parsed = (update: Doc): Update | undefined => {
  try {
    return parseUpdate(update, { multi: false });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return undefined;
  }
};

it('an update gives the same result on a partially decoded document as on a complete one', () => {
  const enough = runs(2000);
  let changed = 0;
  fc.assert(
    fc.property(anyDocument, change, (doc, operators) => {
      const update = parsed(operators);
      if (!update?.fields) return;
      const raw = encode(new Map<string, Value>([['_id', 1], ...doc]));
      const whole = outcome(update, decodeDocument(raw));
      expect(outcome(update, decodeSome(raw, update.fields))).toBe(whole);
      if (whole !== 'unchanged') changed++;
    }),
    enough,
  );
  expect(changed).toBeGreaterThan(enough.numRuns / 4);
});
