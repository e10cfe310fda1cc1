import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from '../values/bson.js';
import type { Doc, Value } from '../values/values.js';
import { indexContent } from '../test/index-content.js';
import { buildIndex } from './index-build.js';
import { readIndexSpec } from './indexes.js';
import { Store } from './store.js';

const namespace = 'built.things';
const many = 6_000;

let path: string;
let store: Store;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'store-build-'));
  store = await Store.open({ path, noSync: true });
  await store.write(() => {
    const things = store.catalog.ensureCollection(namespace);
    for (let n = 0; n < many; n++) store.documents.insert(things, thing(n));
  });
});
afterEach(async () => {
  await store.close();
  await rm(path, { recursive: true, force: true });
});

const thing = (n: number, more: [string, Value][] = []) =>
  encode(
    new Map<string, Value>([
      ['_id', n],
      ['name', `name ${String((n * 7_919) % many)}`],
      ['tags', [n % 3, 'tag', `own ${String(n)}`]],
      ...more,
    ]),
  );

const spec = (name: string, key: [string, number][], options: [string, Value][] = []): Doc =>
  readIndexSpec(new Map<string, Value>([['key', new Map(key)], ['name', name], ...options]));
const byName = () => spec('by name', [['name', 1]], [['unique', true]]);
const byTags = () =>
  spec('by tags', [
    ['tags', -1],
    ['_id', 1],
  ]);

const things = () => {
  const collection = store.catalog.collection(namespace);
  if (!collection) throw new Error('The collection is gone');
  return collection;
};
const recordOf = (n: number) => n + 1;
const turns = () => new Promise<void>((resolve) => setImmediate(resolve));
/** About twenty time slices per collection scan, whatever the speed of the machine. */
const shortTurns = () => {
  let steps = 0;
  return () => ++steps > many / 20;
};

/** A `pause` that runs `work` between the time slices of a build. */
const between = (work: (turn: number) => Promise<unknown>) => {
  let turn = 0;
  return async () => {
    await work(turn++);
  };
};

/** The content of the indexes, and their content after being dropped and rebuilt synchronously. */
async function expectWhole(specs: Doc[]): Promise<void> {
  const built = indexContent(store, namespace);
  await store.write(() => {
    const collection = things();
    for (const index of [...collection.indexes])
      if (index.name !== '_id_') store.catalog.dropIndex(collection, index);
    for (const one of specs) store.indexKeys.create(collection, one);
  });
  expect(built).toEqual(indexContent(store, namespace));
}

async function replace(n: number, after: Buffer): Promise<void> {
  await store.write(() => {
    const before = store.reads.view(things(), recordOf(n));
    if (before) store.documents.replace(things(), recordOf(n), Buffer.from(before), after);
  });
}

describe('an index built in time slices', () => {
  it('has the same content as one built synchronously, and survives a restart', async () => {
    for (const one of [byName(), byTags()])
      expect(await buildIndex(store, namespace, one, turns, shortTurns)).toBe(true);
    await store.close();
    store = await Store.open({ path, noSync: true });
    expect(things().indexes.map(({ name }) => name)).toEqual(['_id_', 'by name', 'by tags']);
    await expectWhole([byName(), byTags()]);
  });

  it('reflects concurrent inserts, updates and deletes, ahead of and behind the scan', async () => {
    let busy = 0;
    const work = between(async (turn) => {
      busy++;
      const n = (turn * 977) % many;
      await replace(n, thing(n, [['changed', turn]]));
      await replace(
        many - 1 - n,
        encode(
          new Map<string, Value>([
            ['_id', many - 1 - n],
            ['name', `new ${String(n)}`],
          ]),
        ),
      );
      await store.write(() => store.documents.insert(things(), thing(many * 2 + turn)));
      await store.write(() => {
        const gone = (turn * 31 + 5) % many;
        const raw = store.reads.view(things(), recordOf(gone));
        if (raw) store.documents.remove(things(), recordOf(gone), Buffer.from(raw));
      });
    });
    await buildIndex(store, namespace, byTags(), work, shortTurns);
    expect(busy).toBeGreaterThan(5);
    await expectWhole([byTags()]);
  });

  it('fails on duplicates if it is unique, and leaves no keys behind', async () => {
    await replace(
      5_000,
      encode(
        new Map<string, Value>([
          ['_id', 5_000],
          ['name', 'name 7919'],
        ]),
      ),
    );
    await replace(
      17,
      encode(
        new Map<string, Value>([
          ['_id', 17],
          ['name', 'name 7919'],
        ]),
      ),
    );
    await expect(buildIndex(store, namespace, byName(), turns, shortTurns)).rejects.toMatchObject({
      code: 11000,
    });
    expect(things().indexes.map(({ name }) => name)).toEqual(['_id_']);
    await replace(17, thing(17));
    await replace(5_000, thing(5_000));
    expect(await buildIndex(store, namespace, byName(), turns, shortTurns)).toBe(true);
    await expectWhole([byName()]);
  });

  it('is aborted when its collection is dropped', async () => {
    const work = between((turn) =>
      turn === 2 ? store.write(() => store.catalog.dropCollection(things())) : turns(),
    );
    await expect(buildIndex(store, namespace, byTags(), work, shortTurns)).rejects.toMatchObject({
      code: 276,
    });
    expect(store.catalog.collection(namespace)).toBeUndefined();
  });

  it('is gone after a crash during the build, and its keys are purged', async () => {
    const stopped = new Error('stopped');
    const left: number[] = [];
    const work = between(async (turn) => {
      await turns();
      if (turn < 12) return;
      // Simulates a crash: the build is not abandoned, which would purge its keys.
      left.push(...things().maintained.map(({ id }) => id));
      await store.close();
      throw stopped;
    });
    await expect(buildIndex(store, namespace, byTags(), work, shortTurns)).rejects.toBe(stopped);
    store = await Store.open({ path, noSync: true });
    expect(things().indexes.map(({ name }) => name)).toEqual(['_id_']);
    const start = Buffer.alloc(4);
    const end = Buffer.alloc(4);
    start.writeUInt32BE(left.at(-1) ?? 0);
    end.writeUInt32BE((left.at(-1) ?? 0) + 1);
    const [id] = things().indexes;
    if (!id) throw new Error('The index of _id is gone');
    const keys = () => store.reads.countKeys({ ...id, unique: false }, { start, end });
    for (let turn = 0; turn < 1_000 && keys() > 0; turn++) await turns();
    expect(keys()).toBe(0);
  });
});

it('a write is committed even if it is requested only a few microtasks after another one is acknowledged', async () => {
  for (let steps = 0; steps < 12; steps++) {
    await store.write(() => undefined);
    for (let step = 0; step < steps; step++) await Promise.resolve();
    expect(await store.write(() => steps)).toBe(steps);
  }
});
