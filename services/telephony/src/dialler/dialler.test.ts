import { Types } from 'mongoose';
import { callConnected, callEnded, callRinging, diallerOutcome } from '@crm/contracts/bus/call-events.js';
import { enqueueDiallerCommand } from '@crm/contracts/bus/commands.js';
import { userPresenceChanged } from '@crm/contracts/bus/events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { AnsweredBy, CallOutcome } from '@crm/contracts/entities/telephony.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { retryRules } from '@crm/contracts/resources/retry-rule.js';
import { createRecord } from '@crm/platform/resources/records.js';
import { uniqueActor, uniqueId } from '@crm/platform/testing/unique.js';
import { CarrierError } from '@crm/domain/carrier/carrier-error.js';
import { startDialler, type DiallerServer } from '../test/dialler-server.js';
import { allowed, tooEarly } from '../test/fake-services.js';
import type { SignedIn } from '../test/telephony-server.js';
import { storedVoicemails } from '../voicemails/voicemails.js';
import type { DiallerCallEnd } from '../calls/dialler-call.js';
import { callSelected } from './call-selected.js';
import { dialOneByOne } from './dial-one-by-one.js';
import type { AttemptDoc } from './dialler.model.js';
import { diallerStateOf } from './dialler-state.js';
import { createRowPool } from './pool.js';
import { sendToDiallers } from './send-to-diallers.js';
import { silenceMs, sweepAttempts } from './sweep-attempts.js';

let server: DiallerServer['server'];
let ctx: DiallerServer['ctx'];
let calls: DiallerServer['calls'];
let forget: DiallerServer['forget'];
beforeAll(async () => {
  ({ server, ctx, calls, forget } = await startDialler());
});
afterAll(() => server.stop());

let guide: SignedIn;
beforeEach(async () => {
  await ctx.diallerPool.deleteMany({});
  forget();
  guide = await server.signIn({ role_id: 3, subroles: [], states: [], AD_Status: 1 });
});

const dial = () => dialOneByOne(ctx, guide);
const own = (given: Partial<LeadToCall> = {}) => server.givenLead({ user_id: guide.user.id, ...given });
const lastCall = () => calls.known.placed.at(-1)?.call_id ?? '';
const leadsDialled = () => calls.known.placed.map(({ lead }) => lead.lead_id);

const ofCall = (call_id: string) => ({
  call_id,
  user_id: guide.user.id,
  lead_id: calls.known.placed.find((call) => call.call_id === call_id)?.lead.lead_id ?? null,
  call: null,
});
const ringing = (call_id = lastCall()) =>
  server.send(callRinging, { subject: `call/${call_id}`, data: ofCall(call_id) });
const answered = (answeredBy: AnsweredBy | null, call_id = lastCall()) =>
  server.send(callConnected, { subject: `call/${call_id}`, data: { ...ofCall(call_id), answeredBy } });
const over = (outcome: CallOutcome, duration = 0, call_id = lastCall()) =>
  server.send(callEnded, {
    subject: `call/${call_id}`,
    data: {
      ...ofCall(call_id),
      number: '+12145550117',
      direction: 'outbound',
      kind: 'dialler',
      outcome,
      duration,
    },
  });
const switched = (AD_status: 0 | 1) =>
  server.send(userPresenceChanged, {
    subject: `user/${guide.user.id}/presence`,
    sequence: Date.now(),
    data: { user_id: guide.user.id, online: 0, active: 0, in_call: 0, AD_status, agents: 0 },
  });
/** What was told of a lead, in order: its AD_status, and whether the guide goes on. */
const publishedOf = async (lead_id: string, last: [number, boolean]) => {
  await server.probe.waitFor(
    diallerOutcome,
    ({ data }) => data.lead_id === lead_id && data.AD_status === last[0] && data.restart === last[1],
  );
  return server.probe
    .all(diallerOutcome)
    .filter(({ data }) => data.lead_id === lead_id)
    .map(({ data }) => [data.AD_status, data.restart]);
};

