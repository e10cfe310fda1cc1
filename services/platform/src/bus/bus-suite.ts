import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { currentContext } from '../log/request-context.js';
import { DeadLetter, PublishError, type Bus, type Subscription } from './bus.js';
import { probeBus } from './bus-probe.js';
import { exampleEnvelope } from './example-envelope.js';
import { eventually } from './testing/eventually.js';

/** A bus to be put through the suite. */
export interface BusUnderTest {
  /** The bus as a process has it; each call may answer another client of the same bus, or the same. */
  connect(): Promise<Bus>;
  /** Called before each test: queues that an earlier one left must not get in its way. */
  startAnew?(): void;
  /** What lies in a service's dead-letter queue, with the reasons. */
  dead(service: string): Promise<{ id: string; reason: string }[]>;
  close(): Promise<void>;
}

/** Sends as the relay does: again and again, until nothing is left that is not known to have arrived. */
export async function sendUntilTaken(
  bus: Bus,
  envelopes: readonly Envelope[],
  patienceMs = 180_000,
): Promise<void> {
  const givesUpAt = Date.now() + patienceMs;
  let open = envelopes;
  while (open.length > 0) {
    try {
      await bus.publish(open);
      return;
    } catch (error) {
      if (!(error instanceof PublishError) || Date.now() > givesUpAt) throw error;
      const { failed } = error;
      open = open.filter(({ id }) => failed.has(id));
      await nextTurn();
      // A broker on its way up needs the processor that trying on would take from it.
      await eventually(() => bus.isReady(), patienceMs);
    }
  }
}

let queues = 0;
const freshService = () => `suite${String((queues += 1))}`;

/** Messages of several subjects, numbered within each, mixed. */
function numbered(subjects: number, each: number, type = 'lead.assigned'): Envelope[] {
  return Array.from({ length: each }, (_, index) => index).flatMap((index) =>
    Array.from({ length: subjects }, (_, subject) =>
      exampleEnvelope({ type, subject: `lead/${String(subject)}`, sequence: index + 1 }),
    ),
  );
}

