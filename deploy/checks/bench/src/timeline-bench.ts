import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, ObjectId } from 'mongodb';
import { timelineKinds, type TimelineEntry } from '@crm/contracts/entities/timeline.js';
import { createAgent } from '@crm/contracts/http/agents.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { restCreateLead } from '@crm/contracts/http/leads.js';
import { leadTimeline } from '@crm/contracts/http/timeline.js';
import { keysIn } from '@crm/local/keys.js';
import { startStore } from '@crm/local/store-process.js';
import { startSystem } from '@crm/local/system.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { countStoreCommands, type CountedStore } from './idle/store-commands.js';
import { percentile } from './percentile.js';
import { pidOfStore, processorSeconds } from './processor-time.js';
import { entriesOfKind, historyLength, insertHistory } from './timeline-history.js';

const password = 'measured copper lantern';
const [phone, email] = ['+12145550117', 'r.okafor@example.com'];
const measured = { rounds: 200, warmUp: 30 };
const maxMs = 150;

type Query = { before?: string; kinds?: string; limit?: number };

/** All entries, read page by page. */
async function readAll(read: (query: Query) => Promise<{ entries: TimelineEntry[]; next: string | null }>) {
  const entries: TimelineEntry[] = [];
  for (let before: string | undefined, isFirst = true; isFirst || before !== undefined; isFirst = false) {
    const page = await read(before === undefined ? {} : { before });
    entries.push(...page.entries);
    before = page.next ?? undefined;
  }
  return entries;
}

/** The admin, an agent and a lead of that agent with such a history. */
async function prepare(url: string, mongo: MongoClient): Promise<{ client: HttpClient; leadId: string }> {
  const signedIn = await httpClient(url).call(signIn, { body: { email: demoAdminEmail, password } });
  const client = httpClient(url, signedIn.answer.token);
  const agent = await client.call(createAgent, {
    body: { role_id: 2, fname: 'Ada', lname: 'Agent', email: 'ada@example.com', password, states: ['TX'] },
  });
  const created = await client.call(restCreateLead, {
    body: {
      type: 'life',
      fullname: 'Raymond Okafor',
      ...{ email, phone, state: 'TX', birth_date: '1957-06-02', gender: 'm' },
      term: 'fex',
      rate_class: 'lb',
      coverage_amount: 15_000,
      disability: 'Cremation',
    },
  });
  const { id: leadId } = created.answer.lead;
  const user_id = new ObjectId(agent.answer.user.id);
  await insertHistory(mongo, { lead_id: new ObjectId(leadId), user_id, phone, email });
  return { client, leadId };
}

/** How long each of some reads took after warm-up, interleaved, in milliseconds. */
async function timesOf(
  cases: ReadonlyMap<string, () => Promise<unknown>>,
): Promise<ReadonlyMap<string, number[]>> {
  const times = new Map([...cases.keys()].map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < measured.rounds + measured.warmUp; round += 1) {
    for (const [name, read] of cases) {
      const started = performance.now();
      await read();
      if (round >= measured.warmUp) times.get(name)?.push(performance.now() - started);
    }
  }
  return times;
}

interface Cost {
  /** Milliseconds of this process, which is all services and whoever asks, and of the store. */
  processorMs: number;
  /** Store commands by name and collection. */
  commands: Map<string, number>;
}

/** What one read costs, however busy the machine is. */
async function costOf(
  { counted, pid }: { counted: CountedStore; pid: number },
  read: () => Promise<unknown>,
): Promise<Cost> {
  const reads = 50;
  counted.take();
  const [own, stores] = [process.cpuUsage(), processorSeconds(pid)];
  for (let done = 0; done < reads; done += 1) await read();
  const { user, system } = process.cpuUsage(own);
  const spent = (user + system) / 1_000 + (processorSeconds(pid) - stores) * 1_000;
  // What the idle system asks for meanwhile is less than one a read.
  const each = [...counted.take()].map(([name, count]): [string, number] => [
    name,
    Math.round(count / reads),
  ]);
  return { processorMs: spent / reads, commands: new Map(each.filter(([, count]) => count > 0)) };
}

/** The timeline of a lead with 500 entries over all kinds, through the gateway and the services that have parts of it. */
export async function benchTimeline({ log }: { log: (line: string) => void }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'timeline-bench-'));
  const store = await startStore(join(folder, 'store'));
  const counted = await countStoreCommands(store.uri);
  const system = await startSystem({
    readingPerHour: 1_000_000,
    host: '127.0.0.1',
    port: 0,
    storeUri: counted.uri,
    keys: keysIn(folder),
    logLevel: 'silent',
    mail: { dropFolder: join(folder, 'mail') },
    firstAdmin: { email: demoAdminEmail, password },
    // One admin reads here as often as an office does.
    callsPerMinute: 100_000,
  });
  const mongo = await new MongoClient(store.uri).connect();
  try {
    const { client, leadId } = await prepare(system.url, mongo);
    const read = async (query: Query) => {
      const { status, answer } = await client.call(leadTimeline, { params: { id: leadId }, query });
      assert.deepEqual([status, answer.missing], [200, []]);
      return answer;
    };
    const entries = await readAll(read);
    const found = timelineKinds.map((kind) => [kind, entries.filter((each) => each.kind === kind).length]);
    assert.deepEqual(Object.fromEntries(found), entriesOfKind);
    assert.equal(entries.length, historyLength);

    const pid = await pidOfStore(store.uri);
    const first = await read({});
    const cases = new Map<string, () => Promise<unknown>>([
      ['the first page', () => read({})],
      ['the page behind it', () => read({ before: first.next ?? '' })],
      ['a page of 100', () => read({ limit: 100 })],
      ['only calls', () => read({ kinds: 'call,voicemail' })],
      ['only texts', () => read({ kinds: 'text' })],
      ['only e-mails', () => read({ kinds: 'email' })],
      ['only notes', () => read({ kinds: 'note' })],
      ['only changes', () => read({ kinds: 'status,assignment,created' })],
    ]);
    const times = await timesOf(cases);
    log(`timeline of ${String(historyLength)} entries, through the gateway:`);
    for (const [name, ask] of cases) {
      const took = times.get(name) ?? [];
      const { commands, processorMs } = await costOf({ counted, pid }, ask);
      const sum = [...commands.values()].reduce((all, count) => all + count, 0);
      log(
        `${name.padEnd(20)} p50 ${percentile(took, 0.5).toFixed(1).padStart(6)} ms, p99 ${percentile(took, 0.99).toFixed(1).padStart(6)} ms (at most ${String(maxMs)}), processor ${processorMs.toFixed(1)} ms, ${String(sum)} store commands`,
      );
      if (name === 'the first page')
        for (const [command, count] of commands) log(`    ${String(count)} ${command}`);
    }
  } finally {
    await mongo.close();
    await system.stop();
    counted.close();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
