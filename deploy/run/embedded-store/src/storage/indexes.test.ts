import { Decimal128, Double, Long, type Collection, type Document } from 'mongodb';
import { temporaryStore, type TemporaryStore } from '../test/temporary-store.js';

let store: TemporaryStore;
let things: Collection;

beforeAll(async () => {
  store = await temporaryStore(true);
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.client.db('indexes').dropDatabase();
  things = store.client.db('indexes').collection('things');
});

const create = (...indexes: Document[]) =>
  store.client.db('indexes').command({ createIndexes: 'things', indexes });
const names = async () => (await things.indexes()).map(({ name }) => String(name));

/** [title, rejected spec, error code, part of the message] */
type Refusal = [string, Document, number, string];

describe('an index spec', () => {
  test.each<Refusal>([
    ['without a key', { name: 'x' }, 9, "'key' field is a required property"],
    ['without a name', { key: { a: 1 } }, 9, "'name' field is a required property"],
    ['of no fields', { key: {}, name: 'x' }, 67, 'Index keys cannot be empty'],
    ['of an empty name', { key: { a: 1 }, name: '' }, 67, "The index name '' is not valid"],
    ["named '*'", { key: { a: 1 }, name: '*' }, 67, "The index name '*' is not valid"],
    ['of the empty field', { key: { '': 1 }, name: 'x' }, 67, 'Index keys cannot be an empty field'],
    ['of an empty part', { key: { 'a..b': 1 }, name: 'x' }, 67, 'Index keys cannot contain an empty field'],
    ['of a dot at the end', { key: { 'a.': 1 }, name: 'x' }, 67, 'Index keys cannot contain an empty field'],
    ['of a name with $', { key: { 'a.$b': 1 }, name: 'x' }, 67, "field name starts with '$'"],
    ['of direction zero', { key: { a: 0 }, name: 'x' }, 67, 'cannot be 0'],
    ['of direction NaN', { key: { a: NaN }, name: 'x' }, 67, 'cannot be 0'],
    ['of direction true', { key: { a: true }, name: 'x' }, 67, 'Only numbers > 0, numbers < 0, and strings'],
    ['of an unknown kind', { key: { a: 'best' }, name: 'x' }, 67, "Unknown index plugin 'best'"],
    ['of kind text', { key: { a: 'text' }, name: 'x' }, 67, "'text' is not supported"],
    ['of kind 2dsphere', { key: { a: '2dsphere' }, name: 'x' }, 67, "'2dsphere' is not supported"],
    ['of kind hashed', { key: { a: 'hashed' }, name: 'x' }, 67, "'hashed' is not supported"],
    ['with a wildcard', { key: { 'a.$**': 1 }, name: 'x' }, 67, 'wildcard indexes are not supported'],
    [
      'of an unknown option',
      { key: { a: 1 }, name: 'x', uniqe: true },
      197,
      "'uniqe' is not valid for an index",
    ],
    ['with a collation', { key: { a: 1 }, name: 'x', collation: { locale: 'de' } }, 238, "'collation'"],
    ['hidden', { key: { a: 1 }, name: 'x', hidden: true }, 238, "'hidden'"],
    [
      'partial and sparse',
      { key: { a: 1 }, name: 'x', sparse: true, partialFilterExpression: { a: 1 } },
      67,
      'cannot mix "partialFilterExpression" and "sparse"',
    ],
    [
      'partial by no document',
      { key: { a: 1 }, name: 'x', partialFilterExpression: 1 },
      14,
      "'partialFilterExpression' must be an object",
    ],
    [
      'partial by $ne',
      { key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $ne: 1 } } },
      67,
      'Expression not supported in partial index: $not',
    ],
    [
      'partial by $regex',
      { key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $regex: 'x' } } },
      67,
      '$regex',
    ],
    ['partial by $expr', { key: { a: 1 }, name: 'x', partialFilterExpression: { $expr: true } }, 2, '$expr'],
    [
      'partial by $nor',
      { key: { a: 1 }, name: 'x', partialFilterExpression: { $nor: [{ a: 1 }] } },
      67,
      '$nor',
    ],
    [
      'partial by nonsense',
      { key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $foo: 1 } } },
      2,
      'unknown operator: $foo',
    ],
    ['of _id, sparse', { key: { _id: 1 }, name: '_id_', sparse: true }, 67, '_id index cannot be sparse'],
    [
      'of _id, partial',
      { key: { _id: 1 }, name: '_id_', partialFilterExpression: { a: 1 } },
      67,
      '_id index cannot be a partial index',
    ],
    ['expiring in text', { key: { a: 1 }, name: 'x', expireAfterSeconds: '1' }, 14, 'must be numeric'],
    [
      'expiring before now',
      { key: { a: 1 }, name: 'x', expireAfterSeconds: -1 },
      67,
      'cannot be less than 0',
    ],
    [
      'expiring beyond int32',
      { key: { a: 1 }, name: 'x', expireAfterSeconds: 2 ** 31 },
      67,
      'within an acceptable range',
    ],
    [
      'expiring, of two fields',
      { key: { a: 1, b: 1 }, name: 'x', expireAfterSeconds: 1 },
      67,
      'compound indexes do not support TTL',
    ],
    [
      'expiring, of _id',
      { key: { _id: 1 }, name: '_id_', expireAfterSeconds: 1 },
      67,
      'not valid for an _id index',
    ],
  ])('%s is rejected', async (_what, spec, code, message) => {
    const before = await things.insertOne({ a: 1 }).then(names);
    await expect(create(spec)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
    expect(await names()).toEqual(before);
  });

  it('is rejected if it is not a document', async () => {
    await expect(
      store.client.db('indexes').command({ createIndexes: 'things', indexes: [1] }),
    ).rejects.toMatchObject({ code: 14 });
    await expect(create()).rejects.toMatchObject({
      code: 2,
      message: 'Must specify at least one index to create',
    });
  });

  it('is stored as given, and returned by listIndexes even after a restart', async () => {
    await create(
      { key: { a: 1, 'b.c': -1 }, name: 'mine', unique: true, background: true },
      { key: { at: 1 }, name: 'at', expireAfterSeconds: 60 },
      { key: { p: 1 }, name: 'p', partialFilterExpression: { p: { $gt: 5 } } },
      { key: { s: 1 }, name: 's', sparse: true },
    );
    const wanted = [
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, 'b.c': -1 }, name: 'mine', unique: true },
      { v: 2, key: { at: 1 }, name: 'at', expireAfterSeconds: 60 },
      { v: 2, key: { p: 1 }, name: 'p', partialFilterExpression: { p: { $gt: 5 } } },
      { v: 2, key: { s: 1 }, name: 's', sparse: true },
    ];
    const plain = async () => JSON.parse(JSON.stringify(await things.indexes())) as unknown;
    expect(await plain()).toEqual(wanted);
    await store.restart();
    things = store.client.db('indexes').collection('things');
    expect(await plain()).toEqual(wanted);
  });
});

