import { getStatistic } from '@crm/contracts/http/stats.js';
import { brokerUrl } from '@crm/platform/bus/testing/broker.js';
import { openCorner, type Corner } from '@crm/platform/bus/testing/corner.js';
import { startStats, until, type SignedIn, type StatsServer } from './test/stats-server.js';

function describeStats(url: URL) {
  describe('statistic over RabbitMQ', () => {
    let corner: Corner;
    let server: StatsServer;
    let dana: SignedIn;
    beforeEach(async () => {
      corner = await openCorner(url);
      server = await startStats(() => corner.connectBus());
      dana = await server.signIn({ fullname: 'Dana Reyes-Whitfield' });
      await until(async () => (await server.service.ctx.users.findById(dana.user.id)) !== null);
    });
    afterEach(async () => {
      await server.stop();
      await corner.close();
    });

    const totals = async () =>
      (await server.admin.client.call(getStatistic, { body: { filters: {} } })).answer.totals;
    const own = () => ({ user_id: dana.user.id, agent_fullname: dana.user.fullname });

    /**
     * Waits until nothing is left in the queue and the figures are these: two instances consume side by side, so that one
     * may still be at an event when the other has taken the last one. What was counted twice stays so, and is never these.
     */
    async function settled(expected: Record<string, number>): Promise<void> {
      const queue = corner.names.queue('stats.leads');
      await until(async () => (await corner.raw((channel) => channel.checkQueue(queue))).messageCount === 0);
      await until(async () => JSON.stringify(await totals()) === JSON.stringify(expected));
    }

    test('two instances count what leads tells, once, however often and in whatever order it comes', async () => {
      await server.replica();
      const { history } = server;
      for (let count = 0; count < 20; count += 1) {
        const lead = history.made('2026-11-02T18:00:00.000Z', own());
        history.priced('2026-11-03T18:00:00.000Z', lead, 64.2);
        history.reached('2026-11-04T18:00:00.000Z', lead, 'inApplication');
        if (count % 4 === 0) history.reached('2026-11-05T18:00:00.000Z', lead, 'thinkingAboutIt');
        if (count % 5 === 0) history.deleted('2026-11-06T18:00:00.000Z', lead);
      }
      const { events } = history;
      await server.bring([...events, ...[...events].reverse()]);
      const expected = { c_a: 16, c_d: 12, c_r: 75, tmp: 770.4, amp: 64.2, leads: 16 };
      await settled(expected);

      await server.bring(events);
      history.made('2026-11-07T18:00:00.000Z', own());
      await server.bring(history.events.slice(events.length - 2));
      await settled({ ...expected, c_a: 17, c_r: 70.59, leads: 17 });
      expect(await corner.dead('stats.leads')).toEqual([]);
    });
  });
}

const url = await brokerUrl();
if (url === undefined) {
  describe.skip('statistic over RabbitMQ (skipped: no broker answers at RABBITMQ_URL or 127.0.0.1:5672)', () => {
    it('was not tested', () => undefined);
  });
} else {
  describeStats(url);
}
