import { z } from 'zod';
import { probeBus } from './bus-probe.js';
import type { Bus } from './bus.js';
import type { DeadLetters } from './dead-letters.js';
import { exampleEnvelope } from './example-envelope.js';
import { openCorner, type Corner } from './testing/corner.js';
import { eventually } from './testing/eventually.js';

const minute = 60_000;
/** Ends a test whose step never comes. */
const patience = 10 * minute;
const returned = z.object({ 'x-delivery-count': z.number().default(0) });

/** How the dead-letter queue of a service is looked at and emptied by hand, on RabbitMQ. */
export function describeDeadLetters(url: URL): void {
  describe('the dead letters of a service on RabbitMQ', () => {
    let corner: Corner;
    let bus: Bus;
    let service: string;
    let letters: DeadLetters;
    let services = 0;

    beforeAll(async () => {
      corner = await openCorner(url);
      bus = await corner.connectBus();
    }, patience);
    afterAll(() => corner.close(), patience);
    beforeEach(() => {
      services += 1;
      service = `letters${String(services)}`;
      letters = bus.deadLetters(service);
    });

    /** Puts what is no envelope into the service's queue, and waits until it was set aside. */
    async function poison(...texts: string[]): Promise<void> {
      const probe = await probeBus(bus, ['lead.assigned'], { queue: `${service}.events` });
      await corner.raw(async (channel) => {
        for (const text of texts)
          channel.publish(corner.names.exchange('events'), 'lead.assigned', Buffer.from(text), {
            messageId: `id of ${text}`,
          });
      });
      let lie = 0;
      await eventually(() => {
        void letters.count().then((count) => (lie = count));
        return lie === texts.length;
      });
      await probe.stop();
    }

    it('has none where the service never had a queue', async () => {
      expect(await letters.count()).toBe(0);
      expect(await letters.list(10)).toEqual([]);
      expect(await bus.depthOf(`${service}.events`)).toBeUndefined();
    });

    it('says how many messages wait in a queue', async () => {
      const probe = await probeBus(bus, ['lead.assigned'], { queue: `${service}.events` });
      expect(await bus.depthOf(`${service}.events`)).toEqual({ messages: 0, consumers: 1 });
      await probe.stop();
      await bus.publish([exampleEnvelope(), exampleEnvelope()]);
      expect(await bus.depthOf(`${service}.events`)).toEqual({ messages: 2, consumers: 0 });
    });

    it(
      'loses nothing and changes no order however often it is looked at',
      async () => {
        await poison('first', 'second', 'third');
        const seen = await letters.list(10);
        expect(seen.map(({ content }) => content.toString())).toEqual(['first', 'second', 'third']);
        expect(seen[0]).toMatchObject({
          queue: `${service}.events`,
          type: 'lead.assigned',
          messageId: 'id of first',
          reason: 'not JSON',
        });
        expect(Date.now() - (seen[0]?.at?.getTime() ?? 0)).toBeLessThan(minute);

        for (let look = 0; look < 25; look += 1) {
          expect((await letters.list(10)).map(({ id }) => id).sort()).toEqual(
            seen.map(({ id }) => id).sort(),
          );
        }
        expect(await letters.count()).toBe(3);
        // A broker that deletes what was returned too often never gets to that.
        await corner.raw(async (channel) => {
          for (;;) {
            const message = await channel.get(corner.names.deadQueue(service));
            if (message === false) break;
            expect(returned.parse(message.properties.headers)['x-delivery-count']).toBeLessThan(20);
          }
          channel.nackAll(true);
        });
      },
      patience,
    );

    it('puts one back into its queue and leaves the others', async () => {
      await poison('{"half": ', 'other');
      const [half] = await letters.list(10);
      expect((await letters.retry(half?.id ?? ''))?.messageId).toBe('id of {"half": ');
      expect(await bus.depthOf(`${service}.events`)).toMatchObject({ messages: 1 });
      expect((await letters.list(10)).map(({ content }) => content.toString())).toEqual(['other']);
      expect(await letters.retry(half?.id ?? '')).toBeUndefined();
    });

    it('drops one for good', async () => {
      await poison('one', 'two');
      const [one] = await letters.list(10);
      expect((await letters.drop(one?.id ?? ''))?.content.toString()).toBe('one');
      expect((await letters.list(10)).map(({ content }) => content.toString())).toEqual(['two']);
      expect(await letters.drop(one?.id ?? '')).toBeUndefined();
    });

    it('puts nothing into the queue of another service, whatever the message says', async () => {
      await poison('own');
      await corner.raw(async (channel) => {
        channel.sendToQueue(corner.names.deadQueue(service), Buffer.from('forged'), {
          headers: { 'x-queue': 'auth.users' },
        });
      });
      const forged = (await letters.list(10)).find(({ queue }) => queue === 'auth.users');
      await expect(letters.retry(forged?.id ?? '')).rejects.toMatchObject({ code: 'invalid' });
      expect(await letters.count()).toBe(2);
    });

    it('says that the bus is out of reach instead of that there are none', async () => {
      const away = await corner.connectBus();
      await away.close();
      await expect(away.deadLetters(service).count()).rejects.toMatchObject({ code: 'unavailable' });
      await expect(away.depthOf(`${service}.events`)).rejects.toMatchObject({ code: 'unavailable' });
    });
  });
}
