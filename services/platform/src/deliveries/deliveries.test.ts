import { commands } from '@crm/contracts/bus/commands.js';
import { events, leadCreated, userBanned } from '@crm/contracts/bus/events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { probeBus } from '../bus/bus-probe.js';
import { exampleEnvelope } from '../bus/example-envelope.js';
import { createMemoryBus, type MemoryBus } from '../bus/memory-bus.js';
import { eventually } from '../bus/testing/eventually.js';
import { forbidden, invalid, notFound, unavailable } from '../errors/app-error.js';
import { currentContext } from '../log/request-context.js';
import { createJobScheduler, pacesOf, type JobScheduler } from '../jobs/job-scheduler.js';
import { silentLogger } from '../log/logger.js';
import { connectMongo, type Store } from '../mongo/connect.js';
import { logLines, type LogLines } from '../testing/log-lines.js';
import { heldJobs } from '../testing/held-jobs.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { consumeReliably, type BatchHandlers, type Handlers, type ReliableConsumer } from './deliveries.js';
import type { FailedDelivery } from './failed-deliveries.js';

const userId = '507f191e810c19729de860ea';
const catalogue = [...events, ...commands] as const;

let server: TestStore;
let store: Store;
let bus: MemoryBus;
let clock: ManualClock;
let lines: LogLines;
let consumers: ReliableConsumer[];
let databases = 0;

beforeAll(async () => {
  server = await startTestStore();
});
beforeEach(async () => {
  databases += 1;
  store = await connectMongo({
    uri: server.uri,
    database: `deliveries_${String(databases)}`,
    log: silentLogger,
  });
  bus = createMemoryBus();
  clock = new ManualClock();
  lines = logLines();
  consumers = [];
});
afterEach(async () => {
  await Promise.all(consumers.map((each) => each.cancel()));
  await bus.close();
  await store.close();
});
afterAll(() => server.stop());

async function consume(
  handlers: Handlers<typeof catalogue>,
  scheduler: JobScheduler = heldJobs,
  batchHandlers: BatchHandlers<typeof catalogue> = {},
): Promise<ReliableConsumer> {
  const consumer = await consumeReliably({
    bus,
    connection: store.connection,
    queue: 'leads.users',
    handlers,
    batchHandlers,
    catalogue,
    clock,
    log: lines.log,
    scheduler,
  });
  consumers.push(consumer);
  return consumer;
}

const banned = (overrides: Partial<Envelope> = {}) =>
  exampleEnvelope({
    type: 'user.banned',
    subject: `user/${userId}`,
    data: { user_id: userId },
    ...overrides,
  });
const order = (data: unknown) => exampleEnvelope({ type: 'lead.set-status', data });
const rows = () => store.connection.collection<FailedDelivery>('deliveries').find().toArray();

/** Lets time pass and tries what is due by then. */
function after(ms: number, consumer: ReliableConsumer): Promise<number> {
  clock.advance(ms);
  return consumer.runDue(clock.now());
}

describe('a message', () => {
  test('reaches its handler with its data parsed, in its own context, and leaves nothing behind', async () => {
    const taken: unknown[] = [];
    await consume({
      [userBanned.type]: async ({ data, sequence }) => {
        taken.push([data, sequence, currentContext()?.correlationId]);
      },
    });
    await bus.publish([
      banned({ data: { user_id: userId, more: 1 }, sequence: 4, correlationid: 'request-7' }),
    ]);
    expect(taken).toEqual([[{ user_id: userId }, 4, 'request-7']]);
    expect(await rows()).toEqual([]);
  });

  test('of a type that nobody handles here is no matter', async () => {
    await consume({ [userBanned.type]: async () => undefined });
    await expect(bus.publish([exampleEnvelope({ type: 'lead.assigned' })])).resolves.toBeUndefined();
  });

  test('that comes twice reaches the handler twice: telling it apart is the part of its write', async () => {
    let calls = 0;
    await consume({ [userBanned.type]: async () => void (calls += 1) });
    const message = banned();
    await bus.publish([message]);
    await bus.publish([message]);
    expect(calls).toBe(2);
  });
});