describe('one request of a guide', () => {
  test('dials the next lead; asked twice, also at once, it is one call', async () => {
    const lead = own();
    own();
    const answers = await Promise.all([dial(), dial(), dial()]);
    expect(answers.filter(({ status }) => status === 'success')).toEqual([
      { status: 'success', message: `Calling ${lead.fullname}`, AD_restart: false },
    ]);
    expect(answers.filter(({ status }) => status === 'info')).toHaveLength(2);
    expect(await dial()).toEqual({
      status: 'info',
      message: 'A lead is already being called',
      AD_restart: false,
    });
    expect(leadsDialled()).toEqual([lead.lead_id]);
    // It is counted when the customer is rung.
    const asked = server.leads.asked.at(-1);
    expect(asked).toMatchObject({ lead_id: lead.lead_id, channel: 'call', user_id: null, automated: true });
    expect(asked?.attempt_id).toBeUndefined();
    await ringing();
    expect(await publishedOf(lead.lead_id, [1, false])).toEqual([[1, false]]);
  });

  test('without anybody left is told so, and the line is free', async () => {
    await expect(dial()).rejects.toMatchObject({ code: 'not_found', message: 'No leads to call' });
    own();
    expect((await dial()).status).toBe('success');
  });

  test('while the dialler is off dials nobody; auth is asked before it is believed', async () => {
    guide = await server.signIn({ role_id: 3, AD_Status: 0 });
    own();
    await expect(dial()).rejects.toMatchObject({ code: 'conflict', message: 'The dialler is off' });
    expect(calls.known.placed).toEqual([]);
    server.auth.diallers.set(guide.user.id, 1);
    expect((await dial()).status).toBe('success');
  });

  test('passes over whom contact permission closes, and asks again when it opens', async () => {
    const early = own();
    const open = own();
    server.leads.permit = ({ lead_id }) => (lead_id === early.lead_id ? tooEarly : allowed);
    await dial();
    expect(leadsDialled()).toEqual([open.lead_id]);
    await over('busy');
    await expect(dial()).rejects.toMatchObject({ message: 'No leads to call' });
    server.leads.permit = () => allowed;
    server.clock.advance(24 * 60 * 60_000);
    await dial();
    expect(leadsDialled()).toContain(early.lead_id);
  });

  test('rings nobody while a list of numbers is too old, says so, and goes on with the same lead', async () => {
    const sentence = 'The national list is 34 days old: load a newer one';
    const lead = server.givenLead();
    await sendToDiallers(ctx, createRowPool(ctx), [lead.lead_id]);
    server.leads.permit = () => ({ ...tooEarly, rule: 'outdated_list', sentence, next_allowed_at: null });
    await expect(dial()).rejects.toMatchObject({ code: 'conflict', message: sentence });
    expect(leadsDialled()).toEqual([]);
    server.leads.permit = () => allowed;
    await dial();
    expect(leadsDialled()).toEqual([lead.lead_id]);
  });

  test('leaves a recorded voicemail for nobody who did not agree to it', async () => {
    own({ recorded_ok: 1 });
    await dial();
    expect(calls.known.placed[0]?.voicemail).toBeUndefined();
    const audio = { bytes: 1, type: 'audio/mpeg' } as const;
    await createRecord(
      storedVoicemails(ctx),
      uniqueActor(roles.admin),
      { user_id: guide.user.id },
      { title: 'Sorry', duration: 4, audio },
    );
    await over('busy');
    own({ recorded_ok: 0 });
    await dial();
    expect(calls.known.placed[1]?.voicemail).toBeUndefined();
    await over('busy');
    own({ recorded_ok: 1 });
    await dial();
    expect(calls.known.placed[2]?.voicemail).toContain('/media/');
  });
});

