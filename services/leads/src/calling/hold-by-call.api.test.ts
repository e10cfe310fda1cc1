import { Types } from 'mongoose';
import { callConnected, callEnded, callStarted } from '@crm/contracts/bus/call-events.js';
import { leadHeld, leadReleased } from '@crm/contracts/bus/events.js';
import { textReceived } from '@crm/contracts/bus/messaging-events.js';
import { exampleLiveCall } from '@crm/contracts/entities/telephony.js';
import { holdLead, releaseLead } from '@crm/contracts/http/holds.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { leaseMs } from '../holds/hold.rules.js';
import { sweepHolds } from '../holds/release-holds.js';
import { askPermission } from '../permission/ask-permission.js';
import { beforeCall } from '../test/before-call.js';
import { commandsAbout } from '../test/commands-about.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { createUsersAtHand } from '../users/users-at-hand.js';
import { holdByCall } from './hold-by-call.js';

const callLeaseMs = 4 * 3_600_000;

let server: LeadsServer;
let agent: SignedIn;
beforeAll(async () => {
  // The sweep runs by the test's hand alone.
  server = await startLeads({ HOLD_SWEEP_MS: '3600000' });
});
beforeEach(async () => {
  agent = await server.signIn();
});
afterAll(() => server.stop());

interface Started {
  user?: string | null;
  direction?: 'inbound' | 'outbound';
  times?: number;
}

const ofCall = (
  call_id: string,
  lead_id: string,
  user_id: string | null,
  direction: Started['direction'],
) => ({
  ...{ call_id, lead_id, user_id, number: uniquePhone() },
  ...{ direction: direction ?? 'outbound', kind: 'single' as const },
});
const started = (
  lead_id: string,
  call_id: string,
  { user = agent.user.id, direction, times }: Started = {},
) =>
  server.send(
    callStarted,
    { subject: `call/${call_id}`, data: ofCall(call_id, lead_id, user, direction) },
    times,
  );
const ended = (lead_id: string, call_id: string) =>
  server.send(callEnded, {
    ...{ subject: `call/${call_id}`, sequence: 3 },
    data: {
      ...ofCall(call_id, lead_id, agent.user.id, 'outbound'),
      ...{ outcome: 'completed', duration: 5, call: null },
    },
  });
const wrote = (lead_id: string) => server.send(textReceived, { data: { ...textReceived.example, lead_id } });
const opens = ({ client }: SignedIn, id: string, holder = 'w1') =>
  client.call(holdLead, { params: { id }, body: { holder } });
const ownLead = async () => (await server.givenLead(lifeInput(), agent)).id;

const soon = (ms: number) => new Date(server.clock.now().getTime() + ms);
const holdOf = async (id: string) => {
  const { hold, holdVersion, day } =
    (await server.service.ctx.leadCollection.findOne(alive({ _id: new Types.ObjectId(id) }))) ?? {};
  return {
    version: holdVersion,
    until: hold?.until,
    user: hold?.user_id.toHexString(),
    bound: hold?.bound,
    holders: hold?.holders.map(({ holder, until }) => [holder, until]),
    day,
  };
};
/** Who holds a lead and who does no more, as the world was told: of one change the end first. */
const told = (id: string) =>
  [...server.probe.all(leadHeld), ...server.probe.all(leadReleased)]
    .filter(({ data }) => data.lead_id === id)
    .sort((a, b) => a.sequence - b.sequence || b.type.localeCompare(a.type))
    .map(({ type, sequence, data }) => [type, sequence, data.user_id]);
const commandsOfStart = (id: string, call: string, given?: Started) =>
  commandsAbout(server, [id, `call:${call}`], () => started(id, call, given));

