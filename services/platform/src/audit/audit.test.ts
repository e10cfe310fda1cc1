import { randomUUID } from 'node:crypto';
import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createTcp } from 'node:net';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { connectMongo, type Store } from '../mongo/connect.js';
import { createAuditMetrics } from '../metrics/audit-metrics.js';
import { createMetrics } from '../metrics/metrics.js';
import { logLines } from '../testing/log-lines.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { setTimeout as pause } from 'node:timers/promises';
import type { AuditedAction, AuditEntry } from './audit-entry.js';
import { createAuditLog } from './audit-log.js';
import { auditCollection, auditStateCollection, auditStore } from './audit-store.js';
import { openAudit, type Audit } from './open-audit.js';
import { verifyChain } from './verify-chain.js';

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isSo();) {
    if (Date.now() > end) throw new Error(`Not in time: ${what}`);
    await pause(5);
  }
}

let server: TestStore;
let store: Store;
const { log } = logLines('leads');
const clock = new ManualClock();
const opened: Audit[] = [];

beforeAll(async () => {
  server = await startTestStore();
});
afterAll(() => server.stop());
beforeEach(async () => {
  store = await connectMongo({ uri: server.uri, database: randomUUID(), log });
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
  await store.close();
});

const action = (given: Partial<AuditedAction> = {}): AuditedAction => ({
  at: clock.now(),
  actor_id: 'dana',
  actor_name: 'Dana Reyes',
  action: 'lead.opened',
  subjects: ['lead/1'],
  outcome: 'done',
  address: '198.51.100.20',
  correlation_id: 'c-1',
  changes: [],
  full_record: false,
  ...given,
});

const entries = () => store.connection.collection<AuditEntry>(auditCollection);
const metrics = createMetrics('leads');
const counted = createAuditMetrics(metrics.registry);

async function open(exportUrl?: string, records = 60): Promise<Audit> {
  const audit = await openAudit({
    ...{ service: 'leads', connection: store.connection, clock, log, exportUrl },
    bulkReadingRecords: records,
    bulkReading: () => {
      if (records !== 60) counted.bulkReading({});
    },
  });
  opened.push(audit);
  return audit;
}

describe('the chain', () => {
  async function write(count: number): Promise<void> {
    const audit = await open();
    for (let each = 0; each < count; each += 1) audit.later(action({ subjects: [`lead/${String(each)}`] }));
    await audit.stop();
  }

  test('holds as it was written, with changes and without', async () => {
    const audit = await open();
    await audit.now(
      action({ changes: [{ field: 'state', before: null, after: 'TX' }, { field: 'tobacco' }] }),
    );
    audit.later(action());
    await audit.stop();
    expect(await verifyChain(store.connection)).toMatchObject({ entries: 2, broken: undefined });
  });

  test('tells the first entry that was changed', async () => {
    await write(5);
    await entries().updateOne({ _id: 3 }, { $set: { actor_id: 'somebody else' } });
    expect((await verifyChain(store.connection)).broken).toEqual({ what: 'changed', seq: 3 });
  });

  test('tells an entry that is missing between others', async () => {
    await write(5);
    await entries().deleteOne({ _id: 2 });
    expect((await verifyChain(store.connection)).broken).toEqual({ what: 'missing', seq: 2 });
  });

  test('tells entries that are missing at the end', async () => {
    await write(5);
    await entries().deleteMany({ _id: { $gt: 3 } });
    expect((await verifyChain(store.connection)).broken).toEqual({ what: 'missing at the end', seq: 4 });
  });

  test('holds behind the anchor of older entries that were deleted', async () => {
    await write(5);
    const anchor = await entries().findOne({ _id: 2 });
    await auditStore(store.connection).saveState('anchor', { seq: 2, hash: anchor?.hash ?? '' });
    await entries().deleteMany({ _id: { $lte: 2 } });
    expect(await verifyChain(store.connection)).toMatchObject({ entries: 3, broken: undefined });
  });

  test('is one of two processes that write at once', async () => {
    const [one, other] = [await open(), await open()];
    await Promise.all(Array.from({ length: 40 }, (_, each) => (each % 2 === 0 ? one : other).now(action())));
    await Promise.all([one.stop(), other.stop()]);
    expect(await verifyChain(store.connection)).toMatchObject({ entries: 40, broken: undefined });
  });

  test('goes on where a process was stopped', async () => {
    await write(3);
    await write(2);
    expect(await verifyChain(store.connection)).toMatchObject({ entries: 5, broken: undefined });
  });
});

