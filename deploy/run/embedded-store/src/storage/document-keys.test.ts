import fc from 'fast-check';
import { anyDocument, anyValue, runs } from '../test/arbitrary.js';
import { decodeDocument, encode } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { Undefined, type Doc, type Value } from '../values/values.js';
import { KeyMaker } from './document-keys.js';
import { indexKeys, makeIndex, type Index } from './indexes.js';

const index = (key: Record<string, 1 | -1>, options: Record<string, Value> = {}): Index =>
  makeIndex(
    7,
    new Map<string, Value>([
      ['name', 'i'],
      ['key', new Map<string, Value>(Object.entries(key))],
      ...Object.entries(options),
    ]),
  );

const all = () => [
  index({ a: 1 }),
  index({ a: -1, b: 1 }),
  index({ 'a.b': 1 }),
  index({ 'a.b': -1, 'a.c': 1, b: -1 }),
  index({ 'a.b.c': 1 }),
  index({ 'a.0': 1 }),
  index({ c: 1 }, { sparse: true }),
  index({ 'a.b': 1, c: -1 }, { sparse: true }),
  index({ b: 1 }, { partialFilterExpression: new Map([['c', new Map([['$exists', true]])]]) }),
];

interface Found {
  keys: string[];
  multikey: number[];
  inexact: number[];
}

const found = (one: Index, keys: Buffer[]): Found => ({
  keys: keys.map((key) => key.toString('hex')),
  multikey: [...one.multikey],
  inexact: [...one.inexact],
});

/** The result of `work`, or the code of the StoreError that it throws. */
function outcome<T>(work: () => T): T | number {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreError) return error.code;
    throw error;
  }
}

/** Reference implementation: the keys from the decoded document, one index at a time. */
const slowly = (raw: Buffer) => all().map((one) => found(one, indexKeys(one, decodeDocument(raw), raw, one)));

const quickly = (raw: Buffer) =>
  new KeyMaker(all()).keysOf(raw, true).map(({ index: one, keys }) => found(one, keys));

/** The document at the start of a longer buffer, as the documents of a message may be. */
const amidOthers = (raw: Buffer): Buffer => Buffer.concat([raw, Buffer.alloc(9, 0x5f)]);

const expectSameKeys = (doc: Doc) => {
  const raw = encode(doc);
  expect(outcome(() => quickly(amidOthers(raw)))).toEqual(outcome(() => slowly(raw)));
};

describe('keys encoded from raw BSON equal those of the decoded values', () => {
  it('for arbitrary documents', () => {
    fc.assert(fc.property(anyDocument, expectSameKeys), runs(1500));
  });

  it('for nested documents', () => {
    const inner = fc
      .uniqueArray(fc.tuple(fc.constantFrom('b', 'c', 'd'), anyValue), { selector: ([name]) => name })
      .map((fields): Doc => new Map(fields));
    fc.assert(
      fc.property(fc.oneof(inner, fc.array(inner, { maxLength: 3 })), anyValue, (a, b) =>
        expectSameKeys(
          new Map<string, Value>([
            ['a', a],
            ['b', b],
          ]),
        ),
      ),
      runs(1000),
    );
  });

  it.each<[string, Value]>([
    ['an undefined value', Undefined.value],
    ['a text longer than its room', 'x'.repeat(3000)],
    ['a text that fits alone and not beside another', 'x'.repeat(1000)],
    ['a text beyond ASCII', 'é'.repeat(400)],
  ])('of %s', (_, value) => {
    expectSameKeys(new Map([['a', value]]));
    expectSameKeys(new Map<string, Value>([['a', new Map([['b', value]])]]));
  });
});

it('a document does not affect the keys of the next one', () => {
  const maker = new KeyMaker(all());
  const keys = (doc: Doc) => maker.keysOf(encode(doc), false).map((one) => one.keys);
  const empty = keys(new Map());
  keys(
    new Map<string, Value>([
      ['a', new Map([['b', 1]])],
      ['b', [1, 2]],
      ['c', 'x'],
    ]),
  );
  expect(keys(new Map())).toEqual(empty);
});
