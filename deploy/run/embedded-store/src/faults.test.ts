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

/** Why the store does not start, in its own words. */
const refusal = () =>
  createServer({ path }).then(
    async (server) => {
      await server.close();
      throw new Error('It started.');
    },
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );

describe('a directory', () => {
  it('that is a file is refused in one sentence', async () => {
    await writeFile(path, 'not a directory');
    expect(await refusal()).toMatch(/^The directory .* cannot be written: .*EEXIST[^\n]*$/);
  });

  it('that lies below a file is refused', async () => {
    await writeFile(path, 'not a directory');
    path = join(path, 'below');
    expect(await refusal()).toMatch(/^The directory .* cannot be written: .*ENOTDIR/);
  });

  it('in use is refused, and free again when its store has closed', async () => {
    const server = await createServer({ path });
    expect(await refusal()).toBe(`The directory ${path} is in use by another process.`);
    await server.close();
    await (await createServer({ path })).close();
  });

  it('of another format is refused by its number, and left as it is', async () => {
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

describe('a data file that was cut', () => {
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

  it('not at all opens', async () => {
    await cut(bytes);
    await using(await createServer({ path }), async (client) => {
      const things = client.db('torn').collection('things');
      expect(await things.countDocuments({ n: { $gte: 0 } })).toBe((await things.find().toArray()).length);
    });
  });

  /** All documents are there, through the index and without it. */
  const isWhole = (client: MongoClient) =>
    Promise.all(
      [{ n: 1 as const }, { $natural: 1 as const }].map(async (hint) => {
        const found = await client.db('torn').collection('things').find().hint(hint).toArray();
        expect(found.length).toBe(documents);
      }),
    );

  test.each([0.9, 0.5, 0.1, 0.01])('to %p of its size is refused in one sentence, or whole', async (part) => {
    await cut(Math.floor(bytes * part));
    const torn = `The data file ${join(path, 'data.mdb')} is torn: it ends before the data it names. Restore it from a backup.`;
    const server = await createServer({ path }).catch((error: unknown) => {
      expect(error instanceof Error && error.message).toBe(torn);
    });
    // Room at the end that held nothing may be missing.
    if (server) await using(server, isWhole);
  });

  test.each([1, 100, 4096, 8191, 8192])('to its first %p bytes is refused', async (size) => {
    await cut(size);
    expect(await refusal()).toContain('is torn');
  });

  it('of something else is refused', async () => {
    await mkdir(path);
    await writeFile(join(path, 'data.mdb'), 'x'.repeat(10_000));
    expect(await refusal()).toContain('is torn');
    expect(await readdir(path)).toContain('data.mdb');
  });
});

/** A file system of eight megabytes; undefined where this machine does not give one. */
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

/** Whether the disk refused; throws for any other failure. */
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
  // What was acknowledged is there, what was refused is not, by the documents and by the index.
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
  // LMDB prints what the disk refused by itself, sometimes only when the test that wrote has ended.
  beforeAll(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  it('refuses writes by name, leaves all readable, and takes writes again when there is room', async () => {
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
