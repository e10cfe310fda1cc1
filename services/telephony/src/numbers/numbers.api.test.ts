import { updateStatePhone, ownNumber } from '@crm/contracts/http/state-phones.js';
import { listAuditEntries } from '@crm/contracts/http/audit.js';
import { importNumbers, numbers, type PooledNumber } from '@crm/contracts/resources/number.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { getRecord } from '@crm/platform/resources/records.js';
import { listedNumbers, removeNumber } from './numbers.js';
import { refreshNumbersJob } from './refresh-job.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { diallerCalls } from '../calls/dialler-call.js';
import { startAccountServer, type AccountServer } from '../test/account-server.js';
import { tooEarly } from '../test/fake-services.js';
import type { SignedIn } from '../test/telephony-server.js';

/** Texas has 214, 469 and 713; the agent's own is a number of Florida, the default one is toll-free. */
const [dallas, plano, houston] = ['+12145550101', '+14695550102', '+17135550103'];
const [own, fallback] = ['+13055550104', '+18005550105'];
const dayMs = 86_400_000;

let account: AccountServer;
let server: AccountServer['server'];
let agent: SignedIn;
beforeEach(async () => {
  account = await startAccountServer([dallas, plano, houston, own, fallback]);
  ({ server } = account);
  agent = await server.signIn({ fullname: 'Dana Reyes', twilio_phone: own });
  await server.service.ctx.settings.updateOne({}, { $set: { default_phone: fallback } });
});
afterEach(async () => {
  expect(account.sim.control.apiProblems()).toEqual([]);
  await account.stop();
});

const imported = () => server.admin.client.call(importNumbers, {});
const list = async () => (await server.admin.client.call(numbers.calls.list, { query: {} })).answer;
/** Past the session, which ends where a test moves the clock. */
const later = async (phone: string): Promise<PooledNumber> => {
  const { ctx } = server.service;
  const doc = await ctx.numbers.findOne(alive({ phone }));
  return numbers.record.parse(await getRecord(listedNumbers(ctx), server.admin.actor, String(doc?._id)));
};
async function find(phone: string): Promise<PooledNumber> {
  const number = (await list()).find((each) => each.phone === phone);
  if (number === undefined) throw new Error(`${phone} is not in the pool`);
  return number;
}
async function change(
  phone: string,
  given: Partial<Pick<PooledNumber, 'status' | 'rest_until' | 'daily_limit'>>,
) {
  const { id, version, status, rest_until, daily_limit } = await find(phone);
  const body = { version, status, rest_until, daily_limit, ...given };
  return server.admin.client.call(numbers.calls.change, { params: { id }, body });
}

let calls = 0;
/** What the customer sees who is called: our number, or what the caller is told instead. */
async function call(number: string, who = agent): Promise<string> {
  const lead = server.givenLead({ user_id: who.user.id, state: 'TX', phones: [number] });
  calls += 1;
  const { text } = await server.hook('/tw/voice/client', {
    ...{ CallSid: `CA${calls.toString(16).padStart(32, 'a')}`, From: `client:user_${who.user.id}` },
    ...{ user_id: who.user.id, lead_id: lead.lead_id, number, callType: 'single' },
  });
  return /callerId="([^"]*)"/.exec(text)?.[1] ?? /<Say[^>]*>([^<]*)</.exec(text)?.[1] ?? text;
}
/** Nobody is in a call any more. */
const allOver = () => server.service.ctx.callLeases.deleteMany({});

test('the account’s numbers are imported once, with where they belong, whose they are and whether they may text', async () => {
  expect((await imported()).answer).toMatchObject({ message: '5 numbers added', added: 5 });
  expect(
    (await list()).map((each) => [each.phone, each.area_code, each.state, each.used_by, each.texts]),
  ).toEqual(
    [
      [dallas, '214', 'TX', '', 'ready'],
      [own, '305', 'FL', 'Dana Reyes', 'ready'],
      [plano, '469', 'TX', '', 'ready'],
      [houston, '713', 'TX', '', 'ready'],
      [fallback, '', null, 'Default number', 'ready'],
    ].sort(),
  );
  expect(await find(dallas)).toMatchObject({ status: 'active', calls: 0, answered: 0, calls_today: 0 });
  expect((await imported()).answer).toMatchObject({ message: 'No new numbers', added: 0 });
  expect(await list()).toHaveLength(5);
  await server.service.auditIdle();
  const audited = await server.admin.client.call(listAuditEntries, {
    params: { service: 'telephony' },
    query: { action: 'numbers.imported' },
  });
  expect(audited.answer.flatMap((entry) => entry.changes ?? [])).toContainEqual({
    ...{ field: 'phone', before: null, after: dallas },
  });
});

