import { connect, type Channel, type ChannelModel } from 'amqplib';
import type { BrokerUser } from '@crm/contracts/bus/broker-rights.js';
import { silentLogger } from '../log/logger.js';
import { DeadLetter } from '../bus/bus.js';
import { exampleEnvelope } from '../bus/example-envelope.js';
import { createRabbitBus } from '../bus/rabbit-bus.js';
import { brokerUrl, hasControl, useBroker, type TestBroker } from '../bus/testing/broker.js';
import { eventually } from '../bus/testing/eventually.js';
import { makeServiceUsers } from './testing/service-users.js';
import { publish, refusalOf } from '../bus/testing/refusal.js';

const url = await brokerUrl();
const isThere = url !== undefined && (await hasControl(url));
const onBroker = isThere ? describe : describe.skip;

onBroker(
  'the services at a broker with a user for each (skipped where rabbitmqctl reaches no broker)',
  () => {
    let broker: TestBroker;
    let telephony: ChannelModel;
    let users: Awaited<ReturnType<typeof makeServiceUsers>>;
    const urlOf = (name: BrokerUser) => users.urlOf(name);

    beforeAll(async () => {
      if (url === undefined) throw new Error('These tests need a broker');
      broker = await useBroker(url);
      users = await makeServiceUsers(broker);
      telephony = await connect(urlOf('telephony'));
    });
    afterAll(async () => {
      await telephony.close();
      await users.remove();
      await broker.remove();
    });

    test('events pass from the service that publishes them to one that consumes them, and a dead letter is retried', async () => {
      const leads = await createRabbitBus({ url: urlOf('leads'), log: silentLogger });
      const stats = await createRabbitBus({ url: urlOf('stats'), log: silentLogger });
      const taken: string[] = [];
      let isBroken = true;
      const consumer = await stats.consume({
        queue: 'stats.events',
        types: ['lead.created'],
        handle: async ({ id }) => {
          if (isBroken) throw new DeadLetter('not today');
          taken.push(id);
        },
      });
      await consumer.live;
      const heard: string[] = [];
      const listener = await stats.listen(['user.sessions-ended'], ({ id }) => heard.push(id));
      expect(listener.isLive()).toBe(true);
      const event = { ...exampleEnvelope(), type: 'lead.created' };
      await leads.publish([event]);
      await eventually(async () => (await stats.deadLetters('stats').count()) === 1);
      isBroken = false;
      const [letter] = await stats.deadLetters('stats').list(1);
      await stats.deadLetters('stats').retry(letter?.id ?? '');
      await eventually(async () => taken.includes(event.id));
      expect(await stats.depthOf('stats.events')).toMatchObject({ consumers: 1 });
      await listener.close();
      await consumer.cancel();
      await Promise.all([leads.close(), stats.close()]);
    });

    const bindOwn = (exchange: string, type: string) => async (channel: Channel) => {
      await channel.assertQueue('telephony.own', { exclusive: true });
      await channel.bindQueue('telephony.own', exchange, type);
    };

    test.each([
      ['publish its own events', publish('crm.events', 'call.ended')],
      ['order what it orders', publish('crm.commands', 'contact.opt-out')],
      ['refuse its own commands', publish('crm.rejected', 'dialler.enqueue.rejected')],
      ['keep a queue of events that it consumes', bindOwn('crm.events', 'user.updated')],
    ])('telephony may %s', async (_what, use) => {
      expect(await refusalOf(telephony, use)).toBeUndefined();
    });

    test.each([
      ["publish another's event", publish('crm.events', 'user.banned')],
      ['order what it does not order', publish('crm.commands', 'lead.delete')],
      ["refuse another's command", publish('crm.rejected', 'lead.create.rejected')],
      ['publish past the exchanges', publish('', 'leads.commands')],
      ["put something into another's queues", publish('leads.retry', 'leads.commands')],
      ['read events that it does not consume', bindOwn('crm.events', 'settings.nothing')],
      ['read along what others are ordered', bindOwn('crm.commands', 'lead.create')],
      ['read rejections', bindOwn('crm.rejected', '#')],
      ["read another's dead letters", bindOwn('crm.dead', 'auth.dead')],
      ["take another's dead letters", (channel: Channel) => channel.get('auth.dead')],
      ["empty another's queue", (channel: Channel) => channel.purgeQueue('auth.dead')],
      ["keep a queue under another's name", (channel: Channel) => channel.assertQueue('auth.more')],
      ['remove an exchange', (channel: Channel) => channel.deleteExchange('crm.events')],
      ['declare an exchange for all', (channel: Channel) => channel.assertExchange('crm.mine', 'topic')],
    ])('telephony may not %s', async (_what, use: (channel: Channel) => Promise<unknown>) => {
      expect(await refusalOf(telephony, use)).toMatch(/ACCESS_REFUSED|access to/);
    });
  },
);
