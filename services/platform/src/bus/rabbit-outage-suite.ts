import type { Bus } from './bus.js';
import { probeBus } from './bus-probe.js';
import { sendUntilTaken } from './bus-suite.js';
import { exampleEnvelope } from './example-envelope.js';
import { openCorner, type Corner } from './testing/corner.js';
import { eventually } from './testing/eventually.js';
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.js';

const minute = 60_000;
/** A broker takes a while to restart on a busy machine; this ends a test whose step never comes. */
const patience = 10 * minute;
const subjects = ['lead/a', 'lead/b', 'lead/c', 'lead/d'];

/** What two replicas saw of what was sent: who has not all of it has lost something. */
interface Outcome {
  sent: ReadonlySet<string>;
  seen: ReadonlySet<string>;
}

/**
 * Sends numbered messages of a few subjects, many of them unconfirmed at any time, while `trouble` is made, and waits
 * until two replicas have them all. Nobody is restarted.
 */
async function sendThrough(
  connect: () => Promise<Bus>,
  queue: string,
  trouble: (isFlowing: () => Promise<void>) => Promise<void>,
): Promise<Outcome> {
  const producer = await connect();
  const seen = new Set<string>();
  for (const replica of [await connect(), await connect()]) {
    const consumer = await replica.consume({
      queue,
      types: ['lead.assigned'],
      handle: async ({ id }) => void seen.add(id),
    });
    await consumer.live;
  }
  const sent = new Set<string>();
  let sequence = 0;
  let isOver = false;
  const sending = (async () => {
    while (!isOver) {
      const batch = Array.from({ length: 20 }, () => (sequence += 1)).flatMap((number) =>
        subjects.map((subject) => exampleEnvelope({ subject, sequence: number })),
      );
      await sendUntilTaken(producer, batch);
      for (const { id } of batch) sent.add(id);
    }
  })();

  /** Until another hundred messages have arrived. */
  const isFlowing = () => {
    const goal = seen.size + 100;
    return eventually(() => seen.size >= goal, patience);
  };
  await isFlowing();
  await trouble(isFlowing);
  await isFlowing();
  isOver = true;
  await sending;
  await eventually(() => [...sent].every((id) => seen.has(id)), patience);
  return { sent, seen };
}

