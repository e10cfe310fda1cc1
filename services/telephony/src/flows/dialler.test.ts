import { callMissed, diallerOutcome } from '@crm/contracts/bus/call-events.js';
import { optOutCommand } from '@crm/contracts/bus/commands.js';
import { leadOffered } from '@crm/contracts/bus/events.js';
import {
  callSelected,
  dialOneByOne,
  getDialler,
  sendToDiallers,
  type LeadToCall,
} from '@crm/contracts/http/calling.js';
import type { SimState } from '@crm/carrier-sim/control/control.js';
import { sweepCalls } from '../calls/sweep-worker.js';
import { nothing, startFlow, type Flow } from '../test/flow.js';
import { subscribeDiallers, startGuide, type Guide } from '../test/guide.js';
import type { TelephonyServer } from '../test/telephony-server.js';

let flow: Flow;
let guide: Guide;
beforeAll(async () => {
  flow = await startFlow();
  await subscribeDiallers(flow);
});
afterAll(() => flow.stop());
beforeEach(async () => {
  guide = await startGuide(flow);
});
afterEach(async () => {
  await guide.turn(false);
  await flow.settled();
  expect(await flow.leftOver()).toEqual(nothing);
  const taken = await flow.server.service.ctx.diallers.countDocuments({ call_id: { $ne: null } });
  expect(taken).toBe(0);
});

const ownLead = (row?: string, given: Partial<LeadToCall> = {}) =>
  flow.leadAt(row, { user_id: guide.user.id, ...given });
const publishedOf = ({ lead_id }: LeadToCall) =>
  flow.server.probe
    .all(diallerOutcome)
    .filter(({ data }) => data.lead_id === lead_id && data.call_id !== null)
    .map(({ data }) => [data.AD_status, data.restart]);
const lines = ({ phones }: LeadToCall) => flow.rung(phones[0] ?? '').length;
const offers = ({ lead_id }: LeadToCall) =>
  flow.server.probe
    .all(leadOffered)
    .filter(({ data }) => data.lead_id === lead_id)
    .map(({ data }) => [data.user_id, data.why]);

const listed = ({ phones }: LeadToCall) =>
  flow.server.probe
    .all(optOutCommand)
    .filter(({ data }) => data.phone === phones[0])
    .map(({ data, actorid }) => ({ ...data, by: actorid }));

/** Lets the dialler run until the guide's window stands still. */
async function runOut(most = 40): Promise<void> {
  await flow.settled();
  for (let rounds = 0; guide.isOn; rounds += 1) {
    if (rounds > most) throw new Error('The dialler does not come to an end');
    await flow.pass(15_000);
  }
}

test.each([
  ['00', 'refused', [[2, false]], 0],
  [
    '01',
    'busy',
    [
      [1, false],
      [3, false],
    ],
    1,
  ],
  [
    '02',
    'no-answer',
    [
      [1, false],
      [3, false],
    ],
    1,
  ],
  [
    '03',
    'failed',
    [
      [1, false],
      [2, false],
    ],
    1,
  ],
  [
    '04',
    'completed',
    [
      [1, false],
      [5, false],
    ],
    1,
  ],
  [
    '05',
    'completed',
    [
      [1, false],
      [5, false],
    ],
    1,
  ],
  [
    '06',
    'completed',
    [
      [1, false],
      [2, false],
    ],
    1,
  ],
  [
    '07',
    'completed',
    [
      [1, false],
      [4, false],
    ],
    1,
  ],
  [
    '09',
    'completed',
    [
      [1, false],
      [4, false],
    ],
    1,
  ],
  [
    '21',
    'completed',
    [
      [1, false],
      [4, false],
    ],
    1,
  ],
  [
    '30',
    'completed',
    [
      [1, false],
      [4, false],
    ],
    1,
  ],
  [
    '50',
    'completed',
    [
      [1, false],
      [4, false],
    ],
    1,
  ],
])('a lead at %s comes out %s, and the dialler goes on', async (row, outcome, published, times) => {
  const [lead, next] = [ownLead(row), ownLead('01')];
  // Longer than anybody stays unknown.
  guide.talkMs = 40_000;
  await guide.turn(true);
  await runOut();
  expect(await flow.callsOf(lead)).toMatchObject([{ state: 'ended', outcome, kind: 'dialler' }]);
  expect(publishedOf(lead)).toEqual(published);
  expect(lines(lead)).toBe(times);
  expect(publishedOf(next).at(-1)).toEqual([3, false]);
  expect(guide.answers).toContainEqual({ message: 'No leads to call', on: false });
  const isPerson = published.at(-1)?.[0] === 4;
  expect(offers(lead)).toEqual(isPerson ? [[guide.user.id, 'dialler']] : []);
});

