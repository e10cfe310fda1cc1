import { Int32, Long, type Db, type Document } from 'mongodb';
import { temporaryStore, type TemporaryStore } from '../test/temporary-store.js';

let store: TemporaryStore;
let db: Db;

beforeAll(async () => {
  store = await temporaryStore(true);
  db = store.client.db('fields');
});
afterAll(() => store.close());
beforeEach(async () => {
  await db.dropDatabase();
  await db.collection('things').insertMany([
    { _id: 1 as never, name: 'Ann' },
    { _id: 2 as never, name: 'ann' },
  ]);
});

const german = { locale: 'de', strength: 2 };
const update = (statement: Document) => ({
  update: 'things',
  updates: [{ q: { name: 'ann' }, u: { $set: { seen: true } }, ...statement }],
});
const remove = (statement: Document) => ({
  delete: 'things',
  deletes: [{ q: { name: 'ann' }, limit: 0, ...statement }],
});
const index = (spec: Document) => ({
  createIndexes: 'things',
  indexes: [{ key: { a: 1 }, name: 'a', ...spec }],
});

async function expectRefused(command: Document, code: number, words: string): Promise<void> {
  const before = await db.collection('things').find().toArray();
  await expect(db.command(command)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words) as string,
  });
  expect(await db.collection('things').find().toArray()).toEqual(before);
}

describe('unknown and unsupported fields are rejected before anything is executed', () => {
  test.each<[string, Document, number, string]>([
    ['an update statement', update({ c: 5 }), 238, "'c' of 'update.updates'"],
    ['an update statement', update({ collation: german }), 238, "'collation' of 'update.updates'"],
    ['an update statement', update({ nonsense: 1 }), 40415, "'update.updates.nonsense' is an unknown field"],
    ['an update statement', update({ hint: 5 }), 9, 'Hint must be a string or an object'],
    ['an update statement', update({ sort: 'name' }), 14, "'update.updates.sort'"],
    ['an update', { ...update({}), let: { a: 1 } }, 238, "'let' of 'update'"],
    ['an update', { ...update({}), collation: german }, 40415, "'update.collation'"],
    ['a delete statement', remove({ collation: german }), 238, "'collation' of 'delete.deletes'"],
    ['a delete statement', remove({ c: 5 }), 40415, "'delete.deletes.c' is an unknown field"],
    ['a delete statement', remove({ sort: { a: 1 } }), 40415, "'delete.deletes.sort'"],
    ['a delete statement', remove({ collation: 5 }), 14, "'delete.deletes.collation'"],
    ['an insert', { insert: 'things', documents: [{}], upsert: true }, 40415, "'insert.upsert'"],
    ['a findAndModify', { findAndModify: 'things', remove: true, let: {} }, 238, "'let'"],
    ['an update statement', update({ arrayFilters: [] }), 238, "'arrayFilters' of 'update.updates'"],
    ['a count', { count: 'things', query: {}, collation: german }, 238, "'collation' of 'count'"],
    ['a distinct', { distinct: 'things', key: 'name', collation: german }, 238, "'collation' of 'distinct'"],
    ['a distinct', { distinct: 'things', key: 'name', sort: {} }, 40415, "'distinct.sort'"],
    [
      'an aggregate',
      { aggregate: 'things', pipeline: [], cursor: {}, collation: german },
      238,
      "'collation' of 'aggregate'",
    ],
    ['an aggregate', { aggregate: 'things', pipeline: [], explain: true }, 238, "'explain' of 'aggregate'"],
    [
      "an aggregate's cursor",
      { aggregate: 'things', pipeline: [], cursor: { size: 5 } },
      40415,
      'cursor.size',
    ],
    ['a find', { find: 'things', validator: {} }, 40415, "'find.validator'"],
    ['a find', { find: 'things', writeConcern: { w: 1 } }, 72, 'does not support writeConcern'],
    ['a find', { find: 'things', readConcern: { level: 'local', x: 1 } }, 40415, "'readConcern.x'"],
    ['a find', { find: 'things', maxTimeMS: 3_000_000_000 }, 2, 'out of range'],
    ['a list of indexes', { listIndexes: 'things', cursor: { x: 1 } }, 40415, "'listIndexes.cursor.x'"],
    [
      'the concern of a write',
      { ...remove({}), writeConcern: { w: 1, x: 1 } },
      40415,
      "'writeConcern.x' is an unknown field",
    ],
    ['the concern of a write', { ...remove({}), writeConcern: { j: 'yes' } }, 14, "'writeConcern.j'"],
    ['an index', index({ collation: german }), 238, "'collation'"],
    ['an index', index({ nonsense: 1 }), 197, "'nonsense' is not valid"],
    ['an index', index({ unique: 'yes' }), 14, 'not convertible to bool'],
    ['an index', index({ v: 1 }), 67, 'v: 2'],
    ['a commit quorum', { ...index({}), commitQuorum: 1 }, 2, "Standalones can't specify commitQuorum"],
    ['a collection', { create: 'other', autoIndexId: false }, 72, 'autoIndexId:false'],
    ['a collection', { create: 'other', size: 5 }, 72, "'size'"],
    ['a collection', { create: 'other', idIndex: { key: { a: 1 }, name: 'a' } }, 2, '_id index'],
    ['a collection', { create: 'other', validationLevel: 'strict' }, 238, "'validationLevel'"],
    ['a ping', { ping: 1, pong: 1 }, 40415, "'ping.pong'"],
    ['a version', { ping: 1, apiVersion: '2' }, 322, 'API version must be "1"'],
    ['a strict version', { distinct: 'things', key: 'a', apiVersion: '1', apiStrict: true }, 323, 'distinct'],
    ['a strict version of none', { ping: 1, apiStrict: true }, 4886600, 'without passing apiVersion'],
    ['an explained delete', { explain: remove({ collation: german }) }, 238, "'collation'"],
    ['an explained count', { explain: { count: 'things', collation: german } }, 238, "'collation'"],
    ['an explain', { explain: { find: 'things' }, verbosity: 'all' }, 2, 'explain.verbosity'],
    ['an explain', { explain: remove({}), more: 1 }, 40415, "'explain.more'"],
  ])('in %s: %j', async (_what, command, code, words) => {
    await expectRefused(command, code, words);
  });

  test.each<[string, Document, string]>([
    ['a delete without a filter', { delete: 'things', deletes: [{ limit: 0 }] }, 'delete.deletes.q'],
    [
      'a delete whose filter is null',
      { delete: 'things', deletes: [{ q: null, limit: 0 }] },
      'delete.deletes.q',
    ],
    ['a delete without a limit', { delete: 'things', deletes: [{ q: {} }] }, 'delete.deletes.limit'],
    [
      'an update without a filter',
      { update: 'things', updates: [{ u: { $set: { a: 1 } }, multi: true }] },
      'update.updates.q',
    ],
    ['an update without an update', { update: 'things', updates: [{ q: {} }] }, 'update.updates.u'],
  ])('%s', async (_what, command, field) => {
    await expectRefused(command, 40414, `'${field}' is missing but a required field`);
  });

  it('in a later statement too, before the first one runs', async () => {
    const deletes = [
      { q: { _id: 1 }, limit: 1 },
      { q: { _id: 2 }, limit: 1, collation: german },
    ];
    await expectRefused({ delete: 'things', deletes }, 238, "'collation'");
  });

  it('in statements that the driver sends as a document sequence', async () => {
    await expect(
      db.collection('things').deleteMany({ name: 'ann' }, { collation: german }),
    ).rejects.toMatchObject({ code: 238 });
    await expect(
      db.collection('things').updateOne({ name: 'ann' }, { $set: { a: 1 } }, { collation: german }),
    ).rejects.toMatchObject({ code: 238 });
    expect(await db.collection('things').countDocuments()).toBe(2);
  });
});