describe('what keeps a call from being made', () => {
  const failure = (kind: CarrierError['kind']) => new CarrierError(kind, 0, 'Invalid number', undefined);
  const putBackOf = async () => (await diallerStateOf(ctx, guide.user.id)).run;
  const toldOf = async ({ lead_id }: LeadToCall) => {
    await server.service.drainOutbox();
    return server.probe.all(diallerOutcome).filter(({ data }) => data.lead_id === lead_id);
  };

  test('a rule about the number: the answer says to go on, and nothing else does', async () => {
    const lead = own();
    calls.known.refuses = 'This customer is already in a call';
    expect(await dial()).toEqual({
      status: 'warning',
      message: 'The call was refused: This customer is already in a call',
      AD_restart: true,
    });
    expect(await publishedOf(lead.lead_id, [2, false])).toEqual([[2, false]]);
    calls.known.refuses = undefined;
    own();
    expect((await dial()).status).toBe('success');
  });

  test.each([
    ['unknown', 'upstream_failed'],
    ['account', 'upstream_failed'],
    ['rate', 'unavailable'],
  ] as const)(
    'the guide’s line, which the carrier does not ring (%s): the lead stays as it was',
    async (kind, code) => {
      const lead = own();
      calls.known.fails = failure(kind);
      await expect(dial()).rejects.toMatchObject({ code });
      expect(await toldOf(lead)).toEqual([]);
      if (kind !== 'rate') expect(server.auth.diallers.get(guide.user.id)).toBe(0);
    },
  );

  test.each<[string, Partial<DiallerCallEnd>, string]>([
    [
      'the guide’s device, which did not take it',
      { isMissedByGuide: true },
      'Your device did not answer the last call, so the dialler was switched off',
    ],
    [
      'our account',
      { fault: 'account', reason: 'Calls cannot be made: Invalid number. Please contact an admin' },
      'Calls cannot be made: Invalid number. Please contact an admin',
    ],
    [
      'the carrier’s limit',
      { fault: 'rate', reason: 'The carrier is busy, please try again' },
      'The carrier is busy, please try again',
    ],
  ])(
    '%s: the dialler is off and says so, nothing of the run is used up, and the same lead is next',
    async (_what, ends, sentence) => {
      const [first, second] = [own(), own()];
      await callSelected(ctx, guide, [first.lead_id, second.lead_id]);
      await dial();
      calls.known.ends = { placed: false, ...ends };
      await over('canceled');
      expect(server.auth.diallers.get(guide.user.id)).toBe(0);
      expect(await putBackOf()).toEqual({ total: 2, done: 0 });
      expect((await toldOf(first)).filter(({ data }) => data.call_id !== null)).toEqual([]);
      await switched(0);
      await expect(dial()).rejects.toMatchObject({ code: 'conflict', message: sentence });
      // The same word again changes nothing.
      await over('canceled', 0, lastCall());
      expect(await putBackOf()).toEqual({ total: 2, done: 0 });

      calls.known.ends = {};
      server.auth.diallers.set(guide.user.id, 1);
      await switched(1);
      expect((await dial()).status).toBe('success');
      await over('busy');
      await dial();
      expect(leadsDialled()).toEqual([first.lead_id, first.lead_id, second.lead_id]);
    },
  );

  test('a lead of the guide’s own is not passed over for it afterwards', async () => {
    const lead = own();
    await dial();
    calls.known.ends = { placed: false, isMissedByGuide: true };
    await over('canceled');
    calls.known.ends = {};
    server.auth.diallers.set(guide.user.id, 1);
    await switched(1);
    await dial();
    expect(leadsDialled()).toEqual([lead.lead_id, lead.lead_id]);
  });

  test('a carrier that does not answer for the customer: the dialler is off, and they are not dialled anew', async () => {
    const lead = own();
    await dial();
    calls.known.ends = { placed: false, fault: 'unknown' };
    await over('failed');
    expect(await toldOf(lead)).toEqual([]);
    await switched(0);
    await expect(dial()).rejects.toMatchObject({
      message: 'The carrier does not answer, please try again',
    });
    calls.known.ends = {};
    server.auth.diallers.set(guide.user.id, 1);
    await switched(1);
    await expect(dial()).rejects.toMatchObject({ message: 'No leads to call' });
  });

  test('a guide’s line whose answer was lost is taken up where it rings after all', async () => {
    const lead = own();
    calls.known.fails = failure('unknown');
    let placing = '';
    calls.known.whilePlacing = async () => {
      placing = (await ctx.diallers.findById(guide.user.id).lean())?.call_id?.toHexString() ?? '';
    };
    await expect(dial()).rejects.toMatchObject({ code: 'upstream_failed' });
    server.auth.diallers.set(guide.user.id, 1);
    expect((await dial()).message).toBe('A lead is already being called');
    server.clock.advance(silenceMs);
    await sweepAttempts(ctx);
    expect(calls.known.asked).toContain(placing);
    await ringing(placing);
    calls.known.ends = { placed: true };
    await over('no-answer', 0, placing);
    expect(await publishedOf(lead.lead_id, [3, false])).toEqual([
      [1, false],
      [3, false],
    ]);
  });
});