describe('a store that fails', () => {
  test('keeps entries in order and doubles none, whether the failed write was done or not', async () => {
    const real = auditStore(store.connection);
    await real.index();
    let failures = 0;
    const broken = auditStore(store.connection);
    const audit = createAuditLog({
      log,
      store: {
        saveState: (id, link) => real.saveState(id, link),
        append: async (actions) => {
          failures += 1;
          if (failures === 1) throw new Error('the store is away');
          const stored = await broken.append(actions);
          return stored;
        },
      },
    });
    await Promise.all(['lead/1', 'lead/2'].map((subject) => audit.now(action({ subjects: [subject] }))));
    await audit.stop();
    const stored = await entries().find().sort({ _id: 1 }).toArray();
    expect(stored.map(({ subjects }) => subjects)).toEqual([['lead/1'], ['lead/2']]);
  });

  test('lets no change be answered before its entry is stored; the entry stays and is stored later', async () => {
    const real = auditStore(store.connection);
    let isAway = true;
    const audit = createAuditLog({
      log,
      waitMs: 20,
      store: {
        saveState: (id, link) => real.saveState(id, link),
        append: (actions) => (isAway ? Promise.reject(new Error('the store is away')) : real.append(actions)),
      },
    });
    await expect(audit.now(action())).rejects.toMatchObject({ code: 'unavailable' });
    expect(await entries().countDocuments()).toBe(0);
    isAway = false;
    await audit.flush();
    expect(await entries().countDocuments()).toBe(1);
    await audit.stop();
  });

  test('and is gone for good is not waited for by a service that stops, which says how many entries are lost', async () => {
    const gone = await connectMongo({ uri: server.uri, database: randomUUID(), log });
    const audit = await openAudit({
      ...{ service: 'leads', connection: gone.connection, clock, log, exportUrl: undefined },
      ...{ bulkReadingRecords: 60, bulkReading: () => undefined },
    });
    await audit.now(action());
    await gone.connection.close(true);
    const waits = audit.now(action());
    waits.catch(() => undefined);
    audit.later(action());
    await expect(audit.stop()).rejects.toThrow('2 audit entries were not stored');
    await gone.close();
  });

  test('refuses calls once too many wait, rather than letting them pass unaudited', () => {
    const audit = createAuditLog({
      log,
      maxWaiting: 2,
      store: { saveState: () => Promise.resolve(), append: () => new Promise(() => undefined) },
    });
    audit.requireRoom();
    audit.later(action());
    audit.later(action());
    expect(() => {
      audit.requireRoom();
    }).toThrow('The audit log cannot be written');
  });

  test('finds what an unanswered write had stored', async () => {
    const chain = auditStore(store.connection);
    await chain.append([action()]);
    const actions = [action({ subjects: ['lead/1'] }), action({ subjects: ['lead/2'] })];
    const collection = Object.getPrototypeOf(entries()) as { insertMany: (...given: unknown[]) => unknown };
    const { insertMany } = collection;
    // The write is done, and its answer lost.
    collection.insertMany = async function (...given: unknown[]) {
      collection.insertMany = insertMany;
      await insertMany.apply(this, given);
      throw new Error('the connection broke');
    };
    await expect(chain.append(actions)).rejects.toThrow('the connection broke');
    expect(await chain.append(actions)).toHaveLength(2);
    expect(await verifyChain(store.connection)).toMatchObject({ entries: 3, broken: undefined });
  });
});

