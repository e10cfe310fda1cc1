import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Types } from 'mongoose';
import { createJobScheduler, type JobScheduler } from '@crm/platform/jobs/job-scheduler.js';
import { silentLogger } from '@crm/platform/log/logger.js';
import { connectMongo, type Store } from '@crm/platform/mongo/connect.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { newKey } from '@crm/platform/encryption/aes-gcm.js';
import { createDataKeys } from '@crm/platform/encryption/data-keys.js';
import { localKms } from '@crm/platform/encryption/kms.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { uniqueActor, uniquePhone } from '@crm/platform/testing/unique.js';
import { evenDeleted } from '@crm/platform/outbox/outbox-fields.js';
import { consentModel } from '../consent/consent.model.js';
import { leadModel, type LeadDoc } from '../lead/lead.model.js';
import type { ImportDoc } from './import.model.js';
import { startImportWorker, type ImportWorker } from './import-worker.js';
import { createImportsContext, type ImportsContext } from './imports-context.js';
import { createLeadsClient, type LeadsClient } from './leads-client.js';
import { leaseMs } from './run-import.js';

const rowCount = 2_000;
const batchSize = 500;

let server: TestStore;
let store: Store;
let ctx: ImportsContext;
let clock: ManualClock;
let workers: ImportWorker[] = [];
let schedulers: JobScheduler[] = [];
let steps: number[] = [];

beforeAll(async () => {
  server = await startTestStore();
});
beforeEach(async () => {
  steps = [];
  clock = new ManualClock();
  store = await connectMongo({ uri: server.uri, database: randomUUID(), log: silentLogger });
  const leads = leadModel(store.connection);
  const consents = consentModel(store.connection);
  const leadCollection = store.connection.collection<LeadDoc>('leads');
  const dataKeys = createDataKeys(store.connection, localKms(new Map([['m1', newKey()]])));
  ctx = createImportsContext(store.connection, {
    leads: createLeadsClient({
      ...{ leadCollection, dataKeys, clock, consents },
      giveWay: async (tookMs) => {
        steps.push(tookMs);
        return false;
      },
      config: { agencyName: 'Juniper Insurance', certificateUrl: undefined },
      certificateWork: { wake: () => undefined },
    }),
    dataKeys,
    clock,
    log: silentLogger,
    maxBytes: 10_000_000,
    countRows: () => undefined,
  });
  await store.buildIndexes([leads, consents, ctx.imports, ctx.refusedRows]);
});
afterEach(async () => {
  await Promise.all([...workers, ...schedulers].map((each) => each.stop()));
  workers = [];
  schedulers = [];
  await store.close();
});
afterAll(() => server.stop());

/** Every tenth row has no number. */
const manyRows = () =>
  Array.from({ length: rowCount }, (_, index) =>
    index % 10 === 9 ? `Wrong ${String(index)},` : `Person ${String(index)},${uniquePhone()}`,
  );
const blankRow = {
  consent: undefined,
  second_phone: null,
  email: null,
  address: null,
  zipcode: null,
  state: null,
  birth_date: null,
  gender: null,
  height: null,
  weight: null,
  city: null,
  county: null,
  tobacco: null,
  income: null,
  mortgage_remaining: null,
} as const;

/** A file that waits to be worked through. */
async function givenImport(rows = manyRows()): Promise<Types.ObjectId> {
  const _id = new Types.ObjectId();
  const csv = ['Name,Phone', ...rows].join('\n');
  await pipeline(Readable.from([Buffer.from(csv)]), ctx.files.openUploadStreamWithId(_id, 'leads.csv'));
  await ctx.imports.create({
    _id,
    file: 'leads.csv',
    type_id: 2,
    state: 'running',
    read: 0,
    saved: 0,
    refused: 0,
    duplicates: 0,
    message: '',
    starter: uniqueActor(1),
    createdAt: clock.now(),
    finishedAt: null,
    bytes: csv.length,
    sha256: '',
    file_id: _id,
    given_delimiter: '',
    layout: null,
    next: { offset: 0, line: 1 },
    lease: null,
    version: 1,
  } satisfies ImportDoc);
  return _id;
}

function startWorker(leads: LeadsClient = ctx.leads): ImportWorker {
  const scheduler = createJobScheduler({ connection: store.connection, clock, log: silentLogger });
  const worker = startImportWorker({ ...ctx, leads }, scheduler);
  schedulers.push(scheduler);
  workers.push(worker);
  return worker;
}

