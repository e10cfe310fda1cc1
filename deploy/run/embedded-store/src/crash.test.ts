import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MongoClient, type Collection } from 'mongodb';
import { addressWithPassword } from './authentication/password-file.js';
import { compiledStore } from './test/compiled.js';

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 4);
const writers = 8;
const tags = ['red', 'green', 'blue'];

interface Entry {
  _id: number;
  twin: number;
  tag: string;
  list: number[];
  calls: number;
}

let store: { main: string; remove(): Promise<void> };
let path: string;
let child: ChildProcess | undefined;

async function start(): Promise<MongoClient> {
  return connected(
    spawn(process.execPath, [store.main, '--path', path, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
    path,
  );
}

async function connected(started: ChildProcess, folder: string): Promise<MongoClient> {
  child = started;
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await once(lines, 'line')) as [string];
  const { uri } = JSON.parse(line) as { uri: string };
  return new MongoClient(addressWithPassword(uri, folder), { serverSelectionTimeoutMS: 2000 }).connect();
}

async function kill(): Promise<void> {
  const gone = once(child as ChildProcess, 'exit');
  child?.kill('SIGKILL');
  await gone;
}

beforeAll(async () => {
  store = await compiledStore();
  path = await mkdtemp(join(tmpdir(), 'store-crash-'));
});

afterAll(async () => {
  if (child?.exitCode === null && child.signalCode === null) await kill();
  await store.remove();
  await rm(path, { recursive: true, force: true });
});

/** Inserts and updates until the store is killed; records the acknowledged writes in `acknowledged`. */
async function write(
  entries: Collection<Entry>,
  first: number,
  acknowledged: Map<number, number>,
): Promise<void> {
  try {
    for (let id = first; ; id += writers) {
      await entries.insertOne({ _id: id, twin: id, tag: tags[id % 3] ?? '', list: [id, -id], calls: 0 });
      acknowledged.set(id, 0);
      for (let calls = 1; calls <= 2; calls++) {
        await entries.updateOne(
          { _id: id },
          { $inc: { calls: 1 }, $set: { tag: tags[(id + calls) % 3] ?? '' } },
        );
        acknowledged.set(id, calls);
      }
    }
  } catch {
    // The store was killed; writes in flight may or may not be durable.
  }
}

async function checkIndexes(entries: Collection<Entry>): Promise<void> {
  const all = await entries.find().hint({ $natural: 1 }).toArray();
  expect(await entries.countDocuments()).toBe(all.length);
  for (const hint of ['_id_', 'twin_1', 'tag_1_calls_-1', 'list_1']) {
    const through = await entries.find().hint(hint).toArray();
    expect(through.map(({ _id }) => _id).sort((a, b) => a - b)).toEqual(
      all.map(({ _id }) => _id).sort((a, b) => a - b),
    );
  }
  for (const tag of tags) {
    expect(await entries.countDocuments({ tag })).toBe(all.filter((one) => one.tag === tag).length);
  }
  for (const { _id } of all.slice(-50))
    expect(await entries.findOne({ list: -_id })).toMatchObject({ twin: _id });
}

it('keeps every acknowledged write and every index through kill -9 under concurrent writes', async () => {
  const acknowledged = new Map<number, number>();
  for (let round = 0; round < rounds; round++) {
    const client = await start();
    const entries = client.db('crash').collection<Entry>('entries');
    await entries.createIndexes([
      { key: { twin: 1 }, unique: true },
      { key: { tag: 1, calls: -1 } },
      { key: { list: 1 } },
    ]);
    const [last] = await entries.find().sort({ _id: -1 }).limit(1).toArray();
    const first = (last?._id ?? 0) + writers;
    const before = acknowledged.size;
    const writing = Array.from({ length: writers }, (_, i) => write(entries, first + i, acknowledged));
    while (acknowledged.size < before + 150 + round * 37)
      await new Promise((resolve) => setImmediate(resolve));
    await kill();
    await Promise.all(writing);
    await client.close();

    const again = await start();
    const kept = again.db('crash').collection<Entry>('entries');
    const calls = new Map((await kept.find().toArray()).map((entry) => [entry._id, entry.calls]));
    for (const [id, least] of acknowledged) expect([id, (calls.get(id) ?? -1) >= least]).toEqual([id, true]);
    await checkIndexes(kept);
    await again.close();
    await kill();
  }
});

it('rejects a second process on a locked directory, and releases the lock when the first one is killed', async () => {
  const client = await start();
  await client.close();
  const first = child as ChildProcess;
  const second = spawn(process.execPath, [store.main, '--path', path, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  second.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(second, 'exit')) as [number];
  expect(code).toBe(1);
  expect(complaint).toBe(`The directory ${path} is in use by another process.\n`);
  child = first;
  await kill();
  await (await start()).close();
  await kill();
});

it('stops with an I/O error that is not a full disk, and keeps all acknowledged writes', async () => {
  const small = await mkdtemp(join(tmpdir(), 'store-broken-'));
  const command = [process.execPath, store.main, '--path', small, '--port', '0'];
  // The file size limit of four megabytes causes a short write, as a failing disk would.
  const limited = spawn('sh', ['-c', 'ulimit -f 8192; exec "$@"', 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(limited, 'exit');
  let complaint = '';
  limited.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const client = await connected(limited, small);
  const things = client.db('broken').collection<{ _id: number; text: string }>('things');
  let written = 0;
  const refusal = await (async () => {
    for (;;) {
      try {
        await things.insertOne({ _id: written, text: 'x'.repeat(20_000) });
        written++;
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
    }
  })();
  expect(refusal).toMatch(/its disk failed \((Input\/output error|File too large)\)/);
  expect(await ended).toEqual([1, null]);
  expect(complaint).toContain(
    `The store in ${small} stops: its disk failed (${/failed \((.*)\)/.exec(refusal)?.[1] ?? ''}). It opens again with all that it acknowledged.\n`,
  );
  await client.close();
  expect(written).toBeGreaterThan(50);

  const [file = '', ...rest] = command;
  const again = await connected(spawn(file, rest, { stdio: ['ignore', 'pipe', 'inherit'] }), small);
  const kept = again.db('broken').collection('things');
  expect(await kept.countDocuments()).toBe(written);
  expect((await kept.find().toArray()).length).toBe(written);
  await again.close();
  await kill();
  await rm(small, { recursive: true });
});