test('two imports at once add each number once', async () => {
  const both = await Promise.all([imported(), imported()]);
  expect(both.map(({ answer }) => answer.added).reduce((sum, added) => sum + added)).toBe(5);
  expect(await list()).toHaveLength(5);
});

test('the pool is for admins, and an import is refused where the carrier is out of reach', async () => {
  expect((await agent.client.call(importNumbers, {})).status).toBe(403);
  expect((await agent.client.call(numbers.calls.list, { query: {} })).status).toBe(403);
  account.sim.control.fault({
    ...{ kind: 'rest', method: 'GET', path: '/IncomingPhoneNumbers', outcome: { status: 500 } },
  });
  expect(await imported()).toMatchObject({
    status: 502,
    refusal: { message: 'The carrier does not answer, please try again' },
  });
  expect(await list()).toEqual([]);
});

test('without a pool a customer sees the agent’s own number, else the state’s, else the default', async () => {
  expect(await call('+12145550111')).toBe(own);
  const nobody = await server.signIn({ twilio_phone: '' });
  expect(await call('+12145550112', nobody)).toBe(fallback);
  await server.admin.client.call(updateStatePhone, { body: { id: 'TX', updated: { phone: houston } } });
  await allOver();
  expect(await call('+12145550113', nobody)).toBe(houston);
});

