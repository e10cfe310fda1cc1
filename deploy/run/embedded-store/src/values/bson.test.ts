import * as reference from 'bson';
import fc from 'fast-check';
import { anyDocument, runs } from '../test/arbitrary.js';
import { doc, type DocLiteral } from '../test/literals.js';
import { refusalOf } from '../test/refusal.js';
import { Picker, Raw, checkDocument, copyDocument, decodeDocument, encode, findElement } from './bson.js';
import { StoreError } from './errors.js';
import { Decimal128, Double, Opaque, TYPE, Undefined, identical, type Value } from './values.js';

const check = (bytes: Buffer) => checkDocument(bytes, 0, bytes.length);
const lossless = { promoteValues: false, bsonRegExp: true } as const;

describe('encoding and decoding', () => {
  it('round-trips every value', () => {
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

  it('is compatible with the bson library', () => {
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

  it('preserves the order of numeric field names', () => {
    const fields: Array<[string, Value]> = [
      ['b', 1],
      ['2', 2],
      ['1', 3],
    ];
    expect([...decodeDocument(encode(new Map(fields))).keys()]).toEqual(['b', '2', '1']);
  });

  it('round-trips opaque types', () => {
    const scoped = reference.BSON.serialize({ a: new reference.Code('f()', { x: 1 }), z: 1 });
    const read = decodeDocument(Buffer.from(scoped));
    expect(read.get('a')).toBeInstanceOf(Opaque);
    expect(encode(read)).toEqual(Buffer.from(scoped));
    const undefinedField = Buffer.from([9, 0, 0, 0, 6, 0x61, 0, 0].concat(0)).subarray(0, 8);
    undefinedField.writeInt32LE(8);
    expect(decodeDocument(undefinedField).get('a')).toBe(Undefined.value);
    expect(encode(decodeDocument(undefinedField))).toEqual(undefinedField);
  });

  it('encodes raw documents, plain objects and missing values of a response', () => {
    const raw = new Raw(encode(doc({ x: 1 })));
    const answer = encode({ ok: 1, first: raw, batch: [raw, { y: 2 }], none: undefined });
    expect(decodeDocument(answer)).toEqual(doc({ ok: 1, first: { x: 1 }, batch: [{ x: 1 }, { y: 2 }] }));
  });

  it('grows the buffer for a larger document', () => {
    const text = 'ü'.repeat(200_000);
    expect(decodeDocument(encode(doc({ text, list: [text, text] }))).get('text')).toBe(text);
  });

  it('rejects nesting deeper than 200', () => {
    const nested = (depth: number): Value => (depth === 0 ? 1 : new Map([['a', nested(depth - 1)]]));
    const wrap = (depth: number) => new Map([['a', nested(depth)]]);
    check(encode(wrap(150)));
    expect(refusalOf(() => encode(wrap(250))).code).toBe(15);
  });

  it('copies a document from the start of a longer buffer', () => {
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

  it('does not keep fields of the previous document', () => {
    const picker = new Picker(['a']);
    picker.decode(sample);
    expect(picker.decode(encode(doc({ b: 1 })))).toEqual(new Map());
  });

  it('finds an element by its full name', () => {
    const place = { type: 0, at: 0 };
    expect(findElement(sample, 0, Buffer.from('ab'), place)).toBe(true);
    expect(place.type).toBe(TYPE.object);
    expect(findElement(sample, 0, Buffer.from('abc'), place)).toBe(false);
    expect(place.type).toBe(0);
  });
});

describe('untrusted BSON', () => {
  it('is rejected when any byte is missing', () => {
    fc.assert(
      fc.property(anyDocument, fc.nat(), (document, cut) => {
        const bytes = encode(document);
        const torn = bytes.subarray(0, cut % bytes.length);
        expect(() => check(torn)).toThrow(StoreError);
      }),
      runs(200),
    );
  });

  it('can be decoded and encoded again if it passes validation, whatever byte was changed', () => {
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
  ])('is rejected as %s', (_what, bytes) => {
    expect(refusalOf(() => check(Buffer.from(bytes))).code).toBe(22);
  });

  it('may not contain a date beyond the range of Date', () => {
    const bytes = encode(doc({ a: new Date(0) }));
    bytes.writeBigInt64LE(2n ** 62n, 7);
    const error = refusalOf(() => check(bytes));
    expect([error.code, error.message]).toEqual([2, expect.stringContaining('date')]);
    bytes.writeBigInt64LE(8_640_000_000_000_000n, 7);
    check(bytes);
  });

  it('may contain a decimal of any bits', () => {
    const bytes = encode(doc({ a: Decimal128.fromString('1') }));
    bytes.fill(0xff, 7, 23);
    check(bytes);
    expect(encode(decodeDocument(bytes))).toEqual(bytes);
  });
});
