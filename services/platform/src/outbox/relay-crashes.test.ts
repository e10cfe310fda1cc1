import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { Schema, Types, type Model } from 'mongoose';
import { events } from '@crm/contracts/bus/events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { AuditedAction, AuditEntry } from '../audit/audit-entry.js';
import { tieEntry } from '../audit/call-entry.js';
import { auditCollection } from '../audit/audit-store.js';
import { openAudit } from '../audit/open-audit.js';
import { verifyChain } from '../audit/verify-chain.js';
import { PublishError } from '../bus/bus.js';
import { exampleEnvelope } from '../bus/example-envelope.js';
import { startTcpProxy } from '../bus/testing/tcp-proxy.js';
import { systemClock } from '../clock.js';
import { createJobScheduler } from '../jobs/job-scheduler.js';
import { silentLogger } from '../log/logger.js';
import { runWithContext } from '../log/request-context.js';
import { connectMongo } from '../mongo/connect.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { addOutbox, insertWithEvents, withEvents, type OutboxFields } from './outbox-fields.js';
import { startRelay } from './relay.js';

interface Thing extends OutboxFields {
  _id: Types.ObjectId;
  name: string;
}

/** When a process dies: with the write, before or behind what the bus took, or when all of that is over. */
type Death = 'with the write' | 'before publishing' | 'after publishing' | 'before clearing';

type Step =
  | { does: 'change'; process: 0 | 1; things: readonly number[]; by: 'update' | 'find' | 'bulk' }
  | { does: 'die'; process: 0 | 1; when: Death; thing: number }
  | { does: 'broker'; is: 'away' | 'back' }
  | { does: 'pause' };

const thing = fc.nat({ max: 3 });
const process: fc.Arbitrary<0 | 1> = fc.constantFrom<(0 | 1)[]>(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('change' as const),
      process,
      things: fc.array(thing, { minLength: 1, maxLength: 4 }),
      by: fc.constantFrom('update' as const, 'find' as const, 'bulk' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('die' as const),
      process,
      when: fc.constantFrom<Death>(
        'with the write',
        'before publishing',
        'after publishing',
        'before clearing',
      ),
      thing,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('broker' as const),
      is: fc.constantFrom('away' as const, 'back' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('pause' as const) }) },
);

let server: TestStore;
let runs = 0;
beforeAll(async () => {
  server = await startTestStore();
});
afterAll(() => server.stop());

const eventOf = (_id: Types.ObjectId, sequence: number) =>
  exampleEnvelope({ type: 'lead.updated', subject: `thing/${_id.toHexString()}`, sequence });

const entryOf = (correlation_id: string, subjects: readonly string[]): AuditedAction => ({
  ...{ at: systemClock.now(), actor_id: 'dana', actor_name: 'Dana Reyes', action: 'thing.updated', subjects },
  ...{ outcome: 'done', address: '', correlation_id, changes: [], full_record: false },
});

/** One system on a database of its own: what it acknowledged, and what the bus took, in that order. */
function newSystem(database: string) {
  const arrived: Envelope[] = [];
  const acknowledged: Envelope[] = [];
  /** Of acknowledged calls. */
  const audited: string[] = [];
  const broker = { isAway: false };

  /** A process of the service, with its own line to the store, which dies as a kill has it: nothing of it goes on. */
  async function startProcess() {
    const { hostname, port } = new URL(server.uri);
    const line = await startTcpProxy({ host: hostname, port: Number(port) });
    const uri = `mongodb://127.0.0.1:${String(line.port)}`;
    const store = await connectMongo({ uri, database, log: silentLogger });
    const schema = new Schema<Thing>({ name: String }, { collection: 'things' });
    addOutbox(schema);
    const things: Model<Thing> = store.connection.model<Thing>('Thing', schema);
    const scheduler = createJobScheduler({
      ...{ connection: store.connection, clock: systemClock, log: silentLogger },
      paces: { activeMs: 1_000, quietMs: 1_000, askMs: 1_000 },
    });
    const audit = await openAudit({
      ...{ service: 'leads', connection: store.connection, clock: systemClock, log: silentLogger },
      ...{ bulkReadingRecords: 60, bulkReading: () => undefined, exportUrl: undefined },
    });
    let death: Death | undefined;
    let isDead = false;
    const never = () => new Promise<never>(() => undefined);
    let reportDeath: () => void = () => undefined;
    const died = new Promise<void>((resolve) => (reportDeath = resolve));
    const die = () => {
      isDead = true;
      reportDeath();
      line.takeAway();
    };
    const relay = startRelay({
      ...{ connection: store.connection, collections: ['things'], catalogue: events },
      ...{ clock: systemClock, log: silentLogger, scheduler, entries: audit },
      bus: {
        publish: async (envelopes) => {
          await pause(0);
          if (isDead) return never();
          if (death === 'before publishing') die();
          if (isDead) return never();
          if (broker.isAway)
            throw new PublishError(
              envelopes.map(({ id }) => id),
              new Error('The broker is away'),
            );
          arrived.push(...envelopes);
          if (death !== 'after publishing' && death !== 'before clearing') return;
          die();
          if (death === 'after publishing') return never();
        },
      },
    });

    /** One call: it is acknowledged when its entry is on record, in the log or in an outbox. */
    async function change(ids: readonly Types.ObjectId[], by: 'update' | 'find' | 'bulk'): Promise<void> {
      const correlationId = randomUUID();
      const entry = entryOf(
        correlationId,
        ids.map((id) => `thing/${id.toHexString()}`),
      );
      const callEntry = audit.begin(() => entry);
      const context = { correlationId };
      tieEntry(context, callEntry);
      const changed = await runWithContext(context, () => write(ids, by));
      if (changed.length === 0) {
        callEntry.broke(undefined);
        return;
      }
      await callEntry.done(entry);
      acknowledged.push(...changed);
      audited.push(correlationId);
    }

    /** Changes things from the version that stands, as a use case does; what was not acknowledged may be there or not. */
    async function write(
      ids: readonly Types.ObjectId[],
      by: 'update' | 'find' | 'bulk',
    ): Promise<Envelope[]> {
      const done: Envelope[] = [];
      const found = await things.find({ _id: { $in: [...ids] } }).lean<Thing[]>();
      const writes = found.map(({ _id, version }) => {
        const event = eventOf(_id, version + 1);
        const update = withEvents({ $set: { name: `v${String(version + 1)}` } }, [event], systemClock.now());
        return { filter: { _id, version }, update, event };
      });
      if (by === 'bulk') {
        const { matchedCount } = await things.bulkWrite(
          writes.map(({ filter, update }) => ({ updateOne: { filter, update } })),
          { ordered: false },
        );
        if (matchedCount === writes.length) done.push(...writes.map(({ event }) => event));
      } else {
        await Promise.all(
          writes.map(async ({ filter, update, event }) => {
            const isDone =
              by === 'find'
                ? (await things.findOneAndUpdate(filter, update)) !== null
                : (await things.updateOne(filter, update)).matchedCount === 1;
            if (isDone) done.push(event);
          }),
        );
      }
      return done;
    }

    return {
      things,
      relay,
      audit,
      change: async (ids: readonly Types.ObjectId[], by: 'update' | 'find' | 'bulk') => {
        const changing = change(ids, by).catch((error: unknown) => {
          // Nobody was told that it is done.
          if (!isDead) throw error;
        });
        // What a dead process has under way is nobody's any more.
        await Promise.race([changing, died]);
      },
      dieWhen: async (when: Death, ids: readonly Types.ObjectId[]) => {
        death = when;
        void change(ids, 'update').catch(() => undefined);
        await pause(1);
        if (when === 'with the write') die();
        // The death comes with what it waits for; where the broker is away that may be never.
        for (let looks = 0; looks < 20 && !isDead; looks += 1) await pause(5);
        die();
      },
      close: async () => {
        // A dead one gets its line back only to be put away: it publishes nothing any more.
        line.restore();
        const stopped = relay.stop();
        if (!isDead) await stopped;
        const audited = audit.stop();
        if (!isDead) await audited;
        else await audited.catch(() => undefined);
        await scheduler.stop();
        await store.close();
        await line.close();
      },
    };
  }

  return { arrived, acknowledged, audited, broker, startProcess };
}