test('an attempt that nobody knows anything of, asked about twice, is given up, and the line is free', async () => {
  own();
  calls.known.fails = new CarrierError('unknown', 0, 'No answer', undefined);
  await expect(dial()).rejects.toMatchObject({ code: 'upstream_failed' });
  calls.known.fails = undefined;
  own();
  server.clock.advance(silenceMs);
  await sweepAttempts(ctx);
  expect((await dial()).message).toBe('A lead is already being called');
  server.clock.advance(silenceMs);
  await sweepAttempts(ctx);
  expect((await dial()).status).toBe('success');
});

describe('how calls come out', () => {
  test.each<[string, AnsweredBy | null, CallOutcome, number, [number, boolean][]]>([
    [
      'busy',
      null,
      'busy',
      0,
      [
        [1, false],
        [3, false],
      ],
    ],
    [
      'no answer',
      null,
      'no-answer',
      0,
      [
        [1, false],
        [3, false],
      ],
    ],
    [
      'failed',
      null,
      'failed',
      0,
      [
        [1, false],
        [2, false],
      ],
    ],
    [
      'a person',
      'human',
      'completed',
      40,
      [
        [1, false],
        [4, false],
      ],
    ],
    [
      'a person, the guide’s device gone',
      'human',
      'no-answer',
      0,
      [
        [1, false],
        [4, false],
      ],
    ],
    [
      'a machine',
      'machine',
      'completed',
      0,
      [
        [1, false],
        [5, false],
      ],
    ],
    [
      'a machine with a voicemail left',
      'machine',
      'drop',
      0,
      [
        [1, false],
        [5, false],
      ],
    ],
    [
      'a fax',
      'fax',
      'completed',
      0,
      [
        [1, false],
        [2, false],
      ],
    ],
    [
      'unknown',
      'unknown',
      'completed',
      9,
      [
        [1, false],
        [4, false],
      ],
    ],
  ])('%s', async (_name, by, outcome, duration, published) => {
    const lead = own();
    await dial();
    await ringing();
    if (by !== null) await answered(by);
    await over(outcome, duration);
    await over(outcome, duration);
    expect(await publishedOf(lead.lead_id, published.at(-1) ?? [1, false])).toEqual(published);
    own();
    expect((await dial()).status).toBe('success');
  });

  test.each<[string, AnsweredBy, [number, boolean][]]>([
    [
      'a person',
      'human',
      [
        [1, false],
        [4, false],
      ],
    ],
    [
      'a machine',
      'machine',
      [
        [1, false],
        [5, false],
      ],
    ],
  ])(
    'taken by the guide before it is known that it is %s shows nothing yet',
    async (_name, by, published) => {
      const lead = own();
      await dial();
      await ringing();
      await answered(null);
      await server.probe.waitFor(callConnected, ({ data }) => data.call_id === lastCall());
      expect(await publishedOf(lead.lead_id, [1, false])).toEqual([[1, false]]);
      await answered(by);
      await over(by === 'human' ? 'completed' : 'drop', 12);
      expect(await publishedOf(lead.lead_id, published.at(-1) ?? [1, false])).toEqual(published);
    },
  );

  test('what is found out after the call still counts', async () => {
    const lead = own();
    await dial();
    await ringing();
    await over('completed', 12);
    await answered('machine');
    expect(await publishedOf(lead.lead_id, [5, false])).toEqual([
      [1, false],
      [4, false],
      [5, false],
    ]);
  });

  test('what is heard of calls of others is not ours', async () => {
    await over('busy', 0, uniqueId());
    expect(
      await ctx.diallerAttempts.countDocuments({ 'details.outcome': 'busy', guide_id: guide.user.id }),
    ).toBe(0);
  });
});

