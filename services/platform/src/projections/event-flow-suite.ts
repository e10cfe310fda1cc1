import { isNativeError } from 'node:util/types';
import { Schema, Types, type Connection, type Model } from 'mongoose';
import { z } from 'zod';
import { defineMessage } from '@crm/contracts/bus/envelope.js';
import type { Bus } from '../bus/bus.js';
import { eventually } from '../bus/testing/eventually.js';
import { startTcpProxy, type TcpProxy } from '../bus/testing/tcp-proxy.js';
import { systemClock } from '../clock.js';
import { consumeReliably } from '../deliveries/deliveries.js';
import { silentLogger } from '../log/logger.js';
import { connectMongo, type Store } from '../mongo/connect.js';
import { newEvent } from '../outbox/new-event.js';
import { addOutbox, insertWithEvents, withEvents, type OutboxFields } from '../outbox/outbox-fields.js';
import { createJobScheduler } from '../jobs/job-scheduler.js';
import { startRelay } from '../outbox/relay.js';
import { startTestStore } from '../testing/test-store.js';
import { stateProjection } from './state-projection.js';

const minute = 60_000;
/** The driver by itself looks for a lost store every 10 s: nobody may wait for that. */
const recoveryMs = 15_000;
const things = 8;
const changes = 25;
const now = () => systemClock.now();

const thingChanged = defineMessage({
  type: 'thing.changed',
  owner: ['leads'],
  summary: 'For this test.',
  data: z.object({ id: z.string(), name: z.string() }),
  example: { id: '66f0a1b2c3d4e5f601020304', name: 'thing' },
});

interface Thing extends OutboxFields {
  _id: Types.ObjectId;
  name: string;
}

interface Mirrored {
  _id: Types.ObjectId;
  name: string;
  version: number;
}

function thingModel(connection: Connection): Model<Thing> {
  const schema = new Schema<Thing>({ name: String }, { collection: 'things' });
  addOutbox(schema);
  return connection.model<Thing>('Thing', schema);
}

function changedEvent(_id: Types.ObjectId, version: number) {
  const id = _id.toHexString();
  return newEvent(thingChanged, {
    source: 'leads',
    subject: `thing/${id}`,
    sequence: version,
    data: { id, name: `version ${String(version)}` },
    actor: 'system',
    now: now(),
  });
}

/** Changes a thing as a use case does. Where the store did not answer, what was acknowledged is read and gone on from. */
async function raise(model: Model<Thing>, _id: Types.ObjectId): Promise<void> {
  for (let version = 1; version < changes;) {
    try {
      const known = await model.findOne({ _id }).lean<Thing>();
      version = known?.version ?? version;
      if (version >= changes) return;
      const event = changedEvent(_id, version + 1);
      const update = withEvents({ $set: { name: `version ${String(version + 1)}` } }, [event], now());
      await model.updateOne({ _id, version }, update);
    } catch (error) {
      // The driver lets some errors of a breaking socket through as they are, made outside of the test's realm,
      // where `instanceof Error` does not know them.
      if (!isNativeError(error)) throw error;
      const isOfTheLine = /^Mongo[A-Z]/.test(error.name) || 'syscall' in error;
      if (!isOfTheLine && !/socket|EPIPE|ECONNRESET/.test(error.message)) throw error;
    }
  }
}

/** The whole way of events, from the write of one service to the rows of another, on one form of the bus. */
export function describeWay(
  name: string,
  open: () => Promise<{ bus: Bus; cutBus?: () => void; close: () => Promise<void> }>,
): void {
  describe(name, () => {
    /** What is open, to be closed in this order whatever comes of the test. */
    const closing: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0)) await close();
    });

    test(
      'what one service has acknowledged is in the other, each fact once, though store and bus come and go',
      async () => {
        const server = await startTestStore();
        closing.unshift(() => server.stop());
        const address = new URL(server.uri);
        const line: TcpProxy = await startTcpProxy({
          host: address.hostname,
          port: Number(address.port),
        });
        closing.unshift(() => line.close());
        address.port = String(line.port);
        const connect = (database: string) =>
          connectMongo({ uri: address.href, database, log: silentLogger });
        const owner = await connect('owner');
        closing.unshift(() => owner.close());
        const reader = await connect('reader');
        closing.unshift(() => reader.close());
        const { bus, cutBus, close } = await open();
        closing.unshift(close);

        const model = thingModel(owner.connection);
        await owner.buildIndexes([model]);
        const mirror = stateProjection<Mirrored>({
          connection: reader.connection,
          collection: 'mirror',
          guards: ['version'],
        });
        const attributes = reader.connection.collection<{ _id: string }>('facts');
        const rows = reader.connection.collection<Mirrored>('mirror');
        const schedulerOn = ({ connection }: Store) => {
          const paces = { activeMs: 100, quietMs: 100, askMs: 100 };
          const scheduler = createJobScheduler({ connection, clock: systemClock, log: silentLogger, paces });
          closing.unshift(() => scheduler.stop());
          return scheduler;
        };
        const consumer = await consumeReliably({
          bus,
          connection: reader.connection,
          queue: 'stats.things',
          handlers: {
            [thingChanged.type]: async ({ id, data, sequence }) => {
              const part = { guard: 'version', sequence, set: { name: data.name } } as const;
              await mirror.put([{ id: new Types.ObjectId(data.id), parts: [part] }]);
              await attributes.updateOne({ _id: id }, { $setOnInsert: { at: sequence } }, { upsert: true });
            },
          },
          catalogue: [thingChanged],
          clock: systemClock,
          log: silentLogger,
          scheduler: schedulerOn(reader),
        });
        await consumer.live;
        closing.unshift(() => consumer.cancel());
        const relay = startRelay({
          connection: owner.connection,
          collections: ['things'],
          bus,
          catalogue: [thingChanged],
          clock: systemClock,
          log: silentLogger,
          scheduler: schedulerOn(owner),
        });
        closing.unshift(() => relay.stop());

        const ids = Array.from({ length: things }, () => new Types.ObjectId());
        await model.collection.insertMany(
          ids.map((_id) => insertWithEvents({ _id, name: 'version 1' }, [changedEvent(_id, 1)], now())),
        );
        let isWriting = true;
        const writing = Promise.all(ids.map((_id) => raise(model, _id))).finally(() => {
          isWriting = false;
        });
        // Each trouble comes when something has moved since the last one.
        for (const makeTrouble of [line.cut, cutBus, line.cut, cutBus]) {
          const before = await attributes.countDocuments({}).catch(() => 0);
          await eventually(async () => {
            const moved = await attributes.countDocuments({}).catch(() => 0);
            return !isWriting || moved > before;
          }, recoveryMs);
          makeTrouble?.();
        }
        await writing;

        const all = things * changes;
        // A delivery whose taking was cut into is tried again only when its lease of a minute is over.
        await eventually(
          async () => (await attributes.countDocuments({}).catch(() => 0)) === all,
          4 * minute,
        );
        await eventually(
          async () => (await rows.countDocuments({ version: changes }).catch(() => 0)) === things,
          4 * minute,
        );
        await relay.drain();
        const [own, theirs] = [await model.find().lean<Thing[]>(), await rows.find().toArray()];
        const plain = (found: readonly { _id: Types.ObjectId; name: string; version: number }[]) =>
          found.map((row) => [row._id.toHexString(), row.name, row.version]).sort();
        expect(plain(theirs)).toEqual(plain(own));
        expect(await attributes.countDocuments({})).toBe(all);
        expect(await consumer.countParked()).toBe(0);
      },
      10 * minute,
    );
  });
}
