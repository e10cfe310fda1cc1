import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, openAsBlob, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { MongoClient, type IndexDescription } from 'mongodb';
import { z } from 'zod';
import { signIn } from '@crm/contracts/http/auth.js';
import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { getImport, uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { startStore } from '@crm/local/store-process.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { startInOneProcess } from './one-process.js';
import { percentile } from './percentile.js';

const password = 'measured copper lantern';
const email = 'admin@example.com';

const headings = [
  'Full Name',
  'Phone',
  'Email',
  'State',
  'ZIP',
  'Date of Birth',
  'Address',
  'City',
  'County',
  'Gender',
  'Height',
  'Weight',
  'Tobacco',
  ...Array.from({ length: 12 }, (_, index) => `Column ${String(index)}`),
];

/** A file of rows, each with its own name, phone and e-mail; those before `first` are in another file. */
async function writeFile(path: string, rows: number, first: number): Promise<void> {
  const out = createWriteStream(path);
  out.write(`${headings.join(',')}\n`);
  for (let row = first; row < first + rows; row += 1) {
    const number = String(2_000_000_000 + row * 7).replace(/^(\d{3})([01])/, '$12');
    const cells = [
      `Person Number ${String(row)}`,
      number,
      `person.${String(row)}@example.com`,
      'TX',
      '75201',
      '06/02/1957',
      `${String(row)} Main St`,
      'Dallas',
      'Dallas',
      'm',
      '70',
      '184',
      'no',
      ...Array.from({ length: 12 }, (_, index) => `value ${String(index)}`),
    ];
    if (!out.write(`${cells.join(',')}\n`)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}

type Row = Record<string, string>;

/** A collection for the baseline's inserts: its indexes, and the document of a row. */
interface Baseline {
  indexes: IndexDescription[];
  documentOf: (row: Row, number: number) => Record<string, unknown>;
}

const fourIndexes: Baseline = {
  indexes: ['phone', 'email', 'state', 'status'].map((field) => ({ key: { [field]: 1 } })),
  documentOf: (row) => ({
    ...row,
    phone: row['Phone'],
    email: row['Email'],
    state: row['State'],
    status: 'newLead',
  }),
};

/** The indexes of the lead collection, with the fields that they read of a raw lead. */
async function leadIndexes(uri: string): Promise<Baseline> {
  const client = await new MongoClient(uri).connect();
  const indexes = await client.db('crm_leads').collection('leads').indexes();
  await client.close();
  const now = new Date();
  return {
    indexes: indexes.filter(({ name }) => name !== '_id_').map(({ v: _version, ...index }) => index),
    documentOf: (row, number) => {
      const [name = '', phone = '', email = ''] = [row['Full Name'], row['Phone'], row['Email']];
      const list = {
        ...{ status: 0, source: 4, state: row['State'], agent: '', agent_name: '', name: name.toLowerCase() },
        ...{ email, phone, premium: -1, carrier: '', product: -1, birth_date: row['Date of Birth'] },
        words: [
          ...name.toLowerCase().split(' '),
          email,
          email.split('@')[0],
          phone,
          phone.slice(3),
          phone.slice(6),
        ],
      };
      const own = {
        type_id: 2,
        empty: 1,
        phone,
        second_phone: null,
        importKey: `baseline:${String(number)}`,
      };
      return { ...row, ...own, updatedAt: now, outboxAt: now, list };
    },
  };
}

/** The baseline of an import: csv-parse and the driver's insertMany with as many fields, on the same store. */
async function rowsPerSecond(file: string, uri: string, { indexes, documentOf }: Baseline): Promise<number> {
  const client = await new MongoClient(uri).connect();
  const collection = client.db('baseline').collection('rows');
  await collection.createIndexes(indexes);
  const started = performance.now();
  let batch: Record<string, unknown>[] = [];
  let count = 0;
  for await (const row of createReadStream(file).pipe(parse({ columns: true })) as AsyncIterable<Row>) {
    batch.push(documentOf(row, count));
    count += 1;
    if (batch.length < 500) continue;
    await collection.insertMany(batch, { ordered: false });
    batch = [];
  }
  if (batch.length > 0) await collection.insertMany(batch, { ordered: false });
  const seconds = (performance.now() - started) / 1000;
  await client.db('baseline').dropDatabase();
  await client.close();
  return count / seconds;
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

/** Waits until every lead event is published; returns the milliseconds since the start, an instant of the clock. */
async function allRelayed(uri: string, started: number): Promise<number> {
  const client = await new MongoClient(uri).connect();
  const leads = client.db('crm_leads').collection('leads');
  while ((await leads.findOne({ outboxAt: { $gt: new Date(0) } }, { projection: { _id: 1 } })) !== null) {
    await pause(100);
  }
  await client.close();
  return Date.now() - started;
}

/** Rows of the import during which pages are measured. */
const rowsBesidePages = 20_000;
/** Seldom: an import gives way to whoever asks, and says itself when it was finished. */
const lookEveryMs = 5_000;
/** One user may ask only so often. */
const pageEveryMs = 100;

/**
 * Rows per second of an upload as browsers make it, against the baselines, on an otherwise idle system; and, in a
 * separate import, lead-page latency under a request ten times a second.
 */
export async function benchImport(options: { rows: number; log: (line: string) => void }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'import-bench-'));
  const [file, second] = [join(folder, 'leads.csv'), join(folder, 'more-leads.csv')];
  const secondRows = Math.min(options.rows, rowsBesidePages);
  await writeFile(file, options.rows, 0);
  await writeFile(second, secondRows, options.rows);
  const store = await startStore(join(folder, 'store'));
  const system = await startInOneProcess({
    storeUri: store.uri,
    folder,
    firstAdmin: { email, password },
    logLevel: 'silent',
  });
  const baselines: [string, Baseline][] = [
    ['into four indexes', fourIndexes],
    ['into the indexes of the lead table', await leadIndexes(store.uri)],
  ];
  const measureBaselines = async () => {
    const rates: number[] = [];
    for (const [, baseline] of baselines) rates.push(await rowsPerSecond(file, store.uri, baseline));
    return rates;
  };
  const before = await measureBaselines();
  const { token } = (await httpClient(system.url).call(signIn, { body: { email, password } })).answer;
  const client = httpClient(system.url, token);
  const page = async () => {
    const started = performance.now();
    const { answer } = await client.call(filterLeads, { body: { params: { type: 2 }, limit: 10, page: 1 } });
    if (answer.leads.length > 10) throw new Error('A page of ten has more');
    return performance.now() - started;
  };
  /** Uploads a file and waits for its import; `meanwhile` runs repeatedly. */
  const importFile = async (path: string, rows: number, meanwhile: () => Promise<unknown>) => {
    const form = new FormData();
    form.set('lt', 'life');
    form.set('file', await openAsBlob(path), 'leads.csv');
    const started = Date.now();
    const response = await fetch(`${system.url}${uploadBulkCsv.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const { id } = uploadBulkCsv.answer.parse(await response.json()).import;
    for (;;) {
      await meanwhile();
      const { answer } = await client.call(getImport, { params: { id } });
      if (answer.state === 'running') continue;
      if (answer.saved !== rows)
        throw new Error(`Of ${String(rows)} rows ${String(answer.saved)} were saved: ${answer.message}`);
      const finishedAt = z.iso.datetime().parse(answer.finishedAt);
      return { rate: rows / ((Date.parse(finishedAt) - started) / 1000), started };
    }
  };

  const { now: idleMemory } = await system.memory();
  const { rate, started } = await importFile(file, options.rows, () => pause(lookEveryMs));
  const { peak } = await system.memory();
  const relayed = options.rows / ((await allRelayed(store.uri, started)) / 1000);
  const idle: number[] = [];
  for (let count = 0; count < 200; count += 1) idle.push(await page());
  const busy: number[] = [];
  await importFile(second, secondRows, async () => {
    busy.push(await page());
    await pause(pageEveryMs);
  });
  // Before and after the import, so that other load affects both.
  await allRelayed(store.uri, started);
  const after = await measureBaselines();
  await system.stop();

  options.log(`rows ${String(options.rows)}, file ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  options.log(`import, upload included    ${rate.toFixed(0)} rows/s`);
  baselines.forEach(([name], index) => {
    const [first = NaN, last = NaN] = [before[index], after[index]];
    options.log(
      `csv-parse and insertMany ${name}   ${first.toFixed(0)} rows/s before, ${last.toFixed(0)} after   ratio ${(rate / ((first + last) / 2)).toFixed(2)} (at least 0.5)`,
    );
  });
  options.log(`until all events published  ${relayed.toFixed(0)} rows/s`);
  options.log(
    `lead page p99              ${percentile(idle, 0.99).toFixed(1)} ms idle, ${percentile(busy, 0.99).toFixed(1)} ms during an import of ${String(secondRows)} rows   ratio ${(percentile(busy, 0.99) / percentile(idle, 0.99)).toFixed(1)} (at most 3)`,
  );
  // The store is a separate process: its mapped pages do not count.
  for (const [name, part, limit] of [
    ['memory of all services', 'rss', '   (the import under 200)'],
    ['heap and buffers of it', 'held', ''],
  ] as const) {
    const [idleNow, most] = [idleMemory[part], peak[part]];
    options.log(
      `${name}     ${megabytes(idleNow)} MB idle, ${megabytes(most)} MB at the most   the import's ${megabytes(most - idleNow)} MB${limit}`,
    );
  }
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
}