describe('stopping', () => {
  test('calls off what rings, at once, and tells nobody to go on', async () => {
    const lead = own();
    await dial();
    await ringing();
    await switched(0);
    expect(calls.known.calledOff).toEqual([lastCall()]);
    await over('canceled');
    expect(await publishedOf(lead.lead_id, [3, false])).toEqual([
      [1, false],
      [3, false],
    ]);
  });

  test.each([
    [
      'a lead is chosen',
      async () => {
        const create = ctx.diallerAttempts.create.bind(ctx.diallerAttempts);
        Object.assign(ctx.diallerAttempts, {
          create: async (attempt: AttemptDoc) => {
            Object.assign(ctx.diallerAttempts, { create });
            await switched(0);
            return create(attempt);
          },
        });
        expect(await dial()).toMatchObject({ message: 'The dialler is off' });
      },
      0,
    ],
    [
      'the guide’s own device rings',
      async () => {
        await dial();
        calls.known.ends = { placed: false };
        await switched(0);
        await over('canceled');
      },
      1,
    ],
  ] as const)('while %s dials nobody, and the lead of the run is next again', async (_when, stop, placed) => {
    const [first, second] = [own(), own()];
    await callSelected(ctx, guide, [first.lead_id, second.lead_id]);
    await stop();
    expect(calls.known.placed).toHaveLength(placed);
    expect((await diallerStateOf(ctx, guide.user.id)).run).toEqual({ total: 2, done: 0 });
    calls.forget();
    await switched(1);
    await dial();
    expect(leadsDialled()).toEqual([first.lead_id]);
  });

  test('lets a conversation go on', async () => {
    own();
    await dial();
    await answered('human');
    await switched(0);
    expect(calls.known.calledOff).toEqual([]);
  });

  test('while a request is placing its call calls that off', async () => {
    own();
    calls.known.whilePlacing = async () => {
      await switched(0);
    };
    expect(await dial()).toMatchObject({ status: 'info', message: 'The dialler is off' });
    expect(new Set(calls.known.calledOff)).toEqual(new Set([lastCall()]));
  });
});