test.each([
  ['31', 'come out of order'],
  ['32', 'lose the last'],
])('a lead at %s, whose webhooks %s, is a person all the same', async (row) => {
  const lead = ownLead(row);
  await guide.turn(true);
  await runOut();
  await flow.pass(120_000);
  expect(publishedOf(lead).at(-1)).toEqual([4, false]);
  expect(lines(lead)).toBe(1);
  expect(await flow.callsOf(lead)).toMatchObject([{ state: 'ended', outcome: 'completed' }]);
});

describe('who answers is put to the guide at once, and', () => {
  const onlyCall = async (lead: LeadToCall) => {
    const calls = await flow.callsOf(lead);
    const [call] = calls;
    if (call === undefined || calls.length > 1) throw new Error('One call to that lead was expected');
    return call;
  };
  /** How often the carrier was given the voicemail of a call. */
  const timesLeft = async (lead: LeadToCall) => {
    const address = `/tw/drop/${(await onlyCall(lead))._id.toHexString()}`;
    return flow.sim.control.trace().filter(({ kind, text }) => kind === 'twiml' && text === address).length;
  };
  /** Seconds from the answer at which a line of the carrier's ended. */
  const lasted = (line: SimState['calls'][number] | undefined) =>
    (Number(line?.endedAt) - Number(line?.answeredAt)) / 1000;
  const guideLines = () =>
    flow.sim.control.state().calls.filter(({ to }) => to.startsWith(`client:user_${guide.user.id}?`));
  const shown = async (lead: LeadToCall) => {
    const { state, outcome, answeredBy } = await onlyCall(lead);
    return { state, outcome, answeredBy, published: publishedOf(lead).at(-1), left: await timesLeft(lead) };
  };
  /** Sweeps as often as the service does, while everything else goes its way. */
  const sweep = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      await flow.sim.clock.sleep(5_000);
      await flow.ask(sweepCalls(flow.server.service.ctx));
    }
  };
  const left = { state: 'ended', outcome: 'drop', answeredBy: 'machine', published: [5, false], left: 1 };
  const hungUp = { ...left, outcome: 'completed', left: 0 };
  beforeEach(async () => {
    guide.talkMs = 60_000;
    await flow.voicemailOf(guide);
  });

  test('a person hears the guide within two seconds of the answer, whatever is still being found out', async () => {
    const lead = ownLead('07');
    await guide.turn(true);
    await runOut();
    const { answeredAt, connectedAt } = await onlyCall(lead);
    expect(Number(connectedAt) - Number(answeredAt)).toBeLessThan(2_000);
    const [line] = flow.rung(lead.phones[0] ?? '');
    expect(Number(connectedAt) - Number(line?.answeredAt)).toBeLessThan(2_000);
  });

  test.each([
    ['04', 8],
    ['05', 8],
    ['40', 22],
  ])(
    'a machine at %s, whose greeting is over after %d s, gets the voicemail; the dialler goes on',
    async (row, s) => {
      const [lead, next] = [ownLead(row, { recorded_ok: 1 }), ownLead('01')];
      await guide.turn(true);
      await runOut();
      expect(await shown(lead)).toEqual(left);
      const [line] = flow.rung(lead.phones[0] ?? '');
      const [heard] = guideLines();
      // The guide is free when the greeting is over; the machine hears three seconds more.
      expect(Number(heard?.endedAt) - Number(line?.answeredAt)).toBe(s * 1000);
      expect(lasted(line)).toBeGreaterThan(s + 2.5);
      expect(lasted(line)).toBeLessThan(s + 5);
      expect(offers(lead)).toEqual([]);
      expect(publishedOf(next).at(-1)).toEqual([3, false]);
    },
  );

  test('a machine on which nothing may be left is hung up when it is found out', async () => {
    const lead = ownLead('40');
    await guide.turn(true);
    await runOut();
    expect(await shown(lead)).toEqual(hungUp);
    expect(lasted(flow.rung(lead.phones[0] ?? '')[0])).toBe(3.2);
    expect(offers(lead)).toEqual([]);
  });

  test('a greeting that outlasts all patience stays the guide’s, as one whom nobody could tell', async () => {
    const lead = ownLead('41', { recorded_ok: 1 });
    await guide.turn(true);
    await runOut();
    expect(await shown(lead)).toEqual({
      state: 'ended',
      outcome: 'completed',
      answeredBy: 'unknown',
      published: [4, false],
      left: 0,
    });
    expect(lasted(flow.rung(lead.phones[0] ?? '')[0])).toBe(60);
    expect(offers(lead)).toEqual([[guide.user.id, 'dialler']]);
  });

  test.each([
    ['comes twice', 'duplicate', left],
    ['comes late', { delayMs: 5_000 }, left],
    // The guide hung up on what they heard.
    ['comes after the call', { delayMs: 120_000 }, { ...hungUp, published: [5, false] }],
    ['is lost', 'drop', { ...hungUp, answeredBy: null, published: [4, false] }],
  ] as const)(
    'what was found out %s: the voicemail is left once or not at all',
    async (_how, outcome, expected) => {
      const lead = ownLead('04', { recorded_ok: 1 });
      guide.talkMs = 30_000;
      flow.sim.control.fault({ kind: 'hook', url: '/tw/amd/', outcome });
      await guide.turn(true);
      await runOut();
      await flow.pass(120_000);
      expect(await shown(lead)).toEqual(expected);
    },
  );

  test.each([
    ['answers 500', { status: 500 }, 'drop', 1],
    ['is out of reach', 'reset', 'drop', 1],
    ['does it without a word', 'no answer', 'drop', 1],
    ['refuses', { status: 400, code: 21205 }, 'completed', 0],
  ] as const)('a carrier that %s when it is sent the voicemail', async (_how, outcome, came, times) => {
    const lead = ownLead('04', { recorded_ok: 1 });
    flow.sim.control.fault({ kind: 'rest', method: 'POST', path: '/Calls/', outcome });
    await guide.turn(true);
    await sweep(90);
    await runOut();
    expect(await shown(lead)).toEqual({ ...left, outcome: came, left: times });
  });

  test.each([
    ['before the carrier hears of it', false],
    ['after the carrier has heard of it', true],
  ])('a service that dies while it sends the voicemail, %s, leaves it once', async (_when, reaches) => {
    const lead = ownLead('04', { recorded_ok: 1 });
    const { carrier, callDocs } = flow.server.service.ctx;
    const redirect = carrier.redirectCall.bind(carrier);
    const dead = new Promise<void>((resolve) => callDocs.db.once('close', resolve));
    const sent = new Promise<void>((resolve) => {
      carrier.redirectCall = async (callSid, document) => {
        if (reaches) {
          await redirect(callSid, document);
          const { pathname } = new URL('url' in document ? document.url : '');
          await flow.sim.control.waitFor(({ kind, text }) => kind === 'twiml' && text === pathname);
        }
        resolve();
        await dead;
      };
    });
    await guide.turn(true);
    await sent;
    await flow.ask(flow.server.kill().then((restart) => restart()));
    flow.revived();
    await sweep(90);
    expect(await shown(lead)).toEqual(left);
  });
});