/** A door behind which a process dies in its third batch, when half of it is in. */
function dyingClient(): { client: LeadsClient; died: Promise<void> } {
  let batches = 0;
  let publishDied: () => void = () => undefined;
  const died = new Promise<void>((resolve) => (publishDied = resolve));
  const insertRows: LeadsClient['insertRows'] = async (rows, of) => {
    batches += 1;
    if (batches < 3) return ctx.leads.insertRows(rows, of);
    await ctx.leads.insertRows(rows.slice(0, rows.length / 2), of);
    publishDied();
    throw new Error('killed');
  };
  return { client: { ...ctx.leads, insertRows }, died };
}

const leadCount = () => store.connection.collection('leads').countDocuments(evenDeleted({}));
const importOf = (_id: Types.ObjectId) => ctx.imports.findOne({ _id }).lean<ImportDoc>();
const whole = { state: 'done', read: rowCount, saved: 1_800, refused: 200, duplicates: 0 };

test('an import gives way to people behind every twenty leads', async () => {
  await givenImport();
  await startWorker().idle();
  // Of each batch of 500 rows 450 are valid.
  expect(steps).toHaveLength((rowCount / batchSize) * Math.ceil(450 / 20));
  expect(Math.min(...steps)).toBeGreaterThan(0);
});

test('an import whose process died goes on where it was committed, and no row becomes two leads', async () => {
  const id = await givenImport();
  const { client, died } = dyingClient();
  const dead = startWorker(client);
  await died;
  await dead.stop();
  expect(await importOf(id)).toMatchObject({ state: 'running', read: 2 * batchSize, saved: 900 });
  expect(await leadCount()).toBeGreaterThan(900);

  const early = startWorker();
  await early.idle();
  expect(await importOf(id)).toMatchObject({ state: 'running', read: 2 * batchSize });

  clock.advance(leaseMs + 1);
  early.wake();
  await early.idle();
  expect(await importOf(id)).toMatchObject(whole);
  expect(await leadCount()).toBe(1_800);
  expect(await ctx.refusedRows.countDocuments({ import_id: id })).toBe(200);
  expect(await store.connection.collection('uploads.chunks').countDocuments({})).toBe(0);
});

test('a worker that stops leaves the rest to the next one', async () => {
  const id = await givenImport();
  let publishBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (publishBegun = resolve));
  const first = startWorker({
    ...ctx.leads,
    insertRows: async (rows, of) => {
      const duplicates = await ctx.leads.insertRows(rows, of);
      publishBegun();
      return duplicates;
    },
  });
  await begun;
  await first.stop();
  expect((await importOf(id))?.state).toBe('running');

  clock.advance(leaseMs + 1);
  await startWorker().idle();
  expect(await importOf(id)).toMatchObject(whole);
  expect(await leadCount()).toBe(1_800);
});

test('two workers at once work one import once', async () => {
  const id = await givenImport();
  const both = [startWorker(), startWorker()];
  for (const worker of both) await worker.idle();
  expect(await importOf(id)).toMatchObject(whole);
  expect(await leadCount()).toBe(1_800);
});

/** A door that tells whose batch goes through it, and does something before some of them. */
function watchedClient(before: (batch: number, of: string) => Promise<void> | void = () => undefined) {
  const order: string[] = [];
  const insertRows: LeadsClient['insertRows'] = async (rows, of) => {
    await before(order.push(of.id), of.id);
    return ctx.leads.insertRows(rows, of);
  };
  return { client: { ...ctx.leads, insertRows }, order };
}

test('a file of one row waits for one batch of a long file, not for the long file', async () => {
  const long = String(await givenImport());
  let short = '';
  const { client, order } = watchedClient(async (batch) => {
    if (batch !== 2) return;
    short = String(await givenImport([`Ann,${uniquePhone()}`]));
    worker.wake();
  });
  const worker = startWorker(client);
  await worker.idle();
  expect(order).toEqual([long, long, short, long, long]);
  expect(await importOf(new Types.ObjectId(short))).toMatchObject({ state: 'done', saved: 1 });
  expect(await importOf(new Types.ObjectId(long))).toMatchObject(whole);
});

test('files take turns batch by batch, and a person who is in both becomes one lead', async () => {
  const rows = manyRows();
  const ids = [await givenImport(rows), await givenImport([...rows].reverse())];
  const { client, order } = watchedClient();
  await startWorker(client).idle();
  const [one, two] = ids.map(String);
  expect(order.slice(0, 4)).toEqual([one, two, one, two]);
  const done = await Promise.all(ids.map(importOf));
  expect(done).toMatchObject([
    { state: 'done', read: rowCount },
    { state: 'done', read: rowCount },
  ]);
  expect(done.reduce((sum, each) => sum + (each?.saved ?? 0), 0)).toBe(1_800);
  expect(done.reduce((sum, each) => sum + (each?.duplicates ?? 0), 0)).toBe(1_800);
  expect(await leadCount()).toBe(1_800);
});

