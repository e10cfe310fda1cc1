import { followupDue } from '@crm/contracts/bus/followup-events.js';
import { leadAssigned } from '@crm/contracts/bus/events.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import type { Followup } from '@crm/contracts/entities/followup.js';
import { brokerUrl } from '@crm/platform/bus/testing/broker.js';
import { openCorner, type Corner } from '@crm/platform/bus/testing/corner.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { Types } from 'mongoose';
import {
  hourMs,
  startFollowups,
  until,
  type FollowupsServer,
  type SignedIn,
} from './test/followups-server.js';

function describeFollowups(url: URL) {
  describe('follow-ups over RabbitMQ', () => {
    let corner: Corner;
    let server: FollowupsServer;
    let agent: SignedIn;
    let other: SignedIn;
    beforeEach(async () => {
      corner = await openCorner(url);
      server = await startFollowups(() => corner.connectBus());
      agent = await known();
      other = await known();
    });
    afterEach(async () => {
      await server.stop();
      await corner.close();
    });

    /** A user that the service knows. */
    async function known(): Promise<SignedIn> {
      const someone = await server.signIn();
      await until(async () => (await server.service.ctx.users.findById(someone.user.id)) !== null);
      return someone;
    }
    const stored = ({ id }: Followup) =>
      server.service.ctx.followups.findOne(alive({ _id: new Types.ObjectId(id) })).orFail();
    const isOf = async (followup: Followup, { user }: SignedIn) =>
      (await stored(followup)).user_id.equals(new Types.ObjectId(user.id));

    test('a follow-up goes along with its lead, once, though the news comes twice to two replicas', async () => {
      await server.startReplica();
      const [made, later] = [await server.givenFollowup(agent), await server.givenFollowup(agent)];
      const lead = { ...exampleLifeLead, id: made.lead_id, user_id: other.user.id, version: 2 };
      const { id: lead_id } = lead;
      const news = { lead_id, from: agent.user.id, to: other.user.id, how: 'manual', lead } as const;
      await server.send(leadAssigned, news, { times: 3, sequence: 2 });
      await until(() => isOf(made, other));
      const { version } = await stored(made);

      await server.send(leadAssigned, news, { times: 3, sequence: 2 });
      // A later message has been handled, so this one has been too.
      await server.leadGoesTo(later.lead_id, other.user.id);
      await until(() => isOf(later, other));
      expect((await stored(made)).version).toBe(version);
    });

    test('of two replicas one tells what falls due, once', async () => {
      await server.startReplica();
      const made = [];
      for (let count = 0; count < 12; count += 1) made.push(await server.givenFollowup(agent));
      await server.later(2 * hourMs);
      const published = () => server.probe.all(followupDue);
      await until(async () => new Set(published().map(({ data }) => data.followup.id)).size === made.length);
      await server.later(2 * hourMs);
      const last = await server.givenFollowup(agent);
      await server.later(2 * hourMs);
      await server.probe.waitFor(followupDue, ({ data }) => data.followup.id === last.id);
      // The broker may deliver duplicates, so consumers deduplicate by id.
      expect(new Set(published().map(({ id }) => id)).size).toBe(made.length + 1);
    });
  });
}

const url = await brokerUrl();
if (url === undefined) {
  describe.skip('follow-ups over RabbitMQ (skipped: no broker answers at RABBITMQ_URL or 127.0.0.1:5672)', () => {
    it('were not tested', () => undefined);
  });
} else {
  describeFollowups(url);
}