describe('fields that drivers send, and options with no effect, are accepted', () => {
  test.each<Document>([
    { find: 'things', collation: { locale: 'simple' }, tailable: false, allowDiskUse: true },
    { find: 'things', comment: { any: [1] }, maxTimeMS: 5000, $readPreference: { mode: 'primaryPreferred' } },
    { find: 'things', readConcern: { level: 'majority' }, apiVersion: '1', apiStrict: true },
    { find: 'things', hint: { _id: 1 }, noCursorTimeout: true, allowPartialResults: true },
    update({ collation: { locale: 'simple' }, arrayFilters: null, hint: '_id_' }),
    { ...update({}), ordered: null, bypassDocumentValidation: true, comment: 'why' },
    { ...remove({}), ordered: false, writeConcern: { w: 'majority', j: true, wtimeout: 100 } },
    {
      insert: 'things',
      documents: [{ a: 1 }],
      bypassDocumentValidation: true,
      writeConcern: { w: new Int32(1) },
    },
    { aggregate: 'things', pipeline: [], cursor: {}, bypassDocumentValidation: false, allowDiskUse: true },
    index({ background: true, unique: false, hidden: false, v: 2, collation: { locale: 'simple' } }),
    { create: 'other', autoIndexId: true, idIndex: { key: { _id: 1 }, name: '_id_', v: 2 } },
    { ping: 1, comment: 'x', lsid: { id: { sub: 1 } }, $clusterTime: { clusterTime: Long.fromNumber(1) } },
    {
      hello: 1,
      client: { application: { name: 'x' } },
      compression: ['zlib'],
      helloOk: true,
      loadBalanced: false,
    },
  ])('%j', async (command) => {
    expect(await db.command(command)).toMatchObject({ ok: 1 });
  });
});