/** The sequences of each subject in the order in which they came first. */
function firsts(arrived: readonly Envelope[]): number[][] {
  const seen = new Set<string>();
  const bySubject = new Map<string, number[]>();
  for (const { id, subject, sequence } of arrived) {
    if (seen.has(id)) continue;
    seen.add(id);
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), sequence]);
  }
  return [...bySubject.values()];
}

test('whatever dies and whenever, no acknowledged event or audit entry is lost, and no event overtakes another of its document', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), async (steps) => {
      runs += 1;
      const system = newSystem(`crashes_${String(runs)}`);
      const open = [await system.startProcess(), await system.startProcess()];
      const dead: typeof open = [];
      const ids = Array.from({ length: 4 }, () => new Types.ObjectId());
      const docs = ids.map((_id) => ({ _id, event: eventOf(_id, 1) }));
      await open[0]?.things.collection.insertMany(
        docs.map(({ _id, event }) => insertWithEvents({ _id, name: 'v1' }, [event], systemClock.now())),
      );
      system.acknowledged.push(...docs.map(({ event }) => event));
      const idsOf = (those: readonly number[]) => those.flatMap((index) => ids[index] ?? []);
      const unfinished: Promise<void>[] = [];
      for (const each of steps) {
        if (each.does === 'change') {
          // The next steps meet it on its way.
          unfinished.push(open[each.process]?.change(idsOf(each.things), each.by) ?? Promise.resolve());
          await pause(1);
        } else if (each.does === 'broker') system.broker.isAway = each.is === 'away';
        else if (each.does === 'pause') await pause(30);
        else {
          const dying = open[each.process];
          if (dying === undefined) continue;
          await dying.dieWhen(each.when, idsOf([each.thing]));
          dead.push(dying);
          open[each.process] = await system.startProcess();
        }
      }
      await Promise.all(unfinished);
      system.broker.isAway = false;
      await Promise.all(open.map(({ relay }) => relay.drain()));
      const waiting = await open[0]?.relay.waiting();
      const ends = new Set(system.arrived.map(({ id }) => id));
      expect(system.acknowledged.filter(({ id }) => !ends.has(id))).toEqual([]);
      for (const sequences of firsts(system.arrived))
        expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
      expect(waiting).toEqual({ documents: 0, oldestAt: null });
      await Promise.all(open.map(({ audit }) => audit.flush()));
      const connection = open[0]?.things.db;
      if (connection === undefined) throw new Error('No process is open');
      const log = await connection.collection<AuditEntry>(auditCollection).find().toArray();
      const entered = new Set(log.map(({ correlation_id }) => correlation_id));
      expect(system.audited.filter((id) => !entered.has(id))).toEqual([]);
      expect((await verifyChain(connection)).broken).toBeUndefined();
      await Promise.all([...open, ...dead].map((each) => each.close()));
    }),
    { seed: 20261123, numRuns: 5, endOnFailure: true },
  );
});