/** What the bus holds while the broker, or the line to it, goes and comes; `canControl`: whether it may be restarted. */
export function describeOutages(url: URL, canControl: boolean): void {
  let corner: Corner;

  beforeAll(async () => {
    corner = await openCorner(url);
  }, patience);
  afterAll(() => corner.close(), patience);

  describe('the bus on RabbitMQ, when the line to it is troubled', () => {
    let proxy: TcpProxy;

    beforeAll(async () => {
      const port = url.port === '' ? 5672 : Number(url.port);
      proxy = await startTcpProxy({ host: url.hostname, port });
    });
    afterAll(() => proxy.close());

    const connect = () => {
      const by = new URL(corner.broker.url);
      by.hostname = '127.0.0.1';
      by.port = String(proxy.port);
      // So that a line that says nothing any more is noticed while a test waits.
      by.searchParams.set('heartbeat', '1');
      return corner.connectBus(by.href);
    };

    it(
      'loses nothing when the line is cut, again and again',
      async () => {
        const { sent, seen } = await sendThrough(connect, 'line.events', async (isFlowing) => {
          for (let cuts = 0; cuts < 5; cuts += 1) {
            proxy.cut();
            await isFlowing();
          }
        });
        expect(seen.size).toBe(sent.size);
      },
      6 * minute,
    );

    it(
      'loses nothing while the broker cannot be reached, is not ready meanwhile, and needs no restart',
      async () => {
        const watcher = await connect();
        expect(watcher.isReady()).toBe(true);
        const { sent, seen } = await sendThrough(connect, 'away.events', async () => {
          proxy.takeAway();
          await eventually(() => !watcher.isReady());
          const message = exampleEnvelope();
          await expect(watcher.publish([message])).rejects.toMatchObject({ failed: new Set([message.id]) });
          proxy.restore();
          await eventually(() => watcher.isReady(), patience);
        });
        expect(seen.size).toBe(sent.size);
      },
      6 * minute,
    );

    it(
      'loses nothing when the line says nothing any more and nobody tells',
      async () => {
        const { sent, seen } = await sendThrough(connect, 'frozen.events', async () => {
          proxy.freeze();
        });
        expect(seen.size).toBe(sent.size);
      },
      6 * minute,
    );

    it(
      'brings a message again whose handling the cut came into, and only then takes the next one of its subject',
      async () => {
        const bus = await connect();
        const log: string[] = [];
        let release: () => void = () => undefined;
        const isReleased = new Promise<void>((resolve) => (release = resolve));
        const consumer = await bus.consume({
          queue: 'midst.events',
          types: ['lead.assigned'],
          handle: async ({ sequence }) => {
            log.push(`begin ${String(sequence)}`);
            if (log.length === 1) await isReleased;
            log.push(`end ${String(sequence)}`);
          },
        });
        await bus.publish([1, 2].map((sequence) => exampleEnvelope({ subject: 'lead/midst', sequence })));
        await eventually(() => log.length === 1);
        proxy.cut();
        await eventually(() => !bus.isReady());
        await eventually(() => bus.isReady(), patience);
        expect(log).toEqual(['begin 1']);
        release();
        await eventually(() => log.includes('end 2'));
        await consumer.cancel();

        expect(log).toEqual(['begin 1', 'end 1', 'begin 1', 'end 1', 'begin 2', 'end 2']);
      },
      6 * minute,
    );
  });

  const withControl = canControl ? describe : describe.skip;
  withControl(
    `the bus on RabbitMQ, when the broker is restarted${canControl ? '' : ' (skipped: no rabbitmqctl)'}`,
    () => {
      const connect = () => corner.connectBus();
      const control = () => {
        const { restart, cutConnections } = corner.broker;
        if (restart === undefined || cutConnections === undefined)
          throw new Error('No control over the broker');
        return { restart, cutConnections };
      };

      it(
        'loses nothing when the broker closes every connection',
        async () => {
          const { sent, seen } = await sendThrough(connect, 'cut.events', () => control().cutConnections());
          expect(seen.size).toBe(sent.size);
        },
        6 * minute,
      );

      it(
        'loses nothing when the broker is restarted, and needs no restart itself',
        async () => {
          const { sent, seen } = await sendThrough(connect, 'restart.events', () => control().restart());
          expect(seen.size).toBe(sent.size);
        },
        6 * minute,
      );

      it(
        'finds everything again that waited in a queue while the broker was restarted, in order',
        async () => {
          const bus = await connect();
          const subscription = { queue: 'backlog.events', types: ['lead.assigned'] };
          await (await bus.consume({ ...subscription, handle: async () => undefined })).cancel();
          const backlog = Array.from({ length: 1_000 }, (_, index) =>
            exampleEnvelope({ subject: 'lead/backlog', sequence: index + 1 }),
          );
          await bus.publish(backlog);
          await control().restart();
          await eventually(() => bus.isReady(), patience);

          const probe = await probeBus(bus, subscription.types, { queue: subscription.queue });
          await probe.until((taken) => taken.length >= backlog.length, patience);
          await probe.stop();
          expect(probe.taken.map(({ sequence }) => sequence)).toEqual(
            backlog.map(({ sequence }) => sequence),
          );
        },
        6 * minute,
      );

      it(
        'starts while the broker is out, and works when it has come',
        async () => {
          const message = exampleEnvelope();
          const taken: string[] = [];
          const early: Bus[] = [];
          await control().restart(async () => {
            const bus = await connect();
            await bus.consume({
              queue: 'early.events',
              types: ['lead.assigned'],
              handle: async ({ id }) => void taken.push(id),
            });
            expect(bus.isReady()).toBe(false);
            early.push(bus);
          });
          const [bus] = early;
          if (bus === undefined) throw new Error('No bus');

          await eventually(() => bus.isReady(), patience);
          await bus.publish([message]);
          await eventually(() => taken.length > 0);

          expect(taken).toEqual([message.id]);
        },
        6 * minute,
      );
    },
  );
}