describe('a run', () => {
  const items = (count: number) => Array.from({ length: count }, () => own());
  const choose = (leads: readonly LeadToCall[]) =>
    ctx.diallerRuns.create({
      guide_id: new Types.ObjectId(guide.user.id),
      items: leads.map(({ lead_id }) => new Types.ObjectId(lead_id)),
      position: 0,
      state: 'active',
      key: uniqueId(),
      createdAt: server.clock.now(),
      version: 1,
    });

  test('is dialled in its order, before all else, and each of it once', async () => {
    const first = own();
    const chosen = items(30);
    await choose([...chosen].reverse());
    for (let count = 0; count < 30; count += 1) {
      expect((await dial()).status).toBe('success');
      if (count === 11) {
        expect(await diallerStateOf(ctx, guide.user.id)).toEqual({
          on: true,
          run: { total: 30, done: 12 },
          call: null,
        });
      }
      await over('busy');
    }
    expect(leadsDialled()).toEqual(chosen.map(({ lead_id }) => lead_id).reverse());
    await dial();
    expect(calls.known.placed.at(-1)?.lead.lead_id).toBe(first.lead_id);
  });

  test('goes on with the item whose service died between writing it down and dialling, once', async () => {
    const [lost, next] = items(2);
    const run = await choose([lost, next].filter((each) => each !== undefined));
    await ctx.diallerAttempts.create({
      guide_id: new Types.ObjectId(guide.user.id),
      lead_id: new Types.ObjectId(lost?.lead_id),
      number: '+12145550117',
      item: `${run._id.toHexString()}:0`,
      details: { placed: false, answeredBy: null, outcome: null },
      AD_status: null,
      isOver: false,
      isRestarted: false,
      startedAt: server.clock.now(),
      heardAt: server.clock.now(),
      askedAt: null,
      version: 1,
    });
    await dial();
    await over('busy');
    await dial();
    expect(leadsDialled()).toEqual([lost?.lead_id, next?.lead_id]);
  });

  test('a line whose service died while it chose is free after half a minute', async () => {
    own();
    await ctx.diallers.create({
      _id: new Types.ObjectId(guide.user.id),
      call_id: new Types.ObjectId(),
      until: new Date(server.clock.now().getTime() + 30_000),
      stoppedAt: null,
      passed: [],
    });
    // The window asks again until then.
    expect(await dial()).toMatchObject({ message: 'A lead is already being called', AD_restart: true });
    server.clock.advance(30_000);
    expect((await dial()).status).toBe('success');
  });

  test('a line whose service died before it gave it back is free', async () => {
    own();
    await dial();
    await ctx.diallerAttempts.updateOne({ _id: lastCall() }, { $set: { isOver: true } });
    expect(await dial()).toMatchObject({ message: 'A lead is already being called', AD_restart: true });
    own();
    expect((await dial()).status).toBe('success');
  });

  test('passes over leads that went to somebody else meanwhile', async () => {
    const [gone, next] = items(2);
    await choose([gone, next].filter((each) => each !== undefined));
    if (gone) gone.user_id = uniqueId();
    await dial();
    expect(leadsDialled()).toEqual([next?.lead_id]);
  });

  test('of leads that are not the guide’s is not made', async () => {
    const others = server.givenLead({ user_id: uniqueId() });
    await expect(callSelected(ctx, guide, [own().lead_id, others.lead_id])).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await ctx.diallerRuns.countDocuments({ guide_id: new Types.ObjectId(guide.user.id) })).toBe(0);
  });

  test('sent by message twice is one run', async () => {
    const [lead] = items(1);
    await server.send(
      enqueueDiallerCommand,
      { data: { lead_ids: [lead?.lead_id ?? ''], guide_id: guide.user.id } },
      2,
    );
    expect(await ctx.diallerRuns.countDocuments({ guide_id: new Types.ObjectId(guide.user.id) })).toBe(1);
  });
});