describe('an index that exists already', () => {
  beforeEach(() => create({ key: { a: 1 }, name: 'a_1' }));

  it('is left unchanged when requested again', async () => {
    const again = await create({ key: { a: 1 }, name: 'a_1' });
    expect(again).toMatchObject({
      note: 'all indexes already exist',
      numIndexesBefore: 2,
      numIndexesAfter: 2,
    });
  });

  test.each<Refusal>([
    [
      'with another name',
      { key: { a: 1 }, name: 'b' },
      85,
      'Index already exists with a different name: a_1',
    ],
    [
      'with another name and options',
      { key: { a: 1 }, name: 'b', unique: true },
      85,
      'different name and options',
    ],
    [
      'with other options',
      { key: { a: 1 }, name: 'a_1', unique: true },
      85,
      'same name but different options',
    ],
    [
      'of other seconds',
      { key: { a: 1 }, name: 'a_1', expireAfterSeconds: 5 },
      85,
      'same name but different options',
    ],
    [
      'of another direction by the same name',
      { key: { a: -1 }, name: 'a_1' },
      86,
      'same name as the requested index',
    ],
    [
      'of other fields by the same name',
      { key: { b: 1 }, name: 'a_1' },
      86,
      'same name as the requested index',
    ],
    [
      'partial by the same name',
      { key: { a: 1 }, name: 'a_1', partialFilterExpression: { b: 1 } },
      86,
      'same name as the requested index',
    ],
  ])('is rejected %s', async (_what, spec, code, message) => {
    await expect(create(spec)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
    expect(await names()).toEqual(['_id_', 'a_1']);
  });

  it('does not conflict with one of another direction or a partial one', async () => {
    await create(
      { key: { a: -1 }, name: 'down' },
      { key: { a: 1 }, name: 'part', partialFilterExpression: { b: 1 } },
    );
    expect(await names()).toEqual(['_id_', 'a_1', 'down', 'part']);
  });

  it('creates none of several if one of them is rejected', async () => {
    await expect(create({ key: { b: 1 }, name: 'b' }, { key: { a: 1 }, name: 'c' })).rejects.toMatchObject({
      code: 85,
    });
    expect(await names()).toEqual(['_id_', 'a_1']);
  });
});

describe('arrays in an index', () => {
  const found = async (filter: Document, hint: Document) =>
    (await things.find(filter).hint(hint).toArray()).map(({ _id }) => String(_id));
  const put = (...documents: Document[]) =>
    things.insertMany(documents.map((one, i) => ({ _id: i as unknown as never, ...one })));

  it('have one key per distinct element, and match as a whole', async () => {
    await create({ key: { a: 1 }, name: 'a' });
    await put({ a: [1, 2, 2, 1] }, { a: 2 }, { a: [] }, { a: [[1]] });
    expect(await found({ a: 2 }, { a: 1 })).toEqual(['0', '1']);
    expect(await found({ a: [] }, { a: 1 })).toEqual(['2']);
    expect(await found({ a: { $gte: 1 } }, { a: 1 })).toEqual(['0', '1']);
    expect(await found({ a: [1] }, { a: 1 })).toEqual(['3']);
  });

  it('of documents are indexed by several of their fields together', async () => {
    await create({ key: { 'a.x': 1, 'a.y': 1 }, name: 'xy' });
    await put({ a: [{ x: 1, y: 2 }, { x: 3 }] }, { a: { x: 1, y: 9 } }, {});
    expect(await found({ 'a.x': 1, 'a.y': 2 }, { 'a.x': 1, 'a.y': 1 })).toEqual(['0']);
    // No single element has both values, yet the document matches.
    expect(await found({ 'a.x': 3, 'a.y': 2 }, { 'a.x': 1, 'a.y': 1 })).toEqual(['0']);
    expect(await found({ 'a.x': null }, { 'a.x': 1, 'a.y': 1 })).toEqual(['2']);
  });

  it('cannot be parallel in one index: rejected on insert, update and index creation', async () => {
    const parallel = {
      code: 171,
      message: expect.stringContaining('cannot index parallel arrays') as string,
    };
    await create({ key: { a: 1, b: 1 }, name: 'ab' });
    await put({ a: [1], b: 1 });
    await expect(things.insertOne({ a: [1], b: [2] })).rejects.toMatchObject(parallel);
    await expect(things.updateOne({ a: 1 }, { $set: { b: [2] } })).rejects.toMatchObject(parallel);
    expect(await things.countDocuments({ b: [2] })).toBe(0);
    await things.insertOne({ c: [1], d: [1] });
    await expect(create({ key: { c: 1, d: 1 }, name: 'cd' })).rejects.toMatchObject(parallel);
    expect(await names()).toEqual(['_id_', 'ab']);
  });

  it('are unique across documents, not within one', async () => {
    await create({ key: { a: 1 }, name: 'a', unique: true });
    await put({ a: [1, 1, 2] }, { a: 3 });
    await expect(things.insertOne({ a: [5, 2] })).rejects.toThrow('index: a dup key: { a: 2 }');
    await expect(things.updateOne({ a: 3 }, { $set: { a: [4, 1] } })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { a: 1 },
      keyValue: { a: 1 },
    });
    await things.updateOne({ a: 3 }, { $set: { b: 1 } });
    expect(await things.countDocuments({ a: 5 })).toBe(0);
    await things.updateOne({ a: 1 }, { $set: { a: [7] } });
    await things.insertOne({ a: 2 });
  });
});

