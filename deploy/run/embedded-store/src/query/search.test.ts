import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readQuery } from '../commands/parsing.js';
import { readIndexSpec } from '../storage/indexes.js';
import type { Collection } from '../storage/collection.js';
import { Store } from '../storage/store.js';
import { encode } from '../values/bson.js';
import type { Value } from '../values/values.js';
import { PAUSE, atOnce } from '../turns.js';
import { Search, type Query } from './find.js';

let path: string;
let store: Store;
let things: Collection;

const spec = readIndexSpec(
  new Map<string, Value>([
    ['key', new Map<string, Value>([['n', 1]])],
    ['name', 'n_1'],
  ]),
);
const put = (id: number, n: number | number[]) =>
  store.write(() => store.documents.insert(things, encode({ _id: id, n })));
const between = () =>
  readQuery(
    new Map<string, Value>([
      [
        'n',
        new Map<string, Value>([
          ['$gt', 8],
          ['$lt', 2],
        ]),
      ],
    ]),
  );
const open = (from: Store, collection: Collection, query: Query) =>
  atOnce(Search.open(from, collection, query));
const found = (search: Search) => [...search.hits()].filter((hit) => hit !== PAUSE).length;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'store-test-'));
  store = await Store.open({ path, noSync: true });
  await store.write(() => {
    things = store.catalog.ensureCollection('db.things');
    store.indexKeys.create(things, spec);
  });
  for (let id = 0; id < 5; id++) await put(id, id);
});
afterEach(async () => {
  await store.close();
  await rm(path, { recursive: true, force: true });
});

it('keeps its plan while similar documents are inserted', async () => {
  const search = open(store, things, between());
  await put(5, 5);
  expect(search.holdsFor(things)).toBe(true);
});

it('invalidates its plan when an index becomes multikey, since two bounds may match different elements', async () => {
  const search = open(store, things, between());
  expect(found(search)).toBe(0);
  await put(5, [1, 9]);
  expect(search.holdsFor(things)).toBe(false);
  expect(found(open(store, things, between()))).toBe(1);
});

it('invalidates its plan when an index is dropped, or the collection is dropped and recreated', async () => {
  const search = open(store, things, between());
  const old = things;
  await store.write(() => {
    const index = things.indexes.find(({ name }) => name === 'n_1');
    if (index) store.catalog.dropIndex(things, index);
  });
  expect(search.holdsFor(things)).toBe(false);
  const later = open(store, things, between());
  await store.write(() => {
    store.catalog.dropCollection(things);
    things = store.catalog.ensureCollection('db.things');
  });
  expect(things).not.toBe(old);
  expect(later.holdsFor(things)).toBe(false);
});

it('refreshes cached range sizes when a tenth of the documents has changed', async () => {
  await store.write(() => {
    store.indexKeys.create(
      things,
      readIndexSpec(
        new Map<string, Value>([
          ['key', new Map<string, Value>([['m', 1]])],
          ['name', 'm_1'],
        ]),
      ),
    );
    for (let id = 100; id < 300; id++) store.documents.insert(things, encode({ _id: id, n: id, m: 1 }));
    for (let id = 300; id < 340; id++) store.documents.insert(things, encode({ _id: id, n: 7, m: 2 }));
  });
  const chosen = () => {
    const query = readQuery(
      new Map<string, Value>([
        ['n', 7],
        ['m', 3],
      ]),
    );
    return open(store, things, query).plan.source?.accesses[0]?.index.name;
  };
  expect(chosen()).toBe('m_1');
  await store.write(() => {
    for (let id = 400; id < 700; id++) store.documents.insert(things, encode({ _id: id, n: id, m: 3 }));
  });
  expect(chosen()).toBe('n_1');
});
