import { withTraceparent } from '../tracing/tracer.js';
import { silentLogger } from '../log/logger.js';
import { probeBus } from './bus-probe.js';
import { DeadLetter, PublishError, type Bus } from './bus.js';
import { exampleEnvelope } from './example-envelope.js';
import { createRabbitBus } from './rabbit-bus.js';
import { openCorner, type Corner } from './testing/corner.js';
import { eventually } from './testing/eventually.js';

const minute = 60_000;
/** Ends a test whose step never comes. */
const patience = 10 * minute;

/** What RabbitMQ alone shows: how things are declared, what becomes of messages that nobody can handle. */
export function describeBroker(url: URL): void {
  describe('the bus on RabbitMQ, what it makes of the broker', () => {
    let corner: Corner;
    let bus: Bus;

    beforeAll(async () => {
      corner = await openCorner(url);
      bus = await corner.connectBus();
    }, patience);
    afterAll(() => corner.close(), patience);

    it('declares durable topic exchanges, quorum queues with a delivery limit, one dead-letter queue for a service', async () => {
      const handle = async () => undefined;
      await bus.consume({ queue: 'shape.events', types: ['lead.assigned'], handle });
      await bus.consume({ queue: 'shape.commands', types: ['lead.assign'], handle });

      // The broker refuses to declare a thing again with other properties.
      await corner.raw(async (channel) => {
        for (const exchange of ['events', 'commands', 'rejected'] as const)
          await channel.assertExchange(corner.names.exchange(exchange), 'topic', { durable: true });
        for (const queue of ['shape.events', 'shape.commands'])
          await channel.assertQueue(corner.names.queue(queue), {
            durable: true,
            arguments: {
              'x-queue-type': 'quorum',
              'x-delivery-limit': 20,
              'x-dead-letter-exchange': corner.names.deadExchange,
              'x-dead-letter-routing-key': corner.names.deadQueue('shape.events'),
              'x-dead-letter-strategy': 'at-least-once',
              'x-overflow': 'reject-publish',
            },
          });
        await channel.assertQueue(corner.names.deadQueue('shape.events'), {
          durable: true,
          arguments: { 'x-queue-type': 'quorum' },
        });
      });
    });

    it('carries many new leads in messages of fifty, each an event by itself, in the order of its subject', async () => {
      const created = Array.from({ length: 120 }, (_, index) =>
        exampleEnvelope({ type: 'lead.created', subject: `lead/${String(index)}`, sequence: 1 }),
      );
      const updated = created.map(({ subject }) =>
        exampleEnvelope({ type: 'lead.updated', subject, sequence: 2 }),
      );
      const raw: { contentType: unknown; ids: string[] }[] = [];
      await corner.raw(async (channel) => {
        const { queue } = await channel.assertQueue('', { exclusive: true });
        await channel.bindQueue(queue, corner.names.exchange('events'), 'lead.created');
        const probe = await probeBus(bus, ['lead.created', 'lead.updated'], { queue: 'batches.events' });
        await bus.publish([...created, ...updated]);
        await probe.until(({ length }) => length === 240);
        expect(new Set(probe.taken.map(({ id }) => id)).size).toBe(240);
        for (const { subject } of created)
          expect(probe.taken.filter((each) => each.subject === subject).map((each) => each.sequence)).toEqual(
            [1, 2],
          );
        await probe.stop();
        await eventually(async () => (await channel.checkQueue(queue)).messageCount === 3);
        for (;;) {
          const message = await channel.get(queue, { noAck: true });
          if (message === false) break;
          const events = JSON.parse(message.content.toString()) as { id: string }[];
          raw.push({ contentType: message.properties.contentType, ids: events.map(({ id }) => id) });
        }
      });
      expect(raw.map(({ contentType }) => contentType)).toEqual(
        Array.from({ length: 3 }, () => 'application/cloudevents-batch+json'),
      );
      expect(raw.map(({ ids }) => ids.length)).toEqual([50, 50, 20]);
      expect(raw.flatMap(({ ids }) => ids)).toEqual(created.map(({ id }) => id));
    });

    it('sets one event of a batch aside and keeps the others', async () => {
      const [good, bad, last] = Array.from({ length: 3 }, (_, index) =>
        exampleEnvelope({ type: 'lead.created', subject: `lead/${String(index)}` }),
      );
      if (good === undefined || bad === undefined || last === undefined) throw new Error('Nothing to send');
      const taken: string[] = [];
      await bus.consume({
        queue: 'choosy.events',
        types: ['lead.created'],
        handle: async ({ id }) => {
          if (id === bad.id) throw new DeadLetter('not this one');
          taken.push(id);
        },
      });
      await bus.publish([good, bad, last]);
      // Looking takes the letter out of the queue.
      const letters: Awaited<ReturnType<typeof corner.dead>> = [];
      await eventually(async () => letters.push(...(await corner.dead('choosy'))) > 0);
      const [letter] = letters;
      expect(letter).toMatchObject({ id: bad.id, reason: 'not this one' });
      expect(JSON.parse(letter?.content ?? '')).toEqual(bad);
      await eventually(() => taken.length === 2);
      expect(taken).toEqual([good.id, last.id]);
    });

    it('sets an event of a batch aside once, though the batch comes again because of another', async () => {
      const [bad, late] = Array.from({ length: 2 }, (_, index) =>
        exampleEnvelope({ type: 'lead.created', subject: `lead/${String(index)}` }),
      );
      if (bad === undefined || late === undefined) throw new Error('Nothing to send');
      const tried: string[] = [];
      let isWell = false;
      const consume = () =>
        bus.consume({
          queue: 'once.events',
          types: ['lead.created'],
          handle: async ({ id }) => {
            tried.push(id);
            if (id === bad.id) throw new DeadLetter('not this one');
            if (!isWell) throw new Error('not now');
          },
        });
      const first = await consume();
      await bus.publish([bad, late]);
      await eventually(() => tried.includes(bad.id) && tried.includes(late.id));
      // What is not done by now comes again, and with it the whole message.
      await first.cancel();

      isWell = true;
      tried.length = 0;
      const second = await consume();
      await eventually(() => tried.includes(bad.id) && tried.includes(late.id));
      await second.cancel();

      // Looking takes the letters out of the queue.
      expect((await corner.dead('once')).map(({ id }) => id)).toEqual([bad.id]);
    });

    it('sets aside what is no envelope and what is not even JSON, with the reason, and goes on', async () => {
      const probe = await probeBus(bus, ['lead.assigned'], { queue: 'poison.events' });
      const good = exampleEnvelope();
      await corner.raw(async (channel) => {
        const exchange = corner.names.exchange('events');
        channel.publish(exchange, 'lead.assigned', Buffer.from('{"half": '), { messageId: 'half' });
        channel.publish(exchange, 'lead.assigned', Buffer.from('{"specversion":"1.0"}'), {
          messageId: 'thin',
        });
        channel.publish(exchange, 'lead.assigned', Buffer.from(JSON.stringify(good)), { messageId: good.id });
      });

      await probe.until((taken) => taken.length === 1);
      await probe.stop();

      expect(probe.taken).toEqual([good]);
      const dead = await corner.dead('poison');
      expect(dead.map(({ id }) => id).sort()).toEqual(['half', 'thin']);
      expect(dead.find(({ id }) => id === 'half')).toMatchObject({
        reason: 'not JSON',
        content: '{"half": ',
      });
      expect(dead.find(({ id }) => id === 'thin')?.reason).toMatch(/^not an envelope: id /);
    });

    it(
      'sets a message aside whose handler throws every time, with what it threw, and goes on',
      async () => {
        const calls: number[] = [];
        await bus.consume({
          queue: 'stubborn.events',
          types: ['lead.assigned'],
          handle: async ({ sequence }) => {
            calls.push(sequence);
            if (sequence === 1) throw new TypeError('broken handler');
          },
        });
        const bad = exampleEnvelope({ sequence: 1 });

        await bus.publish([bad, exampleEnvelope({ sequence: 2 })]);
        await eventually(() => calls.includes(2));

        expect(calls).toEqual([1, 1, 1, 1, 1, 2]);
        expect(await corner.dead('stubborn')).toMatchObject([
          { id: bad.id, reason: 'TypeError: broken handler' },
        ]);
      },
      patience,
    );

    it(
      'sets a message aside that takes its consumer down again and again',
      async () => {
        const consumer = await bus.consume({
          queue: 'killer.events',
          types: ['lead.assigned'],
          handle: async () => undefined,
        });
        await consumer.cancel();
        const killer = exampleEnvelope();
        await bus.publish([killer]);

        // What a broker sees of a process that dies: the message comes back without an answer.
        await corner.raw(async (channel) => {
          for (let deaths = 0; deaths <= 20;) {
            const message = await channel.get(corner.names.queue('killer.events'));
            if (message === false) continue;
            deaths += 1;
            channel.nack(message);
          }
        });
        const dead: string[] = [];
        await eventually(async () => {
          dead.push(...(await corner.dead('killer')).map(({ id }) => id));
          return dead.length > 0;
        });

        expect(dead).toEqual([killer.id]);
      },
      patience,
    );

    it(
      'declares a queue again that was deleted under its consumer',
      async () => {
        const probe = await probeBus(bus, ['lead.assigned'], { queue: 'deleted.events' });
        await corner.raw((channel) => channel.deleteQueue(corner.names.queue('deleted.events')));
        await eventually(() => !bus.isReady());
        await eventually(() => bus.isReady());
        const message = exampleEnvelope();

        await bus.publish([message]);

        await probe.until((taken) => taken.length === 1);
        expect(probe.taken).toEqual([message]);
      },
      patience,
    );

    it('sends messages that outlive the broker, with what a person or a tool looks for beside the body', async () => {
      await (
        await bus.consume({ queue: 'wire.events', types: ['lead.assigned'], handle: async () => undefined })
      ).cancel();
      const message = exampleEnvelope({ correlationid: 'request-7' });
      await bus.publish([message]);

      const found = await corner.raw((channel) =>
        channel.get(corner.names.queue('wire.events'), { noAck: true }),
      );
      if (found === false) throw new Error('Nothing came');
      expect(found.fields).toMatchObject({
        exchange: corner.names.exchange('events'),
        routingKey: 'lead.assigned',
      });
      expect(found.properties).toMatchObject({
        deliveryMode: 2,
        contentType: 'application/cloudevents+json',
        messageId: message.id,
        correlationId: 'request-7',
        type: 'lead.assigned',
      });
      expect(JSON.parse(found.content.toString())).toEqual(message);
    });

    it('carries the step of a trace as a header, never in the closed body', async () => {
      const probe = await probeBus(bus, ['lead.assigned'], { queue: 'traced.events' });
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      await corner.raw(async (channel) => {
        await channel.assertQueue('raw.traced', { durable: false });
        await channel.bindQueue('raw.traced', corner.names.exchange('events'), 'lead.assigned');
      });
      const envelope = exampleEnvelope();
      await bus.publish([withTraceparent(envelope, traceparent)]);
      await probe.until((taken) => taken.length === 1);
      await probe.stop();

      expect(probe.taken).toEqual([{ ...envelope, traceparent }]);
      await corner.raw(async (channel) => {
        const message = await channel.get('raw.traced', { noAck: true });
        if (message === false) throw new Error('Nothing came');
        expect(JSON.parse(message.content.toString())).toEqual(envelope);
        expect(message.properties.headers?.['traceparent']).toBe(traceparent);
        await channel.deleteQueue('raw.traced');
      });
    });

    it('names the messages that the broker refuses, and confirms the others', async () => {
      const full = corner.names.queue('full');
      await corner.raw(async (channel) => {
        // A classic queue: a quorum queue counts its length a little late.
        await channel.assertQueue(full, { arguments: { 'x-max-length': 2, 'x-overflow': 'reject-publish' } });
        await channel.bindQueue(full, corner.names.exchange('events'), 'lead.deleted');
      });
      const messages = [1, 2, 3, 4].map((sequence) => exampleEnvelope({ type: 'lead.deleted', sequence }));

      const failure: unknown = await bus.publish(messages).catch((error: unknown) => error);
      await corner.raw((channel) => channel.deleteQueue(full));

      const refused = messages.slice(2).map(({ id }) => id);
      expect(failure instanceof PublishError && [...failure.failed]).toEqual(refused);
    });

    it('sends more than a window holds, all of it, in order', async () => {
      const probe = await probeBus(bus, ['lead.assigned'], { queue: 'window.events' });
      const messages = Array.from({ length: 1_500 }, (_, index) =>
        exampleEnvelope({ subject: 'lead/window', sequence: index + 1 }),
      );
      await bus.publish(messages);
      await probe.until((taken) => taken.length >= messages.length, patience);
      await probe.stop();
      expect(probe.taken.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
    });

    it(
      'gives back what it has not begun when it stops, so that the next one takes all the rest once',
      async () => {
        let release: () => void = () => undefined;
        const isReleased = new Promise<void>((resolve) => (release = resolve));
        const taken: number[] = [];
        const stopping = await bus.consume({
          queue: 'handover.events',
          types: ['lead.assigned'],
          prefetch: 10,
          handle: async ({ sequence }) => {
            await isReleased;
            taken.push(sequence);
          },
        });
        // Of one subject: the first is under way, nine wait their turn in the process that stops, the rest in the queue.
        const messages = Array.from({ length: 100 }, (_, index) =>
          exampleEnvelope({ subject: 'lead/handover', sequence: index + 1 }),
        );
        await bus.publish(messages);
        const stopped = stopping.cancel();
        release();
        await stopped;
        const takenBefore = taken.length;

        const probe = await probeBus(bus, ['lead.assigned'], { queue: 'handover.events' });
        await probe.until(({ length }) => length >= messages.length - takenBefore);
        await probe.stop();

        expect(takenBefore).toBeLessThanOrEqual(10);
        expect([...taken, ...probe.taken.map(({ sequence }) => sequence)]).toEqual(
          messages.map(({ sequence }) => sequence),
        );
      },
      patience,
    );

    it('names a setting that the broker refuses, and is not ready', async () => {
      const lonely = await corner.connectBus();
      await corner.raw((channel) =>
        channel.assertQueue(corner.names.queue('odd.events'), { durable: true, arguments: {} }),
      );

      await lonely.consume({ queue: 'odd.events', types: ['lead.assigned'], handle: async () => undefined });

      expect(lonely.isReady()).toBe(false);
      expect(bus.isReady()).toBe(true);
    });

    it('starts while nothing answers, refuses to publish, and stops', async () => {
      const nowhere = await createRabbitBus({ url: 'amqp://127.0.0.1:1', log: silentLogger });
      const consumer = await nowhere.consume({
        queue: 'nowhere.events',
        types: ['lead.assigned'],
        handle: async () => undefined,
      });
      const message = exampleEnvelope();

      expect(nowhere.isReady()).toBe(false);
      await expect(nowhere.publish([message])).rejects.toMatchObject({ failed: new Set([message.id]) });
      await consumer.cancel();
      await nowhere.close();
    });
  });
}