describe('a message whose handler fails', () => {
  test('is written down with the reason before it is acknowledged', async () => {
    await consume({
      [userBanned.type]: async () => {
        throw new TypeError('broken handler');
      },
    });
    const message = banned();
    await bus.publish([message]);
    expect(await rows()).toEqual([
      {
        _id: `leads.users ${message.id}`,
        queue: 'leads.users',
        event: message,
        state: 'waiting',
        attempts: 1,
        next: new Date('2026-11-20T17:00:01.000Z'),
        reason: 'TypeError: broken handler',
        failedAt: clock.now(),
      },
    ]);
  });

  test('is tried again after 1, 10 and 60 s, not before, and then parked with its last reason', async () => {
    let calls = 0;
    const consumer = await consume({
      [userBanned.type]: async () => {
        throw new Error(`failure ${String((calls += 1))}`);
      },
    });
    await bus.publish([banned()]);
    for (const [calledSoFar, delay] of [
      [1, 1_000],
      [2, 10_000],
      [3, 60_000],
    ] as const) {
      expect(await after(delay - 1, consumer)).toBe(0);
      expect(calls).toBe(calledSoFar);
      expect(await consumer.countParked()).toBe(0);
      expect(await after(1, consumer)).toBe(1);
      expect(calls).toBe(calledSoFar + 1);
    }
    expect(await after(3_600_000, consumer)).toBe(0);
    expect(await consumer.listParked({ limit: 10 })).toMatchObject([
      { type: 'user.banned', subject: `user/${userId}`, attempts: 4, reason: 'Error: failure 4' },
    ]);
    expect(
      lines.all().filter(({ level, msg }) => level === 'error' && msg === 'delivery parked'),
    ).toHaveLength(1);
  });

  test('is forgotten once it goes through, and had its own context then too', async () => {
    const contexts: unknown[] = [];
    const consumer = await consume({
      [userBanned.type]: async () => {
        contexts.push(currentContext()?.correlationId);
        if (contexts.length === 1) throw new Error('not yet');
      },
    });
    await bus.publish([banned({ correlationid: 'request-7' })]);
    expect(await after(1_000, consumer)).toBe(1);
    expect(contexts).toEqual(['request-7', 'request-7']);
    expect(await rows()).toEqual([]);
  });

  test('is tried again by itself when its time has come', async () => {
    let calls = 0;
    const { connection } = store;
    const scheduler = createJobScheduler({ connection, clock, log: silentLogger, paces: pacesOf(3_600_000) });
    const handlers = {
      [userBanned.type]: async () => {
        calls += 1;
        if (calls === 1) throw new Error('not yet');
      },
    };
    await consume(handlers, scheduler);
    await bus.publish([banned()]);
    clock.advance(1_000);
    await eventually(async () => (await rows()).length === 0);
    expect(calls).toBe(2);
    await scheduler.stop();
  });

  test('does not hold up the later ones of its subject', async () => {
    const taken: number[] = [];
    await consume({
      [userBanned.type]: async ({ sequence }) => {
        if (sequence === 1) throw new Error('not this one');
        taken.push(sequence);
      },
    });
    await bus.publish([banned({ sequence: 1 }), banned({ sequence: 2 })]);
    expect(taken).toEqual([2]);
  });

  test('twice, because it came twice, is written down once', async () => {
    await consume({
      [userBanned.type]: async () => {
        throw new Error('no');
      },
    });
    const message = banned();
    await bus.publish([message]);
    clock.advance(500);
    await bus.publish([message]);
    expect(await rows()).toMatchObject([{ attempts: 1, next: new Date('2026-11-20T17:00:01.000Z') }]);
  });

  test('is tried again by one of two replicas, not by both', async () => {
    let calls = 0;
    const fail = async () => {
      calls += 1;
      if (calls <= 10) throw new Error('no');
    };
    const [one, other] = [
      await consume({ [userBanned.type]: fail }),
      await consume({ [userBanned.type]: fail }),
    ];
    await bus.publish(Array.from({ length: 10 }, (_, index) => banned({ subject: `user/${String(index)}` })));
    clock.advance(1_000);
    await Promise.all([one.runDue(clock.now()), other.runDue(clock.now())]);
    // On a slow machine a worker's own timer has taken some of them, and may still be at it.
    await eventually(() => calls >= 20);
    await Promise.all([one.cancel(), other.cancel()]);
    expect(calls).toBe(20);
    expect(await rows()).toEqual([]);
  });

  test('and whose process dies at the second try is taken over by another when the lease is over', async () => {
    let isDead = true;
    let tries = 0;
    const handlers: Handlers<typeof catalogue> = {
      [userBanned.type]: async () => {
        tries += 1;
        if (tries === 1) throw new Error('no');
        if (isDead) await new Promise(() => undefined);
      },
    };
    const dying = await consume(handlers);
    await bus.publish([banned()]);
    clock.advance(1_000);
    void dying.runDue(clock.now());
    await eventually(() => tries === 2);
    // Nothing waits for what never returns.
    consumers = [];
    isDead = false;

    const other = await consume(handlers);
    expect(await after(59_999, other)).toBe(0);
    expect(await after(1, other)).toBe(1);
    expect(await rows()).toEqual([]);
  });
});