test.each([
  ['20', 'The carrier does not answer, please try again'],
  [
    '23',
    'Calls cannot be made: The caller id does not belong to the carrier account. Please contact an admin',
  ],
])('a carrier that fails at %s stops the dialler; the lead stays as it was', async (row, message) => {
  const lead = ownLead(row);
  await guide.turn(true);
  await runOut();
  expect(guide.answers).toContainEqual({ message, on: false });
  expect(flow.server.auth.diallers.get(guide.user.id)).toBe(0);
  await flow.pass(60_000);
  expect(await flow.callsOf(lead)).toMatchObject([{ state: 'ended' }]);
  expect(publishedOf(lead)).toEqual([]);
  expect(lines(lead)).toBe(0);
});

test('a carrier that never answers: the call is known by its webhooks, and rings once', async () => {
  const lead = ownLead('22');
  await guide.turn(true);
  await flow.settled();
  await flow.pass(120_000);
  expect(lines(lead)).toBe(1);
  expect(await flow.callsOf(lead)).toMatchObject([{ state: 'ended' }]);
});

test('a guide who switches off while it rings calls it off; while they talk the conversation goes on', async () => {
  const ringing = ownLead('02');
  await guide.turn(true);
  await flow.ringing(ringing);
  await guide.turn(false);
  await flow.settled();
  expect(await flow.callsOf(ringing)).toMatchObject([{ state: 'ended', outcome: 'canceled' }]);

  const talking = ownLead('07');
  await guide.turn(true);
  await flow.sim.control.waitFor(
    ({ details }) => details['to'] === talking.phones[0] && details['status'] === 'in-progress',
  );
  await guide.turn(false);
  await flow.settled();
  expect(await flow.callsOf(talking)).toMatchObject([{ outcome: 'completed' }]);
  expect(publishedOf(talking).at(-1)).toEqual([4, false]);
});