describe('with a pool', () => {
  beforeEach(async () => {
    await imported();
  });

  test('a customer is called from their area code, then from their state, then from the agent’s own number', async () => {
    const customers = ['+12145550121', '+12145550122', '+12145550123', '+12145550124'];
    const seen = [];
    // Each shows another one: for a minute nobody else shows a number of the pool.
    for (const customer of customers) {
      seen.push(await call(customer));
      await allOver();
    }
    expect(seen).toEqual([dallas, plano, houston, own]);
    server.clock.advance(60_000);
    expect(await call('+12145550125')).toBe(dallas);
    expect(await later(dallas)).toMatchObject({ calls_today: 2 });
  });

  test('two agents who call at once never show one number', async () => {
    const other = await server.signIn({ twilio_phone: '+13055550199' });
    const both = await Promise.all([call('+12145550131'), call('+12145550132', other)]);
    expect(new Set(both).size).toBe(2);
    for (const from of both) expect([dallas, plano]).toContain(from);
  });

  test('nobody is called from a number that is somebody else’s own, and from one’s own first where it is near', async () => {
    const neighbour = await server.signIn({ twilio_phone: '+12145550198' });
    await server.signIn({ twilio_phone: dallas });
    expect(await call('+12145550141')).toBe(plano);
    expect(await call('+12145550142', neighbour)).toBe('+12145550198');
  });

  test('the dialler, too, calls from the pool; a line that the carrier refuses uses no number up', async () => {
    const { ctx } = server.service;
    const dial = async (number: string) => {
      const lead = server.givenLead({ state: 'TX', phones: [number] });
      const call_id = uniqueId();
      const asked = { call_id, guide_id: agent.user.id, lead, number, voicemail: undefined };
      const refused = await diallerCalls(ctx)
        .place(asked)
        .catch((error: unknown) => String(error));
      await allOver();
      return { refused, call: await ctx.callDocs.findById(call_id).lean() };
    };
    account.sim.control.fault({
      ...{ kind: 'rest', method: 'POST', path: '/Participants' },
      outcome: { status: 400, code: 21216, message: 'Not allowed' },
    });
    expect((await dial('+12145550126')).refused).toContain('CarrierError');
    expect(await find(dallas)).toMatchObject({ calls_today: 0 });
    const { refused, call: dialled } = await dial('+12145550127');
    expect(refused).toBeUndefined();
    expect(dialled).toMatchObject({ own_number: dallas, kind: 'dialler' });
    expect(await find(dallas)).toMatchObject({ calls_today: 1 });
  });

  test('resting numbers and those at their limit stand back, until the day that was set and the next one', async () => {
    await change(dallas, { daily_limit: 1 });
    const until = new Date(server.clock.now().getTime() + dayMs).toISOString().slice(0, 10);
    await change(plano, { status: 'resting', rest_until: until });
    await change(houston, { status: 'retired' });
    expect(await call('+12145550151')).toBe(dallas);
    server.clock.advance(60_000);
    await allOver();
    expect(await call('+12145550152')).toBe(own);
    server.clock.advance(2 * dayMs);
    await allOver();
    expect(await later(plano)).toMatchObject({ status: 'active' });
    expect([await call('+12145550153'), await later(dallas)]).toEqual([
      dallas,
      expect.objectContaining({ calls_today: 1 }),
    ]);
  });

  test('where every number rests or is at its limit the agent is told so, and nobody is rung', async () => {
    for (const phone of [dallas, plano, houston, own]) await change(phone, { status: 'resting' });
    await change(fallback, { daily_limit: 1 });
    expect(await call('+12145550161')).toBe(fallback);
    await allOver();
    expect(await call('+12145550162')).toBe(
      'Every number to call from is resting or has reached its limit for today',
    );
  });

  test('a call that permission refuses uses no number up', async () => {
    server.leads.permit = () => tooEarly;
    expect(await call('+12145550171')).toBe(tooEarly.sentence);
    expect(await find(dallas)).toMatchObject({ calls_today: 0 });
    server.leads.permit = () => ({ ...tooEarly, allowed: true, rule: null });
    expect(await call('+12145550172')).toBe(dallas);
  });

  test('calls of the last seven days are counted, and those that a person answered', async () => {
    const ended = async (from: string, outcome: 'completed' | 'no-answer' | 'refused', days: number) => {
      const { ctx } = server.service;
      await call(`+1214555${String(2000 + calls)}`);
      await allOver();
      const last = await ctx.callDocs.findOne({}).sort({ _id: -1 });
      const startedAt = new Date(server.clock.now().getTime() - days * dayMs);
      await ctx.callDocs.updateOne({ _id: last?._id }, { $set: { own_number: from, outcome, startedAt } });
    };
    await ended(dallas, 'completed', 0);
    await ended(dallas, 'no-answer', 6);
    await ended(dallas, 'refused', 1);
    await ended(dallas, 'completed', 8);
    expect(await find(dallas)).toMatchObject({ calls: 2, answered: 1 });
  });

  test('a number that somebody uses is not retired, and one that the account has is not deleted', async () => {
    expect(await change(own, { status: 'retired' })).toMatchObject({
      status: 422,
      refusal: {
        errors: { status: 'Calls are placed from it (Dana Reyes): choose another number there first' },
      },
    });
    const { id } = await find(dallas);
    expect(await server.admin.client.call(numbers.calls.remove, { params: { id } })).toMatchObject({
      status: 409,
      refusal: { message: 'The carrier account has this number: retire it instead' },
    });
    expect(await list()).toHaveLength(5);
  });

  test.each<[string, Parameters<typeof change>[1], string]>([
    ['of a number that does not rest', { rest_until: '2027-01-01' }, 'Only a resting number has such a day'],
    ['on a day that is over', { status: 'resting', rest_until: '2026-11-20' }, 'Choose a day after today'],
  ])('the end of a rest is refused %s', async (_which, given, sentence) => {
    expect(await change(dallas, given)).toMatchObject({
      status: 422,
      refusal: { errors: { rest_until: sentence } },
    });
    expect(await find(dallas)).toMatchObject({ status: 'active', rest_until: null, version: 1 });
  });

  test('within a day it is known which numbers the account lost and whose texts are refused', async () => {
    account.sim.control.account({ number: { number: dallas, isRented: false } });
    account.sim.control.account({ service: { withoutSender: plano } });
    const job = refreshNumbersJob(server.service.ctx);
    expect((await job.nextDueAt())?.getTime()).toBe(server.clock.now().getTime() + dayMs);
    server.clock.advance(dayMs);
    expect(await job.run()).toBe(true);
    // Of two processes one asks.
    expect(await job.run()).toBe(false);
    const lost = await later(dallas);
    expect(lost).toMatchObject({ in_account: 0, version: 2 });
    expect(await later(plano)).toMatchObject({ in_account: 1, texts: 'missing' });
    expect(await call('+12145550181')).toBe(plano);
    await removeNumber(server.service.ctx, server.admin.actor, lost.id);
    expect(await server.service.ctx.numbers.countDocuments(alive({}))).toBe(4);
  });

  test('who calls a number of the pool reaches whoever is at work', async () => {
    // The one who called them last, here.
    expect(await call('+12145550191')).toBe(dallas);
    const fields = { CallSid: `CA${'b'.repeat(32)}`, From: '+12145550191', To: plano };
    expect((await server.hook('/tw/voice/number', fields)).text).toContain('<Enqueue');
  });

  test('a text of somebody without a number goes out from the one that the customer was called from', async () => {
    const nobody = await server.signIn({ twilio_phone: '' });
    const number = '+12145550195';
    const asked = { user_id: null, state: 'TX' as const, number };
    const forText = async () => (await server.internal.call(ownNumber, { body: asked })).answer.phone;
    expect(await forText()).toBe(fallback);
    expect(await call(number, nobody)).toBe(dallas);
    expect(await forText()).toBe(dallas);
    await server.service.ctx.numbers.updateOne(
      { phone: dallas, deletedAt: null },
      { $set: { texts: 'pending' } },
    );
    expect(await forText()).toBe(fallback);
  });
});