describe('an event whose data breaks its contract', () => {
  test('is parked at once, with the fields, and its handler never called', async () => {
    let calls = 0;
    const consumer = await consume({ [userBanned.type]: async () => void (calls += 1) });
    await bus.publish([banned({ data: { user_id: 'nobody' } })]);
    expect(calls).toBe(0);
    expect(await consumer.listParked({ limit: 10 })).toMatchObject([
      { type: 'user.banned', reason: expect.stringMatching(/user_id: /) as string },
    ]);
    expect(lines.text()).toContain('delivery parked');
  });
});

describe('a command', () => {
  const valid = { lead_id: userId, status: 'followUp' };
  const listenToRejections = () =>
    probeBus(bus, ['lead.set-status.rejected'], { queue: 'probe.rejected', exchange: 'rejected' });

  test.each([
    ['not_found', () => notFound('Lead'), {}],
    ['forbidden', () => forbidden(), {}],
    ['invalid', () => invalid({ status: 'Not in this order' }), { errors: { status: 'Not in this order' } }],
  ])('that is refused (%s) is told to crm.rejected and not tried again', async (code, refusal, more) => {
    const probe = await listenToRejections();
    const consumer = await consume({
      'lead.set-status': async () => {
        throw refusal();
      },
    });
    const command = order(valid);
    await bus.publish([command]);
    expect(probe.taken).toMatchObject([
      {
        source: 'leads',
        causationid: command.id,
        data: { command, code, message: refusal().message, ...more },
      },
    ]);
    expect(await rows()).toEqual([]);
    expect(await consumer.countParked()).toBe(0);
    await probe.stop();
  });

  test('of the wrong shape is refused with every field, and its handler never called', async () => {
    const probe = await listenToRejections();
    let calls = 0;
    await consume({ 'lead.set-status': async () => void (calls += 1) });
    await bus.publish([order({ lead_id: 'nobody', status: 'nonsense' })]);
    expect(calls).toBe(0);
    expect(probe.taken).toMatchObject([
      {
        data: {
          code: 'invalid',
          errors: { lead_id: 'Not a valid id', status: 'Choose a status of the list' },
        },
      },
    ]);
    expect(await rows()).toEqual([]);
    await probe.stop();
  });

  test.each([
    ['a trouble of our own', () => unavailable('Carrier is away')],
    ['a fault', () => new TypeError('broken')],
  ])('that meets %s is tried again instead', async (_what, trouble) => {
    const probe = await listenToRejections();
    let calls = 0;
    const consumer = await consume({
      'lead.set-status': async () => {
        calls += 1;
        if (calls === 1) throw trouble();
      },
    });
    await bus.publish([order(valid)]);
    expect(await after(1_000, consumer)).toBe(1);
    expect(calls).toBe(2);
    expect(probe.taken).toEqual([]);
    expect(await rows()).toEqual([]);
    await probe.stop();
  });
});

