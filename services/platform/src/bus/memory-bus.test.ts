import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { probeBus } from './bus-probe.js';
import { describeBus } from './bus-suite.js';
import { PublishError } from './bus.js';
import { exampleEnvelope } from './example-envelope.js';
import { createMemoryBus } from './memory-bus.js';

describeBus('the in-process bus', async () => {
  let bus = createMemoryBus();
  return {
    startAnew: () => {
      bus = createMemoryBus();
    },
    connect: async () => bus,
    dead: async (service) =>
      bus.dead
        .filter(({ queue }) => queue.startsWith(`${service}.`))
        .map(({ envelope, reason }) => ({ id: envelope.id, reason })),
    close: () => bus.close(),
  };
});

describe('the in-process bus as the only durable thing is the outbox', () => {
  const failureOf = async (promise: Promise<void>): Promise<PublishError> => {
    const failure: unknown = await promise.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(failure instanceof PublishError)) throw new Error('Expected a PublishError');
    return failure;
  };

  it('confirms a message only when every handler has returned', async () => {
    const bus = createMemoryBus();
    const returned: string[] = [];
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await bus.consume({
      queue: 'a.events',
      types: ['lead.assigned'],
      handle: async () => void returned.push('a'),
    });
    await bus.consume({
      queue: 'b.events',
      types: ['lead.assigned'],
      handle: async () => {
        await isReleased;
        returned.push('b');
      },
    });

    const confirmed = bus.publish([exampleEnvelope()]).then(() => returned.push('confirmed'));
    release();
    await confirmed;

    expect(returned).toEqual(['a', 'b', 'confirmed']);
  });

  it('names the message whose handler threw, and confirms the others', async () => {
    const bus = createMemoryBus();
    const handled: Envelope[] = [];
    await bus.consume({
      queue: 'a.events',
      types: ['lead.assigned'],
      handle: async (envelope) => {
        if (envelope.sequence === 2) throw new Error('the store is away');
        handled.push(envelope);
      },
    });
    const messages = [1, 2, 3].map((sequence) => exampleEnvelope({ sequence }));

    const failure = await failureOf(bus.publish(messages));

    expect([...failure.failed]).toEqual([messages[1]?.id]);
    expect(failure.cause).toEqual(new Error('the store is away'));
    expect(handled.map(({ sequence }) => sequence)).toEqual([1, 3]);
  });

  it('refuses a message while the consumers of its queue are gone', async () => {
    const bus = createMemoryBus();
    const consumer = await bus.consume({
      queue: 'a.events',
      types: ['lead.assigned'],
      handle: async () => undefined,
    });
    await consumer.cancel();
    const message = exampleEnvelope();

    const failure = await failureOf(bus.publish([message]));

    expect([...failure.failed]).toEqual([message.id]);
  });

  it('holds messages back until it is opened, so that none goes by a service that starts later', async () => {
    const bus = createMemoryBus({ held: true });
    const message = exampleEnvelope();
    const sent = bus.publish([message]);
    const probe = await probeBus(bus, ['lead.assigned']);

    expect(probe.taken).toEqual([]);
    bus.open();
    await sent;

    expect(probe.taken).toEqual([message]);
  });

  it('gives up what waits when it is closed, held or being handled', async () => {
    const held = createMemoryBus({ held: true });
    const waiting = failureOf(held.publish([exampleEnvelope()]));
    await held.close();
    expect((await waiting).failed.size).toBe(1);

    const open = createMemoryBus();
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    await open.consume({
      queue: 'a.events',
      types: ['lead.assigned'],
      handle: () => {
        begin();
        return new Promise(() => undefined);
      },
    });
    const handled = failureOf(open.publish([exampleEnvelope()]));
    await begun;
    await open.close();
    expect((await handled).failed.size).toBe(1);
  });
});
