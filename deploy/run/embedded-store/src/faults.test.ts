import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { open } from 'lmdb';
import { MongoClient } from 'mongodb';
import { createServer, type StoreServer } from './server.js';
import { encode } from './values/bson.js';

const run = promisify(execFile);

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-faults-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
let lastPath = 0;
beforeEach(() => {
  path = join(folder, String(++lastPath));
});

async function using<T>(server: StoreServer, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await new MongoClient(server.uri).connect();
  try {
    return await work(client);
  } finally {
    await client.close();
    await server.close();
  }
}

/** The error message with which the store fails to start. */
const refusal = () =>
  createServer({ path }).then(
    async (server) => {
      await server.close();
      throw new Error('It started.');
    },
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );

describe('a directory', () => {
  it('that is a file is rejected with a one-line error', async () => {
    await writeFile(path, 'not a directory');
    expect(await refusal()).toMatch(/^The directory .* cannot be written: .*EEXIST[^\n]*$/);
  });

  it('inside a file is rejected', async () => {
    await writeFile(path, 'not a directory');
    path = join(path, 'below');
    expect(await refusal()).toMatch(/^The directory .* cannot be written: .*ENOTDIR/);
  });

  it('in use by another store is rejected, and unlocked when that store closes', async () => {
    const server = await createServer({ path });
    expect(await refusal()).toBe(`The directory ${path} is in use by another process.`);
    await server.close();
    await (await createServer({ path })).close();
  });

  it('of another format version is rejected and left unchanged', async () => {
    await (await createServer({ path })).close();
    const root = open<Buffer, Buffer>({
      path,
      noSubdir: false,
      encoding: 'binary',
      keyEncoding: 'binary',
      maxDbs: 8,
    });
    const meta = root.openDB<Buffer, Buffer>('meta', { encoding: 'binary', keyEncoding: 'binary' });
    await meta.put(Buffer.from('v'), encode({ format: 99, nextId: 1 }));
    await root.close();
    for (let again = 0; again < 2; again++) {
      expect(await refusal()).toBe(`The files in ${path} have format 99; this store reads 1.`);
    }
  });
});

const everySeventh = (from: number) => Array.from({ length: 72 }, (_, i) => from + i * 7);

describe('a truncated data file', () => {
  let bytes: number;
  let documents: number;
  let original: string;

  beforeAll(async () => {
    original = join(folder, 'original');
    await using(await createServer({ path: original, noSync: true }), async (client) => {
      const things = client.db('torn').collection('things');
      await things.createIndex({ n: 1 });
      for (let turn = 0; turn < 4; turn++) {
        await things.insertMany(Array.from({ length: 500 }, (_, i) => ({ n: i, text: 'x'.repeat(i * 20) })));
        await things.deleteMany({ n: { $in: everySeventh(turn) } });
      }
      documents = await things.countDocuments();
    });
    bytes = (await stat(join(original, 'data.mdb'))).size;
  });

  async function cut(size: number): Promise<void> {
    await mkdir(path);
    await copyFile(join(original, 'data.mdb'), join(path, 'data.mdb'));
    await truncate(join(path, 'data.mdb'), size);
  }

  it('opens if it is complete', async () => {
    await cut(bytes);
    await using(await createServer({ path }), async (client) => {
      const things = client.db('torn').collection('things');
      expect(await things.countDocuments({ n: { $gte: 0 } })).toBe((await things.find().toArray()).length);
    });
  });

  /** Checks that all documents are found by an index scan and by a collection scan. */
  const isWhole = (client: MongoClient) =>
    Promise.all(
      [{ n: 1 as const }, { $natural: 1 as const }].map(async (hint) => {
        const found = await client.db('torn').collection('things').find().hint(hint).toArray();
        expect(found.length).toBe(documents);
      }),
    );

  test.each([0.9, 0.5, 0.1, 0.01])('cut to %p of its size is rejected, or complete', async (part) => {
    await cut(Math.floor(bytes * part));
    const torn = `The data file ${join(path, 'data.mdb')} is torn: it ends before the data it names. Restore it from a backup.`;
    const server = await createServer({ path }).catch((error: unknown) => {
      expect(error instanceof Error && error.message).toBe(torn);
    });
    // Free pages at the end may be missing without data loss.
    if (server) await using(server, isWhole);
  });

  test.each([1, 100, 4096, 8191, 8192])('cut to %p bytes is rejected', async (size) => {
    await cut(size);
    expect(await refusal()).toContain('is torn');
  });

  it('that is not an LMDB file is rejected', async () => {
    await mkdir(path);
    await writeFile(join(path, 'data.mdb'), 'x'.repeat(10_000));
    expect(await refusal()).toContain('is torn');
    expect(await readdir(path)).toContain('data.mdb');
  });
});

/** A tmpfs of eight megabytes; undefined if mounting is not permitted. */
async function smallDisk(): Promise<{ path: string; remove(): Promise<void> } | undefined> {
  const disk = await mkdtemp(join(tmpdir(), 'store-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
  } catch {
    await rm(disk, { recursive: true });
    return undefined;
  }
  const remove = async () => {
    await run('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  };
  return { path: disk, remove };
}

/** Whether a write failed because the disk is full; fails the test on any other error. */
const refusedByDisk = (work: Promise<unknown>) =>
  work.then(
    () => false,
    (error: unknown) => {
      expect(error).toMatchObject({ code: 14031, message: expect.stringMatching(/disk is full/) as string });
      return true;
    },
  );

async function fillAndGoOn(client: MongoClient, makeRoom: () => Promise<unknown>): Promise<void> {
  const things = client.db('full').collection<{ _id: number; text: string }>('things');
  await things.createIndex({ text: 1 });
  let written = 0;
  const document = (_id: number) => ({ _id, text: `${String(_id)}${'x'.repeat(20_000)}` });
  while (!(await refusedByDisk(things.insertOne(document(written))))) written++;
  expect(written).toBeGreaterThan(20);
  // All acknowledged writes and no rejected ones, by collection scan and by index scan.
  for (const hint of ['_id_', 'text_1', { $natural: 1 as const }]) {
    expect((await things.find().hint(hint).toArray()).length).toBe(written);
  }
  expect(await refusedByDisk(things.insertMany([document(1000), document(1001)]))).toBe(true);
  expect(await things.findOne({ _id: 0 })).toEqual(document(0));
  expect(await things.countDocuments()).toBe(written);
  await makeRoom();
  await things.insertMany([document(1000), document(1001)]);
  expect(await things.countDocuments()).toBe(written + 2);
}

describe('a full disk', () => {
  // LMDB logs the disk error itself, sometimes after the test has ended.
  beforeAll(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  it('fails writes with OutOfDiskSpace, keeps serving reads, and recovers when space is freed', async () => {
    const disk = await smallDisk();
    if (!disk) {
      process.stderr.write('Skipped: no file system may be mounted here.\n');
      return;
    }
    try {
      const ballast = join(disk.path, 'ballast');
      await writeFile(ballast, Buffer.alloc(3_000_000));
      await using(await createServer({ path: join(disk.path, 'data') }), (client) =>
        fillAndGoOn(client, () => rm(ballast)),
      );
    } finally {
      await disk.remove();
    }
  });
});