test('leads of the pool are dialled once the guide’s own are done, by one guide each', async () => {
  const pooled = [flow.leadAt('01'), flow.leadAt('01'), flow.leadAt('07')];
  const sent = await flow.ask(
    flow.server.admin.client.call(sendToDiallers, {
      body: { leads: pooled.map(({ lead_id }) => lead_id) },
    }),
  );
  expect(sent.status).toBe(200);
  const own = ownLead('01');
  const other = await startGuide(flow);
  await guide.turn(true);
  await other.turn(true);
  await runOut();
  await other.turn(false);
  for (const lead of [own, ...pooled]) expect([lead.phones[0], lines(lead)]).toEqual([lead.phones[0], 1]);
  const [answered] = pooled.slice(-1);
  if (answered) expect(offers(answered)).toHaveLength(1);
});

const everyOutcome = [
  ...['01', '07', '04', '02', '00', '30', '06', '03', '31', '09'],
  ...['05', '21', '20', '10', '01', '32', '02', '22', '07', '50'],
  ...['20', '00', '03', '11', '30', '08', '06', '01', '99', '07'],
];
const expectedAt: Record<string, number | undefined> = {
  ...{ '00': 2, '01': 3, '02': 3, '03': 2, '04': 5, '05': 5, '06': 2 },
  ...{ '20': undefined },
};

test('a run of thirty leads with every outcome, stopped and killed in the middle, rings each once', async () => {
  const leads = everyOutcome.map((row) => ownLead(row));
  const chosen = await flow.ask(
    guide.client.call(callSelected, { body: { leads: leads.map(({ lead_id }) => lead_id) } }),
  );
  expect(chosen.answer).toEqual({ status: 'success', message: '30 leads to call' });
  const state = async () => (await flow.ask(guide.client.call(getDialler, {}))).answer;
  const upTo = async (done: number) => {
    for (let rounds = 0; ((await state()).run?.done ?? 30) < done; rounds += 1) {
      if (rounds > 60) throw new Error(`The run does not come as far as ${String(done)}`);
      if (!guide.isOn) await guide.turn(true);
      await flow.pass(10_000);
    }
  };
  await upTo(8);
  await guide.turn(false);
  await flow.pass(60_000);
  const stopped = (await state()).run?.done;
  await flow.pass(60_000);
  expect((await state()).run?.done).toBe(stopped);
  await upTo(15);

  guide.isOn = true;
  const restart = await flow.server.kill();
  await flow.sim.clock.advance(5_000);
  await restart();
  flow.revived();
  await guide.turn(true);
  await upTo(30);
  await flow.pass(180_000);

  expect(await state()).toMatchObject({ run: null, call: null });
  const seen = await Promise.all(
    leads.map(async (lead, index) => {
      const row = everyOutcome[index] ?? '';
      const shown = publishedOf(lead).findLast(([AD_status]) => AD_status !== null);
      return [index, row, lines(lead), shown?.[0]];
    }),
  );
  const silent = new Set(['00', '20']);
  expect(seen).toEqual(
    everyOutcome.map((row, index) => [
      index,
      row,
      silent.has(row) ? 0 : 1,
      row in expectedAt ? expectedAt[row] : 4,
    ]),
  );
});