describe('a call of the agent whose lead it is', () => {
  test('begins to hold what nobody holds, and notes that it was called, by one write', async () => {
    const [id, call] = [await ownLead(), uniqueId()];
    expect(await commandsOfStart(id, call)).toEqual(['findOneAndUpdate leads']);
    const now = server.clock.now();
    expect(await holdOf(id)).toEqual({
      version: 1,
      until: soon(callLeaseMs),
      user: agent.user.id,
      bound: false,
      holders: [[`call:${call}`, soon(callLeaseMs)]],
      day: { touched: now, called: now },
    });
    await server.probe.waitFor(leadHeld, ({ data }) => data.lead_id === id);
    expect(told(id)).toEqual([['lead.held', 1, agent.user.id]]);
  });

  test('joins the window that has it open, and nobody is told that it is held again', async () => {
    const [id, call] = [await ownLead(), uniqueId()];
    await opens(agent, id);
    const window = ['w1', soon(leaseMs)];
    await server.advance(1_000);
    expect(await commandsOfStart(id, call)).toEqual(['findOneAndUpdate leads']);
    const now = server.clock.now();
    expect(await holdOf(id)).toEqual({
      version: 2,
      until: soon(callLeaseMs),
      user: agent.user.id,
      bound: false,
      holders: [window, [`call:${call}`, soon(callLeaseMs)]],
      day: { touched: now, called: now },
    });
    await ended(id, call);
    expect(await holdOf(id)).toMatchObject({ until: window[1], holders: [window] });
    await agent.client.call(releaseLead, { params: { id, holder: 'w1' } });
    await server.probe.waitFor(leadReleased, ({ data }) => data.lead_id === id);
    expect(told(id)).toEqual([
      ['lead.held', 1, agent.user.id],
      ['lead.released', 4, agent.user.id],
    ]);
  });

  test('is told by the same row as a window is', async () => {
    const id = await ownLead();
    const heldAs = async (version: number) => {
      const { data, actorid, actorrole } = await server.probe.waitFor(
        leadHeld,
        ({ data: { lead_id }, sequence }) => lead_id === id && sequence === version,
      );
      return { ...data, lead: { ...data.lead, busy_version: 0 }, actorid, actorrole };
    };
    await opens(agent, id);
    const byWindow = await heldAs(1);
    await agent.client.call(releaseLead, { params: { id, holder: 'w1' } });
    await started(id, uniqueId());
    expect(await heldAs(3)).toEqual(byWindow);
  });

  test('that is told of twice holds once, and nobody is told twice', async () => {
    const [id, call] = [await ownLead(), uniqueId()];
    await opens(agent, id);
    await started(id, call);
    const once = await holdOf(id);
    await started(id, call, { times: 2 });
    expect(await holdOf(id)).toEqual({ ...once, version: 4 });

    const free = await ownLead();
    await started(free, call, { times: 2 });
    expect(await holdOf(free)).toMatchObject({ holders: [[`call:${call}`, soon(callLeaseMs)]] });
    await server.probe.waitFor(leadHeld, ({ data }) => data.lead_id === free);
    for (const each of [id, free]) expect(told(each)).toEqual([['lead.held', 1, agent.user.id]]);
  });

  test('beside another call of theirs that starts at the same moment is one hold of both', async () => {
    const id = await ownLead();
    const calls = [uniqueId(), uniqueId()];
    await Promise.all(calls.map((call) => started(id, call)));
    const { holders, version } = await holdOf(id);
    expect(holders?.map(([holder]) => holder).sort()).toEqual(calls.map((call) => `call:${call}`).sort());
    expect(version).toBe(2);
    await server.probe.waitFor(leadHeld, ({ data }) => data.lead_id === id);
    expect(told(id)).toEqual([['lead.held', 1, agent.user.id]]);
  });

  test('takes it over from whoever else holds it, as is told, and is noted', async () => {
    const [id, call, other] = [await ownLead(), uniqueId(), server.admin];
    await opens(other, id);
    // The first one finds that somebody else holds it.
    expect(await commandsOfStart(id, call)).toEqual([
      'findOneAndUpdate leads',
      'findOneAndUpdate leads',
      'updateOne leads',
    ]);
    const now = server.clock.now();
    expect(await holdOf(id)).toMatchObject({
      version: 2,
      user: agent.user.id,
      holders: [[`call:${call}`, soon(callLeaseMs)]],
      day: { touched: now, called: now },
    });
    await server.probe.waitFor(leadHeld, ({ data }) => data.user_id === agent.user.id && data.lead_id === id);
    expect(told(id)).toEqual([
      ['lead.held', 1, other.user.id],
      ['lead.released', 2, other.user.id],
      ['lead.held', 2, agent.user.id],
    ]);
  });

  test.each([
    ['another’s', () => server.admin],
    ['their own', () => agent],
  ])('begins anew where a hold ran out, and both are told: %s', async (_whose, whose) => {
    const [id, call, former] = [await ownLead(), uniqueId(), whose()];
    await opens(former, id);
    await server.advance(leaseMs);
    await started(id, call);
    expect(await holdOf(id)).toMatchObject({
      user: agent.user.id,
      holders: [[`call:${call}`, soon(callLeaseMs)]],
    });
    await server.probe.waitFor(leadHeld, ({ data, sequence }) => data.lead_id === id && sequence === 2);
    expect(told(id)).toEqual([
      ['lead.held', 1, former.user.id],
      ['lead.released', 2, former.user.id],
      ['lead.held', 2, agent.user.id],
    ]);
  });

  test('holds on by its own lease beside a window that was closed without a word', async () => {
    const [id, call] = [await ownLead(), uniqueId()];
    await opens(agent, id, 'w1');
    await server.advance(leaseMs / 2);
    await opens(agent, id, 'w2');
    await server.advance(leaseMs / 2);
    await started(id, call);
    await server.advance(leaseMs);
    await sweepHolds(server.service.ctx);
    expect(await holdOf(id)).toMatchObject({ user: agent.user.id });
    await ended(id, call);
    expect(await holdOf(id)).toMatchObject({ user: undefined });
  });

  test('leaves a lead bound that an earlier call bound to them', async () => {
    const guide = await server.signIn({ role_id: 3, subroles: [], states: [] });
    const { id } = await server.givenLead();
    const [first, second] = [uniqueId(), uniqueId()];
    await server.send(callConnected, {
      subject: `call/${first}`,
      data: {
        ...{ call_id: first, lead_id: id, user_id: guide.user.id, answeredBy: 'human' },
        call: { ...exampleLiveCall, id: first, lead_id: id, user_id: guide.user.id, kind: 'dialler' },
      },
    });
    expect(await holdOf(id)).toMatchObject({ user: guide.user.id, bound: true });
    const user_id = new Types.ObjectId(guide.user.id);
    await server.service.ctx.leadCollection.updateOne(alive({ _id: new Types.ObjectId(id) }), {
      $set: { user_id },
    });
    expect(await commandsOfStart(id, second, { user: guide.user.id })).toEqual(['findOneAndUpdate leads']);
    const { bound, holders } = await holdOf(id);
    expect(bound).toBe(true);
    expect(holders).toHaveLength(2);
  });

  test('answers what the customer wrote before it, and nothing that they wrote since', async () => {
    const id = await ownLead();
    await wrote(id);
    await server.advance(1_000);
    const call = await started(id, uniqueId());
    expect((await holdOf(id)).day).not.toHaveProperty('replied');
    await server.advance(1_000);
    await wrote(id);
    await server.bus.publish([call]);
    expect((await holdOf(id)).day).toMatchObject({ replied: server.clock.now() });
  });

  test('that could not be noted as an answer is told again, and then it is', async () => {
    const id = await ownLead();
    await wrote(id);
    const { ctx } = server.service;
    const call = { call_id: uniqueId(), lead_id: id, user_id: agent.user.id };
    const fails = () => Promise.reject(new Error('The store is gone'));
    const leadCollection = beforeCall(ctx.leadCollection, 'updateOne', fails);
    await expect(holdByCall({ ...ctx, leadCollection }, call, ctx.clock.now())).rejects.toThrow('gone');
    await holdByCall(ctx, call, ctx.clock.now());
    const { day, holders } = await holdOf(id);
    expect(day).not.toHaveProperty('replied');
    expect(holders).toHaveLength(1);
    await server.probe.waitFor(leadHeld, ({ data }) => data.lead_id === id);
    expect(told(id)).toEqual([['lead.held', 1, agent.user.id]]);
  });

  test('asks nobody about the user whom the permission for it has just read', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { ctx } = server.service;
    const usersAtHand = createUsersAtHand(ctx.users, () => 0);
    const call = { call_id: uniqueId(), lead_id: lead.id, user_id: agent.user.id };
    const about = (work: () => Promise<unknown>) => commandsAbout(server, [agent.user.id], work);
    const asked = {
      ...{ lead_id: lead.id, phone: lead.phone ?? '', channel: 'call' as const, user_id: agent.user.id },
      ...{ purpose: 'sales' as const, prerecorded: false, automated: false },
    };
    expect(await about(() => askPermission({ ...ctx, usersAtHand }, 'telephony', asked))).toContain(
      'find users',
    );
    expect(await about(() => holdByCall({ ...ctx, usersAtHand }, call, ctx.clock.now()))).toEqual([
      'findOneAndUpdate leads',
    ]);
  });
});