describe('bulk reading', () => {
  const look = async (audits: Audit[], count: number, actor = 'dana') => {
    for (let each = 0; each < count; each += 1)
      audits[each % audits.length]?.later(
        action({ actor_id: actor, subjects: [`lead/${String(each)}`], full_record: true }),
      );
    for (const audit of audits) await audit.idle();
  };

  test('raises one alarm for 60 records in ten seconds, also over two processes, until it is acknowledged', async () => {
    const audits = [await open(undefined, 60), await open(undefined, 60)];
    await look(audits, 60);
    await look(audits, 60);
    const [first] = audits;
    expect(await first?.alarm.standing()).toMatchObject([{ user_id: 'dana', records: 60 }]);
    expect(await entries().countDocuments({ action: 'alarm.bulk-reading' })).toBe(1);
    expect(await first?.alarm.acknowledge('dana')).toBe(true);
    expect(await first?.alarm.standing()).toEqual([]);
    expect(await first?.alarm.acknowledge('dana')).toBe(false);
  });

  test('is raised by the 60th record, whatever was opened before', async () => {
    const audit = await open(undefined, 60);
    await look([audit], 1);
    clock.advance(11_000);
    for (let each = 0; each < 60; each += 1) await look([audit], each + 1);
    expect(await audit.alarm.standing()).toMatchObject([{ user_id: 'dana', records: 60 }]);
  });

  test('is none below the limit, for one record opened often, or for what takes longer', async () => {
    const audit = await open(undefined, 60);
    await look([audit], 59, 'below');
    for (let each = 0; each < 100; each += 1) audit.later(action({ actor_id: 'often', full_record: true }));
    await look([audit], 40, 'slow');
    clock.advance(11_000);
    await look([audit], 40, 'slow');
    await audit.idle();
    expect(await audit.alarm.standing()).toEqual([]);
  });

  test('is counted by a metric', async () => {
    await look([await open(undefined, 5)], 6);
    expect(await metrics.text()).toMatch(/^audit_bulk_readings_total\{.*\} 1$/m);
  });
});

describe('the export', () => {
  const line = z.object({ seq: z.int(), service: z.literal('leads'), action: z.string() });
  const addressOf = (listening: { address(): unknown }) => (listening.address() as AddressInfo).port;

  test('posts every entry in order, again after a failure, and goes on where it stopped', async () => {
    const received: number[] = [];
    let answers = 0;
    const collector: Server = createHttp((req, res) => {
      let text = '';
      req.on('data', (part: Buffer) => {
        text += part.toString();
      });
      req.on('end', () => {
        answers += 1;
        res.statusCode = answers === 1 ? 500 : 204;
        if (res.statusCode === 204)
          received.push(
            ...text
              .trim()
              .split('\n')
              .map((each) => line.parse(JSON.parse(each)).seq),
          );
        res.end();
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${String(addressOf(collector))}/audit`;
    const first = await open(url);
    for (let each = 0; each < 3; each += 1) await first.now(action());
    await until('three were received', () => received.length === 3);
    await first.stop();
    const second = await open(url);
    await second.now(action());
    await until('the fourth was received', () => received.length === 4);
    expect(received).toEqual([1, 2, 3, 4]);
    collector.closeAllConnections();
    collector.close();
  });

  test('sends syslog messages, each with its length before it', async () => {
    let text = '';
    const collector = createTcp((socket) => {
      socket.on('data', (part) => {
        text += part.toString();
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const audit = await open(`syslog://127.0.0.1:${String(addressOf(collector))}`);
    await audit.now(action({ outcome: 'denied' }));
    await until('it was received', () => text.includes('lead.opened'));
    const [, length = '', message = ''] = /^(\d+) (.*)$/s.exec(text) ?? [];
    expect(Buffer.byteLength(message)).toBe(Number(length));
    expect(message).toMatch(/^<108>1 \S+ \S+ call-centre-leads \d+ audit - \{"service":"leads","seq":1,/);
    await audit.stop();
    collector.close();
  });

  test('is not begun by two processes at once', async () => {
    const states = store.connection.collection<{ _id: string; owner: string; until: Date }>(
      auditStateCollection,
    );
    await states.insertOne({
      _id: 'export-lease',
      owner: 'another process',
      until: new Date(clock.now().getTime() + 60_000),
    });
    let asked = 0;
    const collector = createHttp((_req, res) => {
      asked += 1;
      res.end();
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const audit = await open(`http://127.0.0.1:${String(addressOf(collector))}`);
    await audit.now(action());
    await audit.stop();
    expect(asked).toBe(0);
    collector.close();
  });
});