/** What every form of the bus holds. `lead.assign` is a command of the contracts, `lead.assigned` and others are events. */
export function describeBus(name: string, open: () => Promise<BusUnderTest>): void {
  describe(name, () => {
    let world: BusUnderTest;
    let bus: Bus;

    beforeAll(async () => {
      world = await open();
    });
    beforeEach(async () => {
      world.startAnew?.();
      bus = await world.connect();
    });
    afterAll(async () => {
      await world.close();
    });

    const listen = (subscription: Omit<Subscription, 'queue'>, queue = `${freshService()}.events`) =>
      bus.consume({ queue, ...subscription });

    it('brings an event to every queue that wants it and to no other', async () => {
      const first = await probeBus(bus, ['lead.assigned'], { queue: `${freshService()}.events` });
      const second = await probeBus(bus, ['lead.assigned', 'lead.restored'], {
        queue: `${freshService()}.events`,
      });
      const other = await probeBus(bus, ['lead.deleted'], { queue: `${freshService()}.events` });
      const held = exampleEnvelope({ type: 'lead.assigned', subject: 'lead/a' });
      const released = exampleEnvelope({ type: 'lead.restored', subject: 'lead/a' });

      await bus.publish([held, released]);
      await bus.publish([exampleEnvelope({ type: 'lead.deleted', subject: 'lead/z' })]);

      await second.until((taken) => taken.length === 2);
      await other.until((taken) => taken.length === 1);
      await first.until((taken) => taken.length === 1);
      expect(first.taken).toEqual([held]);
      expect(second.taken).toEqual([held, released]);
      expect(other.taken.map(({ type }) => type)).toEqual(['lead.deleted']);
      await Promise.all([first.stop(), second.stop(), other.stop()]);
    });

    it('takes what nobody wants unread, and handles it where nobody says whether', async () => {
      const handled: string[] = [];
      const unwanted = new Set(['lead.assigned']);
      const asked: string[] = [];
      const consumer = await listen({
        types: ['lead.assigned', 'lead.restored', 'lead.deleted'],
        skips: async (type) => {
          asked.push(type);
          if (type === 'lead.deleted') throw new Error('The store is away');
          return unwanted.has(type);
        },
        handle: async ({ type }) => {
          handled.push(type);
        },
      });
      const each = (type: string) => exampleEnvelope({ type, subject: `lead/${type}` });
      await bus.publish([each('lead.assigned'), each('lead.restored'), each('lead.deleted')]);
      await eventually(() => handled.length === 2 && asked.length === 3);
      unwanted.clear();
      await bus.publish([each('lead.assigned')]);
      await eventually(() => handled.length === 3);
      await consumer.cancel();
      expect(handled.toSorted()).toEqual(['lead.assigned', 'lead.deleted', 'lead.restored']);
    });

    it('keeps the order of each subject while handlers take their time', async () => {
      const begun: Record<string, number[]> = {};
      const finished: Record<string, number[]> = {};
      let turns = 0;
      let handled = 0;
      const consumer = await listen({
        types: ['lead.assigned'],
        handle: async ({ subject, sequence }) => {
          (begun[subject] ??= []).push(sequence);
          for (let wait = (turns += 7) % 5; wait > 0; wait -= 1) await nextTurn();
          (finished[subject] ??= []).push(sequence);
          handled += 1;
        },
      });
      const messages = numbered(5, 60);

      await bus.publish(messages);
      await eventually(() => handled === messages.length);
      await consumer.cancel();

      const inOrder = Array.from({ length: 60 }, (_, index) => index + 1);
      for (const subject of ['lead/0', 'lead/1', 'lead/2', 'lead/3', 'lead/4']) {
        expect(begun[subject]).toEqual(inOrder);
        expect(finished[subject]).toEqual(inOrder);
      }
    });

    it('brings what came together to a consumer of many, and each alone where it refuses them', async () => {
      const created = Array.from({ length: 12 }, (_, index) =>
        exampleEnvelope({ type: 'lead.created', subject: `lead/${String(index)}`, sequence: 1 }),
      );
      const together: string[][] = [];
      const alone: string[] = [];
      let refuses = false;
      const consumer = await listen({
        types: ['lead.created', 'lead.updated'],
        handleMany: async (envelopes) => {
          if (refuses) throw new Error('Not all at once');
          together.push(envelopes.map(({ id }) => id));
        },
        handle: async ({ id }) => void alone.push(id),
      });
      const ids = created.map(({ id }) => id);

      await bus.publish(created);
      await eventually(() => together.length === 1);
      expect(together).toEqual([ids]);
      refuses = true;
      await bus.publish(created);
      await eventually(() => alone.length === ids.length);
      expect([...alone].sort()).toEqual([...ids].sort());
      const updated = exampleEnvelope({ type: 'lead.updated', subject: 'lead/0', sequence: 2 });
      await bus.publish([updated]);
      await eventually(() => alone.at(-1) === updated.id);
      await consumer.cancel();
    });

    it('keeps the order of a subject between what came together and what came alone', async () => {
      const seen: Record<string, number[]> = {};
      const note = async ({ subject, sequence }: Envelope) => {
        await nextTurn();
        (seen[subject] ??= []).push(sequence);
      };
      const consumer = await listen({
        types: ['lead.created', 'lead.updated'],
        handleMany: async (envelopes) => {
          for (const each of envelopes) await note(each);
        },
        handle: note,
      });
      const of = (type: string, sequence: number) =>
        Array.from({ length: 10 }, (_, index) =>
          exampleEnvelope({ type, subject: `lead/${String(index)}`, sequence }),
        );

      await bus.publish([...of('lead.created', 1), ...of('lead.updated', 2), ...of('lead.created', 3)]);
      await eventually(() => Object.values(seen).flat().length === 30);
      await consumer.cancel();

      expect(Object.values(seen)).toEqual(Array.from({ length: 10 }, () => [1, 2, 3]));
    });

    it('does not let one slow message hold up another subject', async () => {
      let release: () => void = () => undefined;
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      let reportOther: () => void = () => undefined;
      const otherCame = new Promise<void>((resolve) => (reportOther = resolve));
      const consumer = await listen({
        types: ['lead.assigned'],
        handle: async ({ subject }) => {
          if (subject === 'lead/slow') await isReleased;
          else reportOther();
        },
      });

      const sent = bus.publish([
        exampleEnvelope({ subject: 'lead/slow' }),
        exampleEnvelope({ subject: 'lead/quick' }),
      ]);
      await otherCame;
      release();
      await sent;
      await consumer.cancel();
    });

    it('shares a queue among its replicas: each message to one of them', async () => {
      const queue = `${freshService()}.events`;
      const taken: string[][] = [[], [], []];
      const consumers = await Promise.all(
        taken.map(async (mine) => {
          const replica = await world.connect();
          return replica.consume({
            queue,
            types: ['lead.assigned'],
            // So few at a time that one alone cannot take them all.
            prefetch: 10,
            handle: async ({ id }) => {
              mine.push(id);
              await nextTurn();
            },
          });
        }),
      );
      const messages = numbered(30, 10);

      await bus.publish(messages);
      await eventually(() => taken.flat().length >= messages.length);
      await Promise.all(consumers.map((consumer) => consumer.cancel()));

      expect(taken.flat().sort()).toEqual(messages.map(({ id }) => id).sort());
      expect(taken.filter((mine) => mine.length > 0).length).toBeGreaterThan(1);
    });

    it('goes on with the replicas that are left when one stops', async () => {
      const queue = `${freshService()}.events`;
      const leaving = await probeBus(await world.connect(), ['lead.assigned'], { queue });
      const staying = await probeBus(bus, ['lead.assigned'], { queue });
      await leaving.stop();
      const messages = numbered(10, 2);

      await bus.publish(messages);

      await staying.until((taken) => taken.length === messages.length);
      expect(leaving.taken).toEqual([]);
      await staying.stop();
    });

    it('keeps commands and events apart', async () => {
      const asEvents = await probeBus(bus, ['lead.assign'], {
        queue: `${freshService()}.events`,
        exchange: 'events',
      });
      const asCommands = await probeBus(bus, ['lead.assign'], { queue: `${freshService()}.commands` });
      const command = exampleEnvelope({ type: 'lead.assign' });

      await bus.publish([command]);

      await asCommands.until((taken) => taken.length === 1);
      expect(asCommands.taken).toEqual([command]);
      expect(asEvents.taken).toEqual([]);
      await Promise.all([asEvents.stop(), asCommands.stop()]);
    });

    it('refuses a command that no queue takes, and sends the rest', async () => {
      const probe = await probeBus(bus, ['lead.assigned'], { queue: `${freshService()}.events` });
      const order = exampleEnvelope({ type: 'lead.set-status' });
      const detail = exampleEnvelope({ type: 'lead.assigned' });

      const failure: unknown = await bus.publish([order, detail]).catch((error: unknown) => error);

      expect(failure).toBeInstanceOf(PublishError);
      expect(failure instanceof PublishError && [...failure.failed]).toEqual([order.id]);
      await probe.until((taken) => taken.length === 1);
      await probe.stop();
    });

    it('publishes an event that nobody wants', async () => {
      await expect(bus.publish([exampleEnvelope({ type: 'import.progressed' })])).resolves.toBeUndefined();
    });

    it('publishes nothing when there is nothing', async () => {
      await expect(bus.publish([])).resolves.toBeUndefined();
    });

    it('tells that a command was refused, with the command and the reasons', async () => {
      const probe = await probeBus(bus, ['lead.assign.rejected'], {
        queue: `${freshService()}.rejected`,
        exchange: 'rejected',
      });
      const command = exampleEnvelope({ type: 'lead.assign', correlationid: 'asked-by-partner' });

      await bus.publishRejected(command, {
        by: 'leads',
        code: 'invalid',
        message: 'No such agent',
        errors: { agent_id: 'No such agent' },
      });

      const [rejected] = await probe.until((taken) => taken.length === 1);
      expect(rejected).toMatchObject({
        source: 'leads',
        type: 'lead.assign.rejected',
        causationid: command.id,
        correlationid: 'asked-by-partner',
        data: {
          command,
          code: 'invalid',
          message: 'No such agent',
          errors: { agent_id: 'No such agent' },
        },
      });
      await probe.stop();
    });

    it('sets a message aside at once when its handler gives it up, and goes on', async () => {
      const service = freshService();
      const handled: string[] = [];
      let calls = 0;
      const consumer = await bus.consume({
        queue: `${service}.events`,
        types: ['lead.assigned'],
        handle: async ({ id, sequence }) => {
          calls += 1;
          if (sequence === 13) throw new DeadLetter('thirteen is not handled here');
          handled.push(id);
        },
      });
      const bad = exampleEnvelope({ sequence: 13 });
      const good = exampleEnvelope({ sequence: 14 });

      await bus.publish([bad, good]);
      await eventually(() => handled.length > 0);
      await consumer.cancel();

      expect(handled).toEqual([good.id]);
      expect(calls).toBe(2);
      expect(await world.dead(service)).toEqual([{ id: bad.id, reason: 'thirteen is not handled here' }]);
    });

    it('brings a message again whose handler failed twice, before the later ones of its subject', async () => {
      const seen: number[] = [];
      let failures = 0;
      const consumer = await listen({
        types: ['lead.assigned'],
        handle: async ({ sequence }) => {
          if (sequence === 1 && failures < 2) {
            failures += 1;
            throw new Error('not yet');
          }
          seen.push(sequence);
        },
      });

      await sendUntilTaken(bus, [exampleEnvelope({ subject: 'lead/again', sequence: 1 })]);
      await sendUntilTaken(bus, [exampleEnvelope({ subject: 'lead/again', sequence: 2 })]);
      await eventually(() => seen.includes(2));
      await consumer.cancel();

      expect(failures).toBe(2);
      expect(seen).toEqual([1, 2]);
    });

    it('hands every queue a copy of its own', async () => {
      const spoiler = await listen({
        types: ['lead.assigned'],
        handle: async (envelope) => {
          envelope.data = 'spoilt';
        },
      });
      const probe = await probeBus(bus, ['lead.assigned'], { queue: `${freshService()}.events` });
      const message = exampleEnvelope();

      await bus.publish([message]);

      await probe.until((taken) => taken.length === 1);
      expect(probe.taken[0]?.data).toEqual(message.data);
      await Promise.all([spoiler.cancel(), probe.stop()]);
    });

    it('runs a handler in the context of its message', async () => {
      let emit: (context: unknown) => void = () => undefined;
      const context = new Promise<unknown>((resolve) => (emit = resolve));
      const consumer = await listen({
        types: ['lead.assigned'],
        handle: async () => {
          await nextTurn();
          emit(currentContext());
        },
      });
      const message = exampleEnvelope({
        correlationid: 'request-7',
        actorid: '507f191e810c19729de860ea',
        actorrole: '2',
      });

      await bus.publish([message]);

      expect(await context).toEqual({
        correlationId: 'request-7',
        causationId: message.id,
        actor: { id: '507f191e810c19729de860ea', role: '2' },
      });
      await consumer.cancel();
    });

    it('lets every process that listens hear each event of the types it asked for, and none once it stopped', async () => {
      const replicas = [await world.connect(), await world.connect()];
      const heard: string[][] = [[], []];
      const listeners = await Promise.all(
        replicas.map((replica, index) =>
          replica.listen(['user.sessions-ended'], ({ id }) => heard[index]?.push(id)),
        ),
      );
      expect(listeners.map((listener) => listener.isLive())).toEqual([true, true]);
      const [first, other, last] = ['user.sessions-ended', 'lead.assigned', 'user.sessions-ended'].map(
        (type) => exampleEnvelope({ type }),
      );
      if (first === undefined || other === undefined || last === undefined)
        throw new Error('Nothing to send');
      await sendUntilTaken(bus, [first, other]);
      await eventually(() => heard.every(({ length }) => length > 0));
      await listeners[1]?.close();
      expect(listeners[1]?.isLive()).toBe(false);
      await sendUntilTaken(bus, [last]);
      await eventually(() => heard[0]?.length === 2);
      expect(heard).toEqual([[first.id, last.id], [first.id]]);
      await listeners[0]?.close();
    });

    it('finishes the message under way when a consumer is cancelled, and loses none that comes later', async () => {
      const queue = `${freshService()}.events`;
      let begin: () => void = () => undefined;
      const begun = new Promise<void>((resolve) => (begin = resolve));
      let release: () => void = () => undefined;
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      let isFinished = false;
      const leaving = await bus.consume({
        queue,
        types: ['lead.assigned'],
        handle: async () => {
          begin();
          await isReleased;
          isFinished = true;
        },
      });
      const sent = bus.publish([exampleEnvelope({ subject: 'lead/first' })]);
      await begun;
      const cancelled = leaving.cancel();
      release();
      await Promise.all([cancelled, sent]);
      expect(isFinished).toBe(true);

      const later = exampleEnvelope({ subject: 'lead/later' });
      const sending = sendUntilTaken(bus, [later]);
      const probe = await probeBus(bus, ['lead.assigned'], { queue });

      await sending;
      await probe.until((taken) => taken.length === 1);
      expect(probe.taken).toEqual([later]);
      await probe.stop();
    });

    it('brings a message that was sent twice twice: telling it apart is the consumer’s part', async () => {
      const probe = await probeBus(bus, ['lead.assigned'], { queue: `${freshService()}.events` });
      const message = exampleEnvelope();

      await bus.publish([message]);
      await bus.publish([message]);

      await probe.until((taken) => taken.length === 2);
      expect(probe.taken.map(({ id }) => id)).toEqual([message.id, message.id]);
      await probe.stop();
    });

    it('refuses to publish when closed', async () => {
      const closing = await world.connect();
      const message = exampleEnvelope();
      await closing.close();

      const failure: unknown = await closing.publish([message]).catch((error: unknown) => error);

      expect(closing.isReady()).toBe(false);
      expect(failure instanceof PublishError && [...failure.failed]).toEqual([message.id]);
    });
  });
}