/** Where the service is when it dies, with the place in it that is never left again. */
type Death = (ctx: TelephonyServer['service']['ctx'], reached: () => Promise<never>) => void;
const whilePlacing: [string, Death][] = [
  [
    'chooses a lead',
    ({ diallerAttempts }, reached) => {
      Object.assign(diallerAttempts, { create: reached });
    },
  ],
  [
    'has written the attempt down',
    ({ diallerRuns }, reached) => {
      Object.assign(diallerRuns, { updateOne: reached });
    },
  ],
  [
    'has the guide’s line',
    ({ calls }, reached) => {
      calls.place = reached;
    },
  ],
  [
    'has taken guide, number and lead for the call',
    ({ callDocs }, reached) => {
      Object.assign(callDocs.collection, { insertOne: reached });
    },
  ],
  [
    // The carrier is asked, and knows of no call.
    'is about to ask the carrier',
    ({ carrier }, reached) => {
      carrier.addParticipant = reached;
    },
  ],
  [
    'has asked the carrier',
    ({ carrier }, reached) => {
      const add = carrier.addParticipant.bind(carrier);
      carrier.addParticipant = async (conference, asked) => {
        await add(conference, asked);
        return reached();
      };
    },
  ],
];

test.each(whilePlacing)(
  'a service that dies when it %s: the run goes on by itself, each rung once',
  async (_when, die) => {
    const leads = ['01', '01', '07'].map((row) => ownLead(row));
    const [lost] = leads;
    if (lost === undefined) throw new Error('A lead was expected');
    const { ctx } = flow.server.service;
    const dead = new Promise<void>((resolve) => ctx.callDocs.db.once('close', resolve));
    const reached = new Promise<void>((resolve) => {
      die(ctx, async () => {
        resolve();
        await dead;
        throw new Error('The service is gone');
      });
    });
    await flow.ask(guide.client.call(callSelected, { body: { leads: leads.map(({ lead_id }) => lead_id) } }));
    await reached;
    const restart = await flow.server.kill();
    await flow.sim.clock.advance(5_000);
    await restart();
    flow.revived();
    guide.isOn = true;
    await runOut();
    expect(leads.map(lines)).toEqual([1, 1, 1]);
    expect(leads.map((lead) => publishedOf(lead).at(-1))).toEqual([
      [3, false],
      [3, false],
      [4, false],
    ]);
    expect(guide.answers).toContainEqual({ message: 'No leads to call', on: false });
  },
);

test.each([
  ['does not answer', async () => void (guide.device.manner = 'ignores')],
  ['turns calls away', async () => void (guide.device.manner = 'rejects')],
  ['is gone', () => guide.device.cut()],
])(
  'a guide whose device %s: nobody is rung, the dialler is off, and dials the same lead once they are back',
  async (_how, leave) => {
    const lead = ownLead('07');
    await leave();
    await guide.turn(true);
    await flow.pass(60_000);
    expect(await flow.callsOf(lead)).toMatchObject([{ state: 'ended', outcome: 'canceled' }]);
    expect(lines(lead)).toBe(0);
    expect(publishedOf(lead)).toEqual([]);
    expect(flow.server.auth.diallers.get(guide.user.id)).toBe(0);
    expect(flow.server.leads.asked.filter(({ attempt_id }) => attempt_id !== undefined)).not.toContainEqual(
      expect.objectContaining({ lead_id: lead.lead_id }),
    );
    // Their window still asks for the next one.
    const asked = await flow.ask(guide.client.call(dialOneByOne, { body: { guide_id: guide.user.id } }));
    expect(asked).toMatchObject({
      status: 409,
      refusal: { message: 'Your device did not answer the last call, so the dialler was switched off' },
    });
    await guide.back();
    await guide.turn(true);
    await runOut();
    expect(publishedOf(lead).at(-1)).toEqual([4, false]);
    expect(lines(lead)).toBe(1);
  },
);

test('a guide who goes while it rings: it stops ringing', async () => {
  const lead = ownLead('02');
  await guide.turn(true);
  await flow.ringing(lead);
  await guide.device.cut();
  await flow.pass(60_000);
  expect(await flow.callsOf(lead)).toMatchObject([{ state: 'ended', outcome: 'canceled', answeredAt: null }]);
  expect(flow.rung(lead.phones[0] ?? '')).toMatchObject([{ status: 'canceled' }]);
  expect(flow.server.probe.all(callMissed).filter(({ data }) => data.lead_id === lead.lead_id)).toEqual([]);
});