describe('a call', () => {
  test('of a lead that is another’s, or nobody’s, holds nothing and is noted', async () => {
    const other = await server.signIn();
    const leads = [await server.givenLead(), await server.givenLead(lifeInput(), other)];
    for (const { id } of leads) {
      // The first one finds that it is not theirs.
      expect(await commandsOfStart(id, uniqueId())).toEqual([
        'findOneAndUpdate leads',
        'findOneAndUpdate leads',
      ]);
      const now = server.clock.now();
      expect(await holdOf(id)).toMatchObject({
        ...{ version: undefined, user: undefined },
        day: { touched: now, called: now },
      });
      expect(told(id)).toEqual([]);
    }
  });

  test.each([
    ['nobody', null],
    ['somebody who is not known here', uniqueId()],
  ])('of %s is noted by one write', async (_who, user) => {
    const id = await ownLead();
    expect(await commandsOfStart(id, uniqueId(), { user })).toEqual(['findOneAndUpdate leads']);
    const { version, day } = await holdOf(id);
    expect(version).toBeUndefined();
    expect(day).toEqual({ touched: server.clock.now(), called: server.clock.now() });
  });

  test('that a customer makes is held for the agent whose lead it is, and is no contact of ours', async () => {
    const [id, call] = [await ownLead(), uniqueId()];
    expect(await commandsOfStart(id, call, { direction: 'inbound' })).toEqual(['findOneAndUpdate leads']);
    const { user, day } = await holdOf(id);
    expect(user).toBe(agent.user.id);
    expect(day).toBeUndefined();
    const { id: another } = await server.givenLead();
    await started(another, call, { direction: 'inbound' });
    expect(await holdOf(another)).toMatchObject({ user: undefined, day: undefined });
  });

  test('of a lead that is not there changes nothing, and is no failure', async () => {
    const call = { call_id: uniqueId(), lead_id: uniqueId(), user_id: agent.user.id };
    const { ctx } = server.service;
    await expect(holdByCall(ctx, call, ctx.clock.now())).resolves.toBeUndefined();
    await expect(holdByCall(ctx, call)).resolves.toBeUndefined();
    expect(await holdOf(call.lead_id)).toMatchObject({ user: undefined, day: undefined });
  });
});