test('two workers share the files, and each row becomes one lead', async () => {
  const rows = manyRows();
  const ids = [await givenImport(rows), await givenImport(rows), await givenImport()];
  const both = [startWorker(), startWorker()];
  for (const worker of both) await worker.idle();
  const done = await Promise.all(ids.map(importOf));
  expect(done.map((each) => each?.state)).toEqual(['done', 'done', 'done']);
  expect(done.reduce((sum, each) => sum + (each?.saved ?? 0), 0)).toBe(3_600);
  expect(await leadCount()).toBe(3_600);
});

const closed = () => Object.assign(new Error('The client was replaced'), { name: 'MongoClientClosedError' });

test('an import that the store left in the lurch goes on behind its last batch, after a longer wait each time', async () => {
  const id = await givenImport();
  let failures = 0;
  const { client } = watchedClient((batch) => {
    if (batch < 2 || failures === 7) return;
    failures += 1;
    throw closed();
  });
  const worker = startWorker(client);
  await worker.idle();
  for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]) {
    const tried = failures;
    expect(await importOf(id)).toMatchObject({ state: 'running', read: batchSize, message: '' });
    clock.advance(waitMs - 1);
    worker.wake();
    await worker.idle();
    expect(failures).toBe(tried);
    clock.advance(1);
    worker.wake();
    await worker.idle();
  }
  expect(await importOf(id)).toMatchObject(whole);
  expect(await leadCount()).toBe(1_800);
});

test('an import that waiting does not mend ends with a sentence, and keeps no other one back', async () => {
  const id = await givenImport();
  const { client } = watchedClient((_batch, of) => {
    if (of === String(id)) throw new Error('broken');
  });
  const worker = startWorker(client);
  await worker.idle();
  const other = await givenImport([`Ann,${uniquePhone()}`]);
  for (const waitMs of [1_000, 2_000, 4_000, 8_000]) {
    clock.advance(waitMs);
    worker.wake();
    await worker.idle();
  }
  expect(await importOf(other)).toMatchObject({ state: 'done', saved: 1 });
  expect(await importOf(id)).toMatchObject({
    state: 'failed',
    message: 'The import was interrupted and could not resume. Rows processed so far are saved',
  });
});

test('a person who becomes a lead between the look and the insert is a duplicate, and counted as one', async () => {
  const phone = uniquePhone();
  const [id, other] = [await givenImport([`Ann,${phone}`, `Bob,${uniquePhone()}`]), new Types.ObjectId()];
  const rows = [{ line: 2, row: { ...blankRow, fullname: 'Ann', phone } }];
  await startWorker({
    ...ctx.leads,
    findDuplicates: async (...asked) => {
      const found = await ctx.leads.findDuplicates(...asked);
      await ctx.leads.insertRows(rows, {
        id: other.toHexString(),
        typeId: 2,
        file: 'leads.csv',
        starter: uniqueActor(1),
        consent: null,
      });
      return found;
    },
  }).idle();
  expect(await importOf(id)).toMatchObject({ state: 'done', read: 2, saved: 1, duplicates: 1 });
  expect(await ctx.refusedRows.find({ import_id: id }).lean()).toMatchObject([
    { line: 2, reason: 'Duplicate: a lead with this phone exists' },
  ]);
});

test('the events of a short file go out before those far behind in a long one that is imported meanwhile', async () => {
  const rowOf = (line: number) => ({
    line,
    row: { ...blankRow, fullname: `Line ${String(line)}`, phone: uniquePhone() },
  });
  const insert = (lines: readonly number[]) =>
    ctx.leads.insertRows(lines.map(rowOf), {
      id: new Types.ObjectId().toHexString(),
      typeId: 2,
      file: 'leads.csv',
      starter: uniqueActor(1),
      consent: null,
    });
  await insert([2, 10_000]);
  clock.advance(1_000);
  await insert([2]);
  const inTurn = await store.connection
    .collection<LeadDoc>('leads')
    .find(evenDeleted({}))
    .sort({ outboxAt: 1 })
    .toArray();
  expect(inTurn.map(({ fullname }) => fullname)).toEqual(['Line 2', 'Line 2', 'Line 10000']);
});