test('whoever answers just then is told who called and where to call, counted as abandoned and called back', async () => {
  const [lead, next] = [ownLead('99'), ownLead('07')];
  await guide.turn(true);
  await flow.vanish(guide, lead);
  const [call] = await flow.callsOf(lead);
  expect(call).toMatchObject({
    ...{ state: 'ended', outcome: 'canceled', answeredBy: 'human', connectedAt: null },
    dialled: { people: 1, abandoned: 1, heard: 0 },
  });
  const apology = `/apology/${call?._id.toHexString() ?? ''}`;
  const said = flow.sim.control
    .trace()
    .filter(({ kind, text }) => kind === 'twiml' && text.includes(apology));
  expect(said).toHaveLength(1);
  expect(said[0]?.details['twiml']).toMatch(/with a telemarketing call.*please call 2 1 4.*press 9 now/);
  expect(listed(lead)).toEqual([]);
  expect(publishedOf(lead)).toEqual([
    [1, false],
    [3, false],
    [4, false],
  ]);
  const missed = flow.server.probe.all(callMissed).filter(({ data }) => data.lead_id === lead.lead_id);
  expect(missed).toMatchObject([{ data: { user_id: guide.user.id, number: lead.phones[0] } }]);
  expect(offers(lead)).toEqual([]);
  expect(flow.server.auth.diallers.get(guide.user.id)).toBe(0);
  // Back at the device, the dialler goes on with the next lead.
  await guide.back();
  await guide.turn(true);
  await runOut();
  expect(publishedOf(next).at(-1)).toEqual([4, false]);
  expect(lines(lead)).toBe(1);
});

/** A guide vanishes, and whoever answers just then presses a key while they are told so; answers what they hear. */
async function pressed(lead: LeadToCall, keys: string): Promise<string[]> {
  await guide.turn(true);
  const vanished = flow.vanish(guide, lead);
  const address = ({ kind, text }: { kind: string; text: string }) =>
    kind === 'twiml' && text.includes('/apology/') ? text : undefined;
  const before = flow.sim.control.trace().length;
  await flow.sim.control.waitFor((entry) => entry.seq > before && address(entry) !== undefined);
  await flow.sim.clock.sleep(1_000);
  const [line] = flow.rung(lead.phones[0] ?? '');
  flow.sim.control.press({ callSid: line?.callSid ?? '', keys });
  await vanished;
  return flow.sim.control
    .trace()
    .filter(
      (entry) => address(entry)?.endsWith('/key') === true && entry.details['callSid'] === line?.callSid,
    )
    .map(({ details }) => String(details['twiml']));
}

test('whoever presses 9 then is listed for calls and texts once, though the carrier reports it twice', async () => {
  const lead = ownLead('99');
  const [heard = '', ...more] = await pressed(lead, '9');
  expect(heard).toMatch(/We have taken your number off our list/);
  expect(more).toEqual([]);
  const [call] = await flow.callsOf(lead);
  const [line] = flow.rung(lead.phones[0] ?? '');
  const again = await flow.ask(
    flow.server.hook(`/tw/apology/${call?._id.toHexString() ?? ''}/key`, {
      ...{ CallSid: line?.callSid ?? '', Digits: '9', msg: 'Gather End' },
    }),
  );
  expect(again).toEqual({ status: 200, text: heard });
  await flow.settled();
  expect(listed(lead)).toEqual(
    ['call', 'text'].map((channel) => ({
      ...{ phone: lead.phones[0], channel, how: 'keyword', reason: 'Pressed a key in an abandoned call' },
      ...{ lead_id: lead.lead_id, by: 'system' },
    })),
  );
  expect(flow.rung(lead.phones[0] ?? '')).toMatchObject([{ status: 'completed' }]);
});

test('the key of somebody who talks to the guide lists nobody', async () => {
  const lead = ownLead('07');
  await guide.turn(true);
  await runOut();
  const [call] = await flow.callsOf(lead);
  const key = { CallSid: flow.rung(lead.phones[0] ?? '')[0]?.callSid ?? '', Digits: '9' };
  await flow.ask(flow.server.hook(`/tw/apology/${call?._id.toHexString() ?? ''}/key`, key));
  await flow.settled();
  expect(listed(lead)).toEqual([]);
});

test('another key ends the call, and lists nobody', async () => {
  const lead = ownLead('99');
  expect(await pressed(lead, '#')).toEqual([expect.stringMatching(/<Response><Hangup\/><\/Response>/)]);
  expect(listed(lead)).toEqual([]);
});
