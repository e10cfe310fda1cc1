import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, openAsBlob, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { signIn } from '@crm/contracts/http/auth.js';
import { filterLeads, getImport, uploadBulkCsv } from '@crm/contracts/http/leads.js';
import { keysIn } from '@crm/local/keys.js';
import { startStore } from '@crm/local/store-process.js';
import { startSystem } from '@crm/local/system.js';
import { httpClient } from '@crm/platform/testing/http-client.js';

const password = 'measured-1';
const email = 'admin@example.com';
const serverArgument = 'bench-import-server';
const sampleMs = 20;

const listening = z.object({ url: z.string() });
const memory = z.object({ now: z.number(), peak: z.number() });

/** Every service in a process of its own, as `npm start` has them; says how much memory it takes when it is asked. */
async function serve(storeUri: string, folder: string): Promise<void> {
  const system = await startSystem({
    host: '127.0.0.1',
    port: 0,
    storeUri,
    keys: keysIn(folder),
    logLevel: 'silent',
    firstAdmin: { email, password },
  });
  let peak = 0;
  setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), sampleMs);
  process.on('message', () => {
    const now = process.memoryUsage.rss();
    process.send?.({ now, peak: Math.max(peak, now) });
    peak = now;
  });
  process.once('disconnect', () => {
    void system.stop().finally(() => process.exit(0));
  });
  process.send?.({ url: system.url });
}

async function startServices(storeUri: string, folder: string) {
  const child = fork(fileURLToPath(import.meta.url), [serverArgument, storeUri, folder], { execArgv: [] });
  const first: unknown = (await once(child, 'message')).at(0);
  return {
    url: listening.parse(first).url,
    /** What it takes now, and the most since the last question. */
    memory: async () => {
      const answer = once(child, 'message');
      child.send('memory');
      return memory.parse((await answer).at(0));
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
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

async function writeFile(path: string, rows: number): Promise<void> {
  const out = createWriteStream(path);
  out.write(`${headings.join(',')}\n`);
  for (let row = 0; row < rows; row += 1) {
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

/** What an import cannot be faster than: csv-parse and the driver's insertMany of as many fields, on the same store. */
async function anchor(file: string, uri: string): Promise<number> {
  const client = await new MongoClient(uri).connect();
  const collection = client.db('anchor').collection('rows');
  await collection.createIndexes(
    ['phone', 'email', 'state', 'status'].map((field) => ({ key: { [field]: 1 } })),
  );
  const started = performance.now();
  let batch: Record<string, unknown>[] = [];
  let count = 0;
  for await (const row of createReadStream(file).pipe(parse({ columns: true })) as AsyncIterable<
    Record<string, string>
  >) {
    batch.push({ ...row, phone: row['Phone'], email: row['Email'], state: row['State'], status: 'newLead' });
    if (batch.length < 500) continue;
    await collection.insertMany(batch, { ordered: false });
    count += batch.length;
    batch = [];
  }
  if (batch.length > 0) await collection.insertMany(batch, { ordered: false });
  const seconds = (performance.now() - started) / 1000;
  await client.db('anchor').dropDatabase();
  await client.close();
  return (count + batch.length) / seconds;
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

/** Waits until no lead's event waits; answers how long that was since the start. */
async function allRelayed(uri: string, started: number): Promise<number> {
  const client = await new MongoClient(uri).connect();
  const leads = client.db('crm_leads').collection('leads');
  while ((await leads.findOne({ outboxAt: { $gt: new Date(0) } }, { projection: { _id: 1 } })) !== null) {
    await pause(100);
  }
  await client.close();
  return performance.now() - started;
}

/** Rows a second through the browser's own way, beside the anchor; and what a lead page costs meanwhile. */
export async function benchImport(options: { rows: number; log: (line: string) => void }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'import-bench-'));
  const file = join(folder, 'leads.csv');
  await writeFile(file, options.rows);
  const store = await startStore(join(folder, 'store'));
  const before = await anchor(file, store.uri);
  const system = await startServices(store.uri, folder);
  const { token } = (await httpClient(system.url).call(signIn, { body: { email, password } })).answer;
  const client = httpClient(system.url, token);
  const page = async () => {
    const started = performance.now();
    const { answer } = await client.call(filterLeads, { body: { params: { type: 2 }, limit: 10, page: 1 } });
    if (answer.leads.length > 10) throw new Error('A page of ten has more');
    return performance.now() - started;
  };
  const idle: number[] = [];
  for (let count = 0; count < 200; count += 1) idle.push(await page());

  const { now: idleMemory } = await system.memory();
  const form = new FormData();
  form.set('lt', 'life');
  form.set('file', await openAsBlob(file), 'leads.csv');
  const started = performance.now();
  const response = await fetch(`${system.url}${uploadBulkCsv.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { id } = uploadBulkCsv.answer.parse(await response.json()).import;
  const busy: number[] = [];
  for (;;) {
    busy.push(await page());
    const { answer } = await client.call(getImport, { params: { id } });
    if (answer.state !== 'running') {
      if (answer.saved !== options.rows)
        throw new Error(
          `Of ${String(options.rows)} rows ${String(answer.saved)} were saved: ${answer.message}`,
        );
      break;
    }
  }
  const rate = options.rows / ((performance.now() - started) / 1000);
  const { peak } = await system.memory();
  const relayed = options.rows / ((await allRelayed(store.uri, started)) / 1000);
  await system.stop();
  // On both sides of the import: whatever else the machine does meets both.
  const after = await anchor(file, store.uri);
  const anchored = (before + after) / 2;
  options.log(`rows ${String(options.rows)}, file ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  options.log(`csv-parse and insertMany   ${before.toFixed(0)} rows/s before, ${after.toFixed(0)} after`);
  options.log(
    `import, upload included    ${rate.toFixed(0)} rows/s   ratio ${(rate / anchored).toFixed(2)} (at least 0.5)`,
  );
  options.log(
    `lead page p99              ${percentile(idle, 0.99).toFixed(1)} ms idle, ${percentile(busy, 0.99).toFixed(1)} ms meanwhile   ratio ${(percentile(busy, 0.99) / percentile(idle, 0.99)).toFixed(1)} (at most 3)`,
  );
  options.log(`until every event is out    ${relayed.toFixed(0)} rows/s`);
  options.log(
    `memory of all services     ${megabytes(idleMemory)} MB idle, ${megabytes(peak)} MB at the most   the import's ${megabytes(peak - idleMemory)} MB (under 200)`,
  );
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
}

// The same file is the services' process: it says where it listens and ends with whoever started it.
if (process.argv[2] === serverArgument) await serve(process.argv[3] ?? '', process.argv[4] ?? '');