describe('a parked delivery', () => {
  let isMended: boolean;
  const park = async () => {
    isMended = false;
    const consumer = await consume({
      [userBanned.type]: async () => {
        if (!isMended) throw new Error('not mended');
      },
    });
    await bus.publish([banned()]);
    for (const delay of [1_000, 10_000, 60_000]) await after(delay, consumer);
    const [parked] = await consumer.listParked({ limit: 10 });
    if (parked === undefined) throw new Error('Nothing is parked');
    return { consumer, id: parked.id };
  };

  test('goes through when somebody has it tried again after the fault is mended', async () => {
    const { consumer, id } = await park();
    isMended = true;
    expect(await consumer.retryParked(id)).toBe(true);
    expect(await rows()).toEqual([]);
  });

  test('that fails again has all its tries before it, and is parked after them', async () => {
    const { consumer, id } = await park();
    expect(await consumer.retryParked(id)).toBe(false);
    expect(await consumer.countParked()).toBe(0);
    for (const delay of [1_000, 10_000, 60_000]) expect(await after(delay, consumer)).toBe(1);
    expect(await consumer.countParked()).toBe(1);
  });

  test('can be dropped, which is told in the log', async () => {
    const { consumer, id } = await park();
    await consumer.dropParked(id);
    expect(await rows()).toEqual([]);
    expect(lines.text()).toContain('parked delivery dropped');
  });

  test('that is not there, or not parked, or of another queue, is not found', async () => {
    const { consumer, id } = await park();
    await consumer.dropParked(id);
    await bus.publish([banned()]);
    const [waiting] = await rows();
    for (const unknown of [id, waiting?._id ?? '', 'stats.users 1']) {
      await expect(consumer.retryParked(unknown)).rejects.toMatchObject({ code: 'not_found' });
      await expect(consumer.dropParked(unknown)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('is listed in pages', async () => {
    const consumer = await consume({ [userBanned.type]: async () => undefined });
    await bus.publish(Array.from({ length: 5 }, () => banned({ data: {} })));
    const first = await consumer.listParked({ limit: 3 });
    const rest = await consumer.listParked({ limit: 3, after: first.at(-1)?.id ?? '' });
    expect([first.length, rest.length]).toEqual([3, 2]);
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(5);
    expect(await consumer.countParked()).toBe(5);
  });
});

describe('messages that come together', () => {
  const made = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      exampleEnvelope({
        type: 'lead.created',
        subject: `lead/${String(index)}`,
        sequence: 1,
        data: leadCreated.example,
      }),
    );

  test('reach the handler of many once, with their data parsed', async () => {
    const taken: string[][] = [];
    const alone: string[] = [];
    await consume({ [leadCreated.type]: async ({ id }) => void alone.push(id) }, heldJobs, {
      [leadCreated.type]: async (all) => {
        expect(all.map(({ data }) => data.how)).toEqual(all.map(() => leadCreated.example.how));
        taken.push(all.map(({ id }) => id));
      },
    });
    const all = made(5);
    await bus.publish(all);
    expect(taken).toEqual([all.map(({ id }) => id)]);
    expect(alone).toEqual([]);
  });

  test('are handled one by one where that fails, and what fails alone is written down once', async () => {
    const alone: string[] = [];
    const [good, bad, other] = made(3);
    if (good === undefined || bad === undefined || other === undefined) throw new Error('Nothing to send');
    await consume(
      {
        [leadCreated.type]: async ({ id }) => {
          if (id === bad.id) throw new Error('not this one');
          alone.push(id);
        },
      },
      heldJobs,
      {
        [leadCreated.type]: async () => {
          throw new Error('not all of them');
        },
      },
    );
    await bus.publish([good, bad, other]);
    await bus.publish([good, bad, other]);
    expect(alone).toEqual([good.id, other.id, good.id, other.id]);
    expect((await rows()).map(({ event }) => event.id)).toEqual([bad.id]);
  });

  test('go without the one whose data does not fit, which is parked', async () => {
    const taken: string[] = [];
    const [good, bad, other] = made(3);
    if (good === undefined || bad === undefined || other === undefined) throw new Error('Nothing to send');
    await consume({ [leadCreated.type]: async () => undefined }, heldJobs, {
      [leadCreated.type]: async (all) => void taken.push(...all.map(({ id }) => id)),
    });
    await bus.publish([good, { ...bad, data: {} }, other]);
    expect(taken).toEqual([good.id, other.id]);
    expect((await rows()).map(({ event, state }) => [event.id, state])).toEqual([[bad.id, 'parked']]);
  });
});