describe('whom the dialler called in vain', () => {
  const minutes = (count: number) => {
    server.clock.advance(count * 60_000);
  };
  const came = async (outcome: CallOutcome, by: AnsweredBy | null = null) => {
    // Leads shows it by then.
    server.leads.dialled.add(leadsDialled().at(-1) ?? '');
    await ringing();
    if (by !== null) await answered(by);
    await over(outcome);
  };
  const nobody = async () => {
    await expect(dial()).rejects.toMatchObject({ message: 'No leads to call' });
  };

  test.each<[string, CallOutcome, AnsweredBy | null, number]>([
    ['busy', 'busy', null, 15],
    ['no answer', 'no-answer', null, 240],
    ['a machine', 'completed', 'machine', 1_440],
  ])('is called again when the table says: %s', async (_how, outcome, by, wait) => {
    const lead = own();
    await dial();
    await came(outcome, by);
    minutes(wait - 1);
    await nobody();
    minutes(1);
    expect((await dial()).message).toBe(`Calling ${lead.fullname}`);
    await came('completed', 'human');
    minutes(10 * 1_440);
    await nobody();
    expect(leadsDialled()).toEqual([lead.lead_id, lead.lead_id]);
  });

  test('is called after those who were never called, and before the pool', async () => {
    const [first, pooled] = [own(), server.givenLead()];
    await sendToDiallers(ctx, createRowPool(ctx), [pooled.lead_id]);
    await dial();
    await came('busy');
    minutes(15);
    const fresh = own();
    for (let count = 0; count < 3; count += 1) {
      await dial();
      await came('completed', 'human');
    }
    expect(leadsDialled()).toEqual([first, fresh, first, pooled].map(({ lead_id }) => lead_id));
  });

  test('is called no more often in a week than the table says', async () => {
    const lead = own();
    for (let count = 0; count < 6; count += 1) {
      await dial();
      await came('busy');
      minutes(15);
    }
    await nobody();
    minutes(7 * 1_440 - 90 - 1);
    await nobody();
    minutes(1);
    await dial();
    expect(leadsDialled()).toEqual(Array.from({ length: 7 }, () => lead.lead_id));
  });

  test('is called as the admin changed the table, which nobody else may', async () => {
    const admin = await server.signIn({ role_id: 1 });
    const { answer: rule } = await admin.client.call(retryRules.calls.one, { params: { id: 'busy' } });
    expect(rule).toEqual({ id: 'busy', outcome: 'Busy', wait_minutes: 15, per_week: 6, version: 1 });
    const change = { params: { id: 'busy' }, body: { wait_minutes: 30, per_week: 0, version: 1 } };
    expect((await guide.client.call(retryRules.calls.change, change)).status).toBe(403);
    expect((await admin.client.call(retryRules.calls.change, change)).status).toBe(200);
    own();
    await dial();
    await came('busy');
    minutes(7 * 1_440);
    await nobody();
    await ctx.retryRules.updateOne({ _id: 'busy' }, { $set: { wait_minutes: 15, per_week: 6 } });
  });

  test.each<[string, (lead: LeadToCall) => void]>([
    ['is somebody else’s by now', (lead) => void (lead.user_id = uniqueId())],
    ['declined meanwhile', (lead) => void (lead.status = 'notInterested')],
  ])('and %s is not called again', async (_what, change) => {
    const lead = own();
    await dial();
    await came('busy');
    change(lead);
    minutes(15);
    await nobody();
    lead.user_id = guide.user.id;
    lead.status = 'newLead';
    await nobody();
  });

  test('waits until contact permission opens, however long the table has waited', async () => {
    const lead = own();
    await dial();
    await came('busy');
    minutes(15);
    server.leads.permit = () => tooEarly;
    await nobody();
    server.leads.permit = () => allowed;
    await nobody();
    minutes(24 * 60);
    await dial();
    expect(leadsDialled()).toEqual([lead.lead_id, lead.lead_id]);
  });

  test('is due by the end that is known last: a machine that was found out late waits a day', async () => {
    own();
    await dial();
    await came('no-answer');
    await answered('machine');
    await server.probe.waitFor(
      diallerOutcome,
      ({ data }) => data.AD_status === 5 && data.call_id === lastCall(),
    );
    minutes(240);
    await nobody();
    minutes(1_200);
    expect((await dial()).status).toBe('success');
  });
});

describe('the pool', () => {
  test('is drawn from, the oldest first, when the guide’s own are done; two guides never get one lead', async () => {
    const pooled = [server.givenLead(), server.givenLead()];
    const sent = await sendToDiallers(
      ctx,
      createRowPool(ctx),
      pooled.map(({ lead_id }) => lead_id),
    );
    expect(sent).toEqual({ status: 'success', message: '2 leads sent' });
    const mine = own();
    await dial();
    await over('busy');
    const other = await server.signIn({ role_id: 3, AD_Status: 1 });
    await Promise.all([dial(), dialOneByOne(ctx, other)]);
    expect(leadsDialled()[0]).toBe(mine.lead_id);
    expect(leadsDialled().slice(1).sort()).toEqual(pooled.map(({ lead_id }) => lead_id).sort());
    await expect(dialOneByOne(ctx, await server.signIn({ role_id: 3, AD_Status: 1 }))).rejects.toMatchObject({
      message: 'No leads to call',
    });
  });

  test('takes whom it can, and says how many it cannot', async () => {
    const fit = server.givenLead();
    const closed = server.givenLead({ status: 'doNotCall' });
    const pool = createRowPool(ctx);
    expect(await sendToDiallers(ctx, pool, [fit.lead_id, closed.lead_id])).toEqual({
      status: 'warning',
      message: '1 lead sent, 1 left out: The lead must not be called',
    });
    await expect(sendToDiallers(ctx, pool, [uniqueId()])).rejects.toMatchObject({ code: 'invalid' });
    await server.send(enqueueDiallerCommand, { data: { lead_ids: [fit.lead_id] } });
    expect(await ctx.diallerPool.countDocuments({ state: 'waiting' })).toBe(1);
  });
});
