import { Types } from 'mongoose';
import { leadHeld, leadReleased } from '@crm/contracts/bus/events.js';
import { assignLead, deleteLead, getLead, restChangeLead } from '@crm/contracts/http/leads.js';
import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { holdLead, releaseHolders, releaseLead, renewHolds } from '@crm/contracts/http/holds.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { alive, evenDeleted } from '@crm/platform/outbox/outbox-fields.js';
import { releaseFormerUsers } from '../assignment/release.js';
import { beforeCall } from '../test/before-call.js';
import { commandsAbout } from '../test/commands-about.js';
import { lifeInput } from '../test/builders.js';
import { mayWork, workableBy } from '../lead/lead.policy.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { holdLead as takeHold } from './hold-lead.js';
import { leaseMs } from './hold.rules.js';
import { sweepHolds } from './release-holds.js';

let server: LeadsServer;
let agent: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  // The sweep runs by the test's hand alone.
  server = await startLeads({ HOLD_SWEEP_MS: '3600000' });
  [agent, other] = await Promise.all([server.signIn(), server.signIn()]);
});
afterAll(() => server.stop());

const hold = ({ client }: SignedIn, id: string, holder: string) =>
  client.call(holdLead, { params: { id }, body: { holder } });
const release = ({ client }: SignedIn, id: string, holder: string) =>
  client.call(releaseLead, { params: { id, holder } });
const give = (id: string, to: SignedIn) =>
  server.admin.client.call(assignLead, { params: { id }, body: { agent: to.actor.id } });
const about =
  (lead_id: string) =>
  ({ data }: { data: { lead_id: string } }) =>
    data.lead_id === lead_id;
/** A lead that nobody holds any more, though nobody has said so yet. */
async function givenRunOut() {
  const lead = await server.givenLead();
  await hold(agent, lead.id, 'w0');
  await server.advance(leaseMs);
  return lead;
}
const published = (lead_id: string) =>
  [...server.probe.all(leadHeld), ...server.probe.all(leadReleased)]
    .filter(about(lead_id))
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ type, sequence }) => `${type} ${String(sequence)}`);

