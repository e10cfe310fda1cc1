import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Collection, type Document } from 'mongodb';
import { startStore } from '@crm/local/store-process.js';

const states = ['TX', 'CA', 'NY', 'FL', 'OH', 'GA', 'WA', 'NC', 'IL', 'PA'];
const statuses = ['newLead', 'noAnswer', 'callBack', 'sent', 'quoted', 'applied', 'declined', 'sold'];
const batchSize = 1000;
const warmUp = 1000;

/** 1.3 KB with the fields that a page of leads is filtered and sorted by. */
function leadLike(number: number): Document {
  return {
    name: `Person Number ${String(number)}`,
    phone: `+1${String(2_000_000_000 + number * 7)}`,
    email: `person.${String(number)}@example.com`,
    state: states[number % states.length],
    // One in two hundred of every state is rare; about 700 in 100,000 have the counted agent.
    status: Math.floor(number / 10) % 200 === 7 ? 'rare' : statuses[(number * 7) % statuses.length],
    agent: `agent-${String((number * 31) % 143)}`,
    createdAt: new Date(1_700_000_000_000 + ((number * 7919) % 1_000_003) * 1000),
    premium: (number % 400) / 4,
    notes: 'The customer asked to be called again after work. '.repeat(18),
  };
}

const indexes: Record<string, 1 | -1>[] = [
  { phone: 1 },
  { email: 1 },
  { state: 1, createdAt: -1 },
  { status: 1, createdAt: -1 },
  { agent: 1, createdAt: -1 },
];

async function median(work: () => Promise<unknown>, rounds = 30): Promise<number> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[rounds >> 1] ?? NaN;
}

async function fill(leads: Collection, documents: number): Promise<number> {
  const started = performance.now();
  for (let start = 0; start < documents; start += batchSize) {
    const size = Math.min(batchSize, documents - start);
    await leads.insertMany(
      Array.from({ length: size }, (_, i) => leadLike(start + i)),
      { ordered: false },
    );
  }
  return documents / ((performance.now() - started) / 1000);
}

/** Resident memory of the store's process in megabytes, if available. */
async function memoryOf(leads: MongoClient): Promise<number> {
  const { pid } = (await leads.db('admin').command({ serverStatus: 1 })) as { pid: number };
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
}

/**
 * The embedded store in its own process, against the figures of a thousand-line prototype with 100,000 documents,
 * and the targets.
 */
export async function benchStore(options: { documents: number; log: (line: string) => void }): Promise<void> {
  const { documents, log } = options;
  const folder = mkdtempSync(join(tmpdir(), 'store-bench-'));
  const say = (what: string, measured: number, unit: string, beside: string) => {
    log(
      `${what.padEnd(52)} ${measured.toFixed(measured < 100 ? 2 : 0).padStart(9)} ${unit.padEnd(6)} ${beside}`,
    );
  };
  try {
    let store = await startStore(folder);
    let client = await new MongoClient(store.uri).connect();
    let leads = client.db('bench').collection('leads');
    await leads.createIndexes(indexes.map((key) => ({ key })));
    say(
      `insertMany, ${String(documents)} documents, six indexes`,
      await fill(leads, documents),
      'a sec',
      'wanted over 15,000; experiment 7,700',
    );

    await client.close();
    await store.stop();
    const started = performance.now();
    store = await startStore(folder);
    client = await new MongoClient(store.uri).connect();
    leads = client.db('bench').collection('leads');
    await leads.findOne({});
    say(
      'start of the process until the first answer',
      performance.now() - started,
      'ms',
      'experiment 50 to open alone',
    );

    const some = await leads
      .find({}, { projection: { _id: 1 } })
      .limit(500)
      .toArray();
    let next = 0;
    const page = (filter: Document) => () => leads.find(filter).sort({ createdAt: -1 }).limit(10).toArray();
    const operations: [string, () => Promise<unknown>, string, number?][] = [
      ['ping: the driver and the socket alone', () => client.db('bench').command({ ping: 1 }), ''],
      ['findOne by _id', () => leads.findOne({ _id: some[next++ % some.length]?._id }), 'experiment 0.55'],
      ['page of ten, indexed filter and sort', page({ state: 'TX' }), 'experiment 0.8'],
      ['the same, $in of three', page({ state: { $in: ['TX', 'CA', 'NY'] } }), 'experiment 1.1'],
      [
        'page, residual filter matches 1 in 200',
        page({ state: 'WA', premium: { $exists: true }, status: 'rare' }),
        'wanted under 3; experiment 15',
      ],
      // Even states have even statuses: these two filters never match together.
      ['page, two filters that share no document', page({ state: 'WA', status: 'noAnswer' }), ''],
      [
        'count of some 700',
        () => leads.countDocuments({ agent: 'agent-31' }),
        'wanted under 1; experiment 18',
      ],
      [
        'count command of some 700',
        () => client.db('bench').command({ count: 'leads', query: { agent: 'agent-31' } }),
        'wanted under 1',
      ],
      [
        '$group over all',
        () =>
          leads
            .aggregate([{ $group: { _id: '$status', n: { $sum: 1 }, sum: { $sum: '$premium' } } }])
            .toArray(),
        documents > 100_000 ? '' : 'wanted under 400; experiment 2,100',
        5,
      ],
      [
        'scan of one field',
        () => leads.find({ premium: -1 }).toArray(),
        documents > 100_000 ? '' : 'experiment 340',
        5,
      ],
      [
        'updateOne by _id, one after another',
        () => leads.updateOne({ _id: some[next++ % some.length]?._id }, { $inc: { calls: 1 } }),
        'experiment 0.77 (1,300 a second)',
      ],
    ];
    for (const [what, work, beside, rounds] of operations)
      say(what, await median(work, rounds), 'ms', beside);

    // Thirty rounds are too few for the JIT; services query all day.
    for (const [what, work, beside, rounds] of operations) {
      if (rounds !== undefined || what.startsWith('page, two')) continue;
      await median(work, warmUp);
      say(`${what}, warm`, await median(work, 200), 'ms', beside);
    }

    const burst = 2000;
    const writing = await median(
      () =>
        Promise.all(
          Array.from({ length: burst }, (_, i) =>
            leads.updateOne({ _id: some[i % some.length]?._id }, { $inc: { calls: 1 } }),
          ),
        ),
      5,
    );
    say(
      '2,000 concurrent updates',
      burst / (writing / 1000),
      'a sec',
      'experiment 56,000 commits a second without the wire',
    );
    say('memory of the process without mapped pages', await memoryOf(client), 'MB', '');
    await client.close();
    await store.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
