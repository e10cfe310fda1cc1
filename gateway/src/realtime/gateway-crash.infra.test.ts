import { leadOffered } from '@crm/contracts/bus/events.js';
import { createBus } from '@crm/platform/bus/create-bus.js';
import { brokerUrl, useBroker, type TestBroker } from '@crm/platform/bus/testing/broker.js';
import { silentLogger } from '@crm/platform/log/logger.js';
import { uniqueActor, uniqueId } from '@crm/platform/testing/unique.js';
import { openBrowser } from '../test/browser.js';
import { startGatewayProcess } from '../test/gateway-process.js';
import { redisUrl, useRedis } from '../test/redis.js';
import { startSystem, stopSystems } from '../test/system.js';
import { until } from '../test/until.js';

const events = 200;

/** Two gateways on a real broker and a real Redis, one of them in a process that can be killed. */
async function startBoth(redisServer: URL, broker: TestBroker) {
  const redis = await useRedis(redisServer);
  const bus = await createBus({ rabbitUrl: broker.url, log: silentLogger });
  const system = await startSystem({ bus, env: redis.env });
  const crashing = await startGatewayProcess({ ...system.env, RABBITMQ_URL: broker.url });
  return {
    system,
    crashing,
    stop: async () => {
      await crashing.kill();
      await stopSystems();
      await bus.close();
      await redis.close();
    },
  };
}

function describeCrash(redisServer: URL, broker: TestBroker) {
  describe('a gateway that is killed', () => {
    let both: Awaited<ReturnType<typeof startBoth>>;
    beforeEach(async () => {
      both = await startBoth(redisServer, broker);
    });
    afterEach(() => both.stop());
    afterAll(() => broker.remove());

    test('takes no live event with it, and leaves nobody here and nothing held in its name', async () => {
      const { system, crashing } = both;
      const [stays, moves] = [uniqueActor(2), uniqueActor(2)];
      const lead_id = uniqueId();
      const standing = await system.browser(stays);
      const moving = openBrowser(crashing.url, system.tokenFor(moves));
      await moving.connected;
      await moving.send('busy-lead', { lead_id });
      const crashed = (await until(() => system.auth.reports.find(({ users }) => users[moves.id] === 1)))
        .gateway;
      expect(system.leads.holds.get(lead_id)?.holder.startsWith(`${crashed}:`)).toBe(true);

      const offer = async (userId: string) => {
        const id = uniqueId();
        await system.publish(leadOffered, { lead_id: id, user_id: userId, why: 'dialler' });
        return id;
      };
      const emitted: string[] = [];
      let killed: Promise<void> | undefined;
      for (let count = 0; count < events; count += 1) {
        emitted.push(await offer(stays.id));
        if (count === events / 2) killed = crashing.kill();
      }
      await killed;
      const saidBefore = system.auth.reports.filter(({ gateway }) => gateway === crashed).length;

      // What it had taken and not yet told comes to the other one.
      const received = () =>
        new Set(
          standing.receivedOf('ADD_LEAD_ID').map((payload) => (payload as { lead_id: string }).lead_id),
        );
      await until(() => received().size === events, 'every event');
      expect([...received()].sort()).toEqual([...emitted].sort());

      // Its browser finds the other one, is told there, and takes the lead up again.
      expect(await moving.closed).toBe('transport close');
      const again = await system.browser(moves);
      const next = await offer(moves.id);
      expect(await again.waitFor('ADD_LEAD_ID')).toEqual({ lead_id: next });
      expect(await again.send('busy-lead', { lead_id })).toMatchObject({ held: true });
      await until(() => system.auth.reports.at(-1)?.users[moves.id] === 1);

      // Nobody speaks in its name any more: auth and leads count it as gone after their own time.
      expect(system.auth.reports.filter(({ gateway }) => gateway === crashed)).toHaveLength(saidBefore);
      const inItsName = [...system.leads.renewed, ...system.leads.released]
        .flat()
        .filter(({ holder }) => holder.startsWith(crashed));
      expect(inItsName).toEqual([]);
    });
  });
}

const [redisServer, brokerServer] = [await redisUrl(), await brokerUrl()];
const broker = brokerServer && (await useBroker(brokerServer));
// Gateways name their queues alone: they need a virtual host of their own, and `rabbitmqctl` to make one.
if (redisServer === undefined || broker?.prefix !== '') {
  const missing = redisServer === undefined ? 'no Redis answers' : 'no RabbitMQ with rabbitmqctl is here';
  describe.skip(`a gateway that is killed (skipped: ${missing})`, () => {
    it('was not tested', () => undefined);
  });
} else {
  describeCrash(redisServer, broker);
}