describe('a hold', () => {
  test('is told, asks to remember the status, and shows in every row', async () => {
    const lead = await server.givenLead();
    const { answer } = await hold(agent, lead.id, 'w1');
    expect(answer).toEqual({ status: 'info', message: 'Please remember to change the status', held: true });
    const event = await server.probe.waitFor(leadHeld, about(lead.id));
    expect(event).toMatchObject({
      subject: `lead/${lead.id}/hold`,
      sequence: 1,
      data: { user_id: agent.actor.id, lead: { busy: 1, busy_user_id: agent.actor.id } },
    });
    const { answer: page } = await server.admin.client.call(filterLeads, {
      body: { params: { type: 2, q: lead.email ?? '' } },
    });
    expect(page.leads).toMatchObject([{ id: lead.id, busy: 1, busy_fullname: agent.actor.fullname }]);
  });

  test('keeps other agents out; an admin comes in without it', async () => {
    const lead = await server.givenLead();
    await hold(agent, lead.id, 'w1');
    const refused = await hold(other, lead.id, 'w2');
    expect(refused.status).toBe(423);
    expect(refused.refusal).toMatchObject({ lead_id: lead.id, status: 'warning' });
    expect((await hold(server.admin, lead.id, 'w3')).answer.held).toBe(false);
  });

  test('of two windows ends with the last of them', async () => {
    const lead = await server.givenLead();
    await hold(agent, lead.id, 'w1');
    await hold(agent, lead.id, 'w2');
    await release(agent, lead.id, 'w1');
    expect((await hold(other, lead.id, 'x')).status).toBe(423);
    await release(agent, lead.id, 'w2');
    await server.probe.waitFor(leadReleased, about(lead.id));
    expect(published(lead.id)).toEqual(['lead.held 1', 'lead.released 4']);
    expect((await hold(other, lead.id, 'x')).answer.held).toBe(true);
  });

  test('is released by its user alone, and twice is no mistake', async () => {
    const lead = await server.givenLead();
    await hold(agent, lead.id, 'w1');
    await release(other, lead.id, 'w1');
    expect((await hold(other, lead.id, 'x')).status).toBe(423);
    for (let count = 0; count < 2; count += 1)
      expect((await release(agent, lead.id, 'w1')).answer.message).toBe('Released');
    expect((await hold(other, lead.id, 'x')).status).toBe(200);
  });

  test('of a lead that is not there or another’s finds nothing', async () => {
    const lead = await server.givenLead(lifeInput(), other);
    expect((await hold(agent, lead.id, 'w1')).status).toBe(404);
    expect((await hold(agent, uniqueId(), 'w1')).status).toBe(404);
  });

  test.each([
    ['meanwhile', 'findOneAndUpdate', () => server.givenLead()],
    ['between the look and the hold', 'updateOne', givenRunOut],
  ] as const)('of a lead that changes hands %s does not begin', async (_when, write, given) => {
    const lead = await given();
    const { ctx } = server.service;
    const leadCollection = beforeCall(ctx.leadCollection, write, () => give(lead.id, other));
    const claim = { leadId: lead.id, holder: 'w1' };
    await expect(takeHold({ ...ctx, leadCollection }, agent.actor, claim)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await hold(other, lead.id, 'x')).answer.held).toBe(true);
  });

  test('of a lead that went to another and was bound by a call meanwhile does not begin, and the call keeps it', async () => {
    const lead = await givenRunOut();
    const guide = await server.signIn({ role_id: 3 });
    const { ctx } = server.service;
    const leadCollection = beforeCall(ctx.leadCollection, 'updateOne', async () => {
      await give(lead.id, other);
      await takeHold(ctx, guide.actor, { leadId: lead.id, holder: 'call:1', binds: true });
    });
    await expect(
      takeHold({ ...ctx, leadCollection }, agent.actor, { leadId: lead.id, holder: 'w1' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await server.stored(lead.id)).toMatchObject({
      hold: { bound: true, holders: [{ holder: 'call:1' }] },
    });
  });

  test('begins by one command, whoever asks for a lead that nobody holds and that is theirs to work', async () => {
    const [own, free] = [await server.givenLead(lifeInput(), agent), await server.givenLead()];
    for (const [who, lead] of [
      [agent, own],
      [agent, free],
      [server.admin, own],
    ] as const) {
      const commands = await commandsAbout(server, [lead.id], () => hold(who, lead.id, 'w1'));
      expect(commands).toEqual(['findOneAndUpdate leads']);
      await release(who, lead.id, 'w1');
    }
  });

  test('finds in the store the leads that somebody may work, and no other', async () => {
    const { leadCollection } = server.service.ctx;
    const [life, health] = [await server.signIn({ subroles: [1] }), await server.signIn({ subroles: [2] })];
    const guide = await server.signIn({ role_id: 3 });
    const teamLead = await server.signIn({ role_id: 4, subroles: [1] });
    const owners = [null, ...[life, health, guide, teamLead].map(({ actor }) => actor.id)];
    const leads = await Promise.all(
      owners.flatMap((owner) =>
        ([2, 4] as const).map(async (type_id) => {
          const _id = new Types.ObjectId((await server.givenLead()).id);
          const user_id = owner === null ? null : new Types.ObjectId(owner);
          await leadCollection.updateOne(alive({ _id }), { $set: { type_id, user_id } });
          return { _id, type_id, user_id };
        }),
      ),
    );
    const ids = leads.map(({ _id }) => _id);
    const idsOf = (some: readonly { _id: Types.ObjectId }[]) =>
      some.map(({ _id }) => _id.toHexString()).sort();
    const lead = { ...teamLead.actor, team: [life.actor.id] };
    for (const actor of [server.admin.actor, life.actor, health.actor, guide.actor, lead, teamLead.actor]) {
      const found = await leadCollection
        .find({ ...alive({ _id: { $in: ids } }), ...workableBy(actor) })
        .toArray();
      const theirs = leads.filter((each) => mayWork(actor, each));
      expect(idsOf(found)).toEqual(idsOf(theirs));
    }
  });

  test('is one agent’s where eight ask at once, and its event is told once', async () => {
    const lead = await server.givenLead();
    const agents = await Promise.all(Array.from({ length: 8 }, () => server.signIn()));
    const answers = await Promise.all(agents.map((each, index) => hold(each, lead.id, `w${String(index)}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(423)]);
    await server.probe.waitFor(leadHeld, about(lead.id));
    expect(published(lead.id)).toEqual(['lead.held 1']);
  });

  test('raises no version: a save made before it goes through', async () => {
    const lead = await server.givenLead();
    await hold(agent, lead.id, 'w1');
    const { answer } = await agent.client.call(restChangeLead, {
      params: { id: lead.id },
      body: { type: 'life', version: lead.version, address: '1 Held Street' },
    });
    expect(answer.lead).toMatchObject({ busy: 1, busy_user_id: agent.actor.id, version: lead.version + 1 });
  });

  test('ends with the rights on the lead, a window that opened meanwhile included', async () => {
    const lead = await server.givenLead();
    await hold(agent, lead.id, 'w1');
    const { ctx } = server.service;
    const leadCollection = beforeCall(ctx.leadCollection, 'findOneAndUpdate', () =>
      hold(agent, lead.id, 'w2'),
    );
    await ctx.leads.updateOne(alive({ _id: lead.id }), {
      $set: { user_id: other.actor.id },
      $inc: { version: 1 },
    });
    await releaseFormerUsers({ ...ctx, leadCollection }, server.admin.actor, [lead.id]);
    expect((await hold(other, lead.id, 'x')).answer.held).toBe(true);
  });

  test('ends with the lead', async () => {
    const lead = await server.givenLead();
    await hold(agent, lead.id, 'w1');
    await server.admin.client.call(deleteLead, { body: { lead_id: lead.id } });
    const { leads } = server.service.ctx;
    expect(
      await leads.countDocuments(evenDeleted({ _id: lead.id, 'hold.until': { $gt: new Date(0) } })),
    ).toBe(0);
  });
});

describe('a lease', () => {
  test('ends at its instant: then the lead is anybody’s, and it is told', async () => {
    const lead = await server.givenLead();
    await hold(agent, lead.id, 'w1');
    await server.advance(leaseMs - 1);
    expect((await hold(other, lead.id, 'x')).status).toBe(423);
    await server.advance(1);
    expect((await other.client.call(getLead, { params: { id: lead.id } })).answer.lead.busy).toBe(0);
    expect(await sweepHolds(server.service.ctx)).toBeGreaterThan(0);
    const { data } = await server.probe.waitFor(leadReleased, about(lead.id));
    expect(data).toMatchObject({ user_id: agent.actor.id, lead: { busy: 0 } });
    expect(await sweepHolds(server.service.ctx)).toBe(0);
  });

  test('that ran out unswept is told before the next hold', async () => {
    const lead = await server.givenLead();
    await hold(agent, lead.id, 'w1');
    await server.advance(leaseMs);
    expect((await hold(other, lead.id, 'x')).answer.held).toBe(true);
    await server.probe.waitFor(
      leadHeld,
      ({ data }) => data.lead_id === lead.id && data.user_id === other.actor.id,
    );
    expect(server.probe.all(leadReleased).filter(about(lead.id))).toMatchObject([
      { data: { user_id: agent.actor.id } },
    ]);
  });

  test('is renewed by the gateway, which hears of those that were lost', async () => {
    const [kept, lost] = [await server.givenLead(), await server.givenLead()];
    await hold(agent, kept.id, 'w1');
    await hold(agent, lost.id, 'w1');
    await release(agent, lost.id, 'w1');
    const holds = [kept, lost].map(({ id }) => ({ lead_id: id, user_id: agent.actor.id, holder: 'w1' }));
    await server.advance(leaseMs - 1);
    const { answer } = await server.internal.call(renewHolds, { body: { holds } });
    expect(answer.lost).toEqual([holds[1]]);
    await server.advance(leaseMs - 1);
    expect((await hold(other, kept.id, 'x')).status).toBe(423);
    await server.probe.waitFor(leadHeld, about(kept.id));
    expect(published(kept.id)).toEqual(['lead.held 1']);
  });

  test('of a user who may not work the lead any more is not renewed: it ends and is told', async () => {
    const [lost, kept] = [await server.givenLead(), await server.givenLead()];
    await hold(agent, lost.id, 'w1');
    await hold(agent, kept.id, 'w1');
    // As a process leaves it that dies between giving the lead away and ending the holds on it.
    await server.service.ctx.leads.updateOne(alive({ _id: lost.id }), {
      $set: { user_id: other.actor.id },
      $inc: { version: 1 },
    });
    const holds = [lost, kept].map(({ id }) => ({ lead_id: id, user_id: agent.actor.id, holder: 'w1' }));
    const { answer } = await server.internal.call(renewHolds, { body: { holds } });
    expect(answer.lost).toEqual([holds[0]]);
    await server.probe.waitFor(leadReleased, about(lost.id));
    expect((await hold(other, lost.id, 'x')).answer.held).toBe(true);
  });

  test('of a window is renewed beside a call, whose own lasts longer', async () => {
    const lead = await server.givenLead();
    await takeHold(server.service.ctx, agent.actor, {
      leadId: lead.id,
      holder: 'call:1',
      lease: 4 * leaseMs,
    });
    await hold(agent, lead.id, 'w1');
    const holds = [{ lead_id: lead.id, user_id: agent.actor.id, holder: 'w1' }];
    await server.internal.call(renewHolds, { body: { holds } });
    await server.advance(2 * leaseMs);
    expect((await hold(other, lead.id, 'x')).status).toBe(423);
  });

  test('is released by the gateway when sockets close', async () => {
    const lead = await server.givenLead();
    await hold(agent, lead.id, 'w1');
    const holds = [{ lead_id: lead.id, user_id: agent.actor.id, holder: 'w1' }];
    for (const released of [1, 0])
      expect((await server.internal.call(releaseHolders, { body: { holds } })).answer).toEqual({ released });
    expect((await hold(other, lead.id, 'x')).status).toBe(200);
  });
});