describe('a unique index', () => {
  it('cannot be created on duplicates', async () => {
    await things.insertMany([{ a: 1 }, { a: 1n }]);
    await expect(create({ key: { a: 1 }, name: 'a', unique: true })).rejects.toThrow(
      'E11000 duplicate key error collection: indexes.things index: a dup key: { a: 1 }',
    );
    expect(await names()).toEqual(['_id_']);
    await things.insertOne({ a: 1 });
  });

  it('treats numbers of equal value as duplicates, whatever their type', async () => {
    await create({ key: { a: 1 }, name: 'a', unique: true });
    await things.insertOne({ a: 1 });
    for (const same of [new Long(1n), new Double(1), Decimal128.fromString('1.00')]) {
      await expect(things.insertOne({ a: same })).rejects.toMatchObject({ code: 11000 });
    }
  });

  it('counts a missing field as null, unless it is sparse', async () => {
    await create(
      { key: { a: 1 }, name: 'a', unique: true },
      { key: { b: 1 }, name: 'b', unique: true, sparse: true },
    );
    await things.insertOne({});
    await expect(things.insertOne({ a: null, b: 1 })).rejects.toThrow('dup key: { a: null }');
    await things.insertOne({ a: 1 });
    await things.insertOne({ a: 2, b: null });
    await expect(things.insertOne({ a: 3, b: null })).rejects.toThrow('dup key: { b: null }');
  });

  it('distinguishes long strings with a common prefix', async () => {
    await create({ key: { a: 1 }, name: 'a', unique: true });
    const long = 'x'.repeat(5000);
    await things.insertMany([{ a: `${long}1` }, { a: `${long}2` }]);
    await expect(things.insertOne({ a: `${long}1` })).rejects.toMatchObject({ code: 11000 });
    expect(await things.countDocuments({ a: `${long}2` })).toBe(1);
    expect(await things.countDocuments({ a: { $gt: `${long}1` } })).toBe(1);
  });

  it('allows a value again after its document is removed', async () => {
    await create({ key: { a: 1 }, name: 'a', unique: true });
    await things.insertOne({ a: 1 });
    await things.deleteOne({ a: 1 });
    await things.insertOne({ a: 1 });
    await things.updateOne({ a: 1 }, { $set: { a: 2 } });
    await things.insertOne({ a: 1 });
    expect(await things.countDocuments()).toBe(2);
  });
});
