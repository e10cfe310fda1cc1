import * as reference from 'bson';
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { anyDocument, runs } from '../test/arbitrary.js';
import { doc, type DocLiteral } from '../test/literals.js';
import { refusalOf } from '../test/refusal.js';
import { Picker, Raw, checkDocument, copyDocument, decodeDocument, encode, findElement } from './bson.js';
import { StoreError } from './errors.js';
import { Decimal128, Double, Opaque, TYPE, Undefined, identical, type Value } from './values.js';

fc.configureGlobal({ seed: jest.getSeed() });

const check = (bytes: Buffer) => checkDocument(bytes, 0, bytes.length);
const lossless = { promoteValues: false, bsonRegExp: true } as const;

describe('reading and writing', () => {
  it('gives back every value as it was', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const bytes = encode(document);
        check(bytes);
        expect(identical(decodeDocument(bytes), document)).toBe(true);
        expect(encode(decodeDocument(bytes))).toEqual(bytes);
      }),
      runs(200),
    );
  });

  it('writes the bytes that the bson library reads and writes', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const bytes = encode(document);
        const read = reference.BSON.deserialize(bytes, lossless);
        expect(Buffer.from(reference.BSON.serialize(read))).toEqual(bytes);
      }),
      runs(200),
    );
  });

  it('keeps numeric types apart and a negative zero', () => {
    const read = decodeDocument(encode(doc({ a: 1, b: 1n, c: new Double(1), d: new Double(-0) })));
    expect([...read.values()]).toEqual([1, 1n, new Double(1), new Double(-0)]);
  });

  it('keeps names that look like numbers in their order', () => {
    const fields: Array<[string, Value]> = [
      ['b', 1],
      ['2', 2],
      ['1', 3],
    ];
    expect([...decodeDocument(encode(new Map(fields))).keys()]).toEqual(['b', '2', '1']);
  });

  it('hands back the types that it does not look into', () => {
    const scoped = reference.BSON.serialize({ a: new reference.Code('f()', { x: 1 }), z: 1 });
    const read = decodeDocument(Buffer.from(scoped));
    expect(read.get('a')).toBeInstanceOf(Opaque);
    expect(encode(read)).toEqual(Buffer.from(scoped));
    const undefinedField = Buffer.from([9, 0, 0, 0, 6, 0x61, 0, 0].concat(0)).subarray(0, 8);
    undefinedField.writeInt32LE(8);
    expect(decodeDocument(undefinedField).get('a')).toBe(Undefined.value);
    expect(encode(decodeDocument(undefinedField))).toEqual(undefinedField);
  });

  it('takes raw documents, plain objects and missing values in an answer', () => {
    const raw = new Raw(encode(doc({ x: 1 })));
    const answer = encode({ ok: 1, first: raw, batch: [raw, { y: 2 }], none: undefined });
    expect(decodeDocument(answer)).toEqual(doc({ ok: 1, first: { x: 1 }, batch: [{ x: 1 }, { y: 2 }] }));
  });

  it('writes a document larger than any before it', () => {
    const text = 'ü'.repeat(200_000);
    expect(decodeDocument(encode(doc({ text, list: [text, text] }))).get('text')).toBe(text);
  });

  it('refuses to nest deeper than 200', () => {
    const nested = (depth: number): Value => (depth === 0 ? 1 : new Map([['a', nested(depth - 1)]]));
    const wrap = (depth: number) => new Map([['a', nested(depth)]]);
    check(encode(wrap(150)));
    expect(refusalOf(() => encode(wrap(250))).code).toBe(15);
  });

  it('copies a document out of what follows it', () => {
    const bytes = encode(doc({ a: 1 }));
    expect(copyDocument(Buffer.concat([bytes, Buffer.from('rest')]))).toEqual(bytes);
  });
});

describe('picking fields', () => {
  const sample = encode(doc({ a: 1, ab: { x: 2 }, b: [1], é: 'text', a2: null }));

  test.each<[string, string[], DocLiteral]>([
    ['some', ['ab', 'a'], { a: 1, ab: { x: 2 } }],
    ['none', [], {}],
    ['those that are missing', ['zz', 'a'], { a: 1 }],
    ['a name beyond ASCII', ['é'], { é: 'text' }],
    ['a name whose beginning is another', ['a2', 'a'], { a: 1, a2: null }],
  ])('finds %s', (_what, names, picked) => {
    expect(new Picker(names).decode(sample)).toEqual(doc(picked));
    expect([...new Picker(names).decode(sample).keys()]).toEqual(Object.keys(picked));
  });

  it('forgets what it found in the document before', () => {
    const picker = new Picker(['a']);
    picker.decode(sample);
    expect(picker.decode(encode(doc({ b: 1 })))).toEqual(new Map());
  });

  it('finds one element by its whole name', () => {
    const place = { type: 0, at: 0 };
    expect(findElement(sample, 0, Buffer.from('ab'), place)).toBe(true);
    expect(place.type).toBe(TYPE.object);
    expect(findElement(sample, 0, Buffer.from('abc'), place)).toBe(false);
    expect(place.type).toBe(0);
  });
});

describe('what arrives from outside', () => {
  it('is refused when any byte is missing', () => {
    fc.assert(
      fc.property(anyDocument, fc.nat(), (document, cut) => {
        const bytes = encode(document);
        const torn = bytes.subarray(0, cut % bytes.length);
        expect(() => check(torn)).toThrow(StoreError);
      }),
      runs(200),
    );
  });

  it('can be read and written again if it passes, whatever byte was changed', () => {
    fc.assert(
      fc.property(anyDocument, fc.nat(), fc.nat(255), (document, place, byte) => {
        const bytes = encode(document);
        bytes[place % bytes.length] = byte;
        try {
          check(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(StoreError);
          return;
        }
        encode(decodeDocument(bytes));
      }),
      runs(1000),
    );
  });

  test.each<[string, number[]]>([
    ['an empty one', []],
    ['one shorter than its length', [6, 0, 0, 0, 0]],
    ['one of no end', [5, 0, 0, 0, 1]],
    ['an unknown type', [8, 0, 0, 0, 99, 0x61, 0, 0]],
    ['a name that does not end', [8, 0, 0, 0, 10, 0x61, 0x61, 0x61]],
    ['a text of a negative length', [13, 0, 0, 0, 2, 0x61, 0, 255, 255, 255, 255, 0, 0]],
    ['a text beyond its document', [13, 0, 0, 0, 2, 0x61, 0, 99, 0, 0, 0, 0, 0]],
    ['a document within that is torn', [13, 0, 0, 0, 3, 0x61, 0, 4, 0, 0, 0, 0, 0]],
  ])('is refused as %s', (_what, bytes) => {
    expect(refusalOf(() => check(Buffer.from(bytes))).code).toBe(22);
  });

  it('may hold no date that a Date cannot be', () => {
    const bytes = encode(doc({ a: new Date(0) }));
    bytes.writeBigInt64LE(2n ** 62n, 7);
    const error = refusalOf(() => check(bytes));
    expect([error.code, error.message]).toEqual([2, expect.stringContaining('date')]);
    bytes.writeBigInt64LE(8_640_000_000_000_000n, 7);
    check(bytes);
  });

  it('may hold a decimal of any bits', () => {
    const bytes = encode(doc({ a: Decimal128.fromString('1') }));
    bytes.fill(0xff, 7, 23);
    check(bytes);
    expect(encode(decodeDocument(bytes))).toEqual(bytes);
  });
});
