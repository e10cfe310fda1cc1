import { callMissed, diallerOutcome } from '@crm/contracts/bus/call-events.js';
import { leadOffered } from '@crm/contracts/bus/events.js';
import { callSelected, getDialler, sendToDiallers, type LeadToCall } from '@crm/contracts/http/calling.js';
import { nothing, startFlow, type Flow } from '../test/flow.js';
import { hearDiallers, startGuide, type Guide } from '../test/guide.js';

let flow: Flow;
let guide: Guide;
beforeAll(async () => {
  flow = await startFlow();
  await hearDiallers(flow);
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
const toldOf = ({ lead_id }: LeadToCall) =>
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
      [3, true],
    ],
    1,
  ],
  [
    '02',
    'no-answer',
    [
      [1, false],
      [3, true],
    ],
    1,
  ],
  [
    '03',
    'failed',
    [
      [1, false],
      [2, true],
    ],
    1,
  ],
  [
    '04',
    'completed',
    [
      [1, false],
      [5, false],
      [5, true],
    ],
    1,
  ],
  [
    '05',
    'completed',
    [
      [1, false],
      [5, false],
      [5, true],
    ],
    1,
  ],
  [
    '06',
    'completed',
    [
      [1, false],
      [2, false],
      [2, true],
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
])('a lead at %s comes out %s, and the dialler goes on', async (row, outcome, told, times) => {
  const [lead, next] = [ownLead(row), ownLead('01')];
  await guide.turn(true);
  await runOut();
  expect(await flow.callsOf(lead)).toMatchObject([{ state: 'ended', outcome, kind: 'dialler' }]);
  expect(toldOf(lead)).toEqual(told);
  expect(lines(lead)).toBe(times);
  expect(toldOf(next).at(-1)).toEqual([3, true]);
  expect(guide.answers).toContainEqual({ status: 404, message: 'No leads to call' });
  const isPerson = told.at(-1)?.[0] === 4;
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
  expect(toldOf(lead).at(-1)).toEqual([4, false]);
  expect(lines(lead)).toBe(1);
  expect(await flow.callsOf(lead)).toMatchObject([{ state: 'ended', outcome: 'completed' }]);
});

test('on a machine a voicemail is left where the customer agreed to it, and is nobody else’s to hear', async () => {
  await flow.voicemailOf(guide);
  const [agreed, not] = [ownLead('04', { recorded_ok: 1 }), ownLead('04')];
  await guide.turn(true);
  await runOut();
  expect(await flow.callsOf(agreed)).toMatchObject([{ outcome: 'drop', answeredBy: 'machine' }]);
  expect(await flow.callsOf(not)).toMatchObject([{ outcome: 'completed', answeredBy: 'machine' }]);
  expect(toldOf(agreed).at(-1)?.[0]).toBe(5);
  expect(guide.device.line.heard.filter(({ type }) => type === 'invite')).toEqual([]);
});

test.each([
  ['20', 502, 'The carrier does not answer, please try again'],
  [
    '23',
    502,
    'Calls cannot be made: The number to call from is not one of the carrier account’s. Please tell an admin',
  ],
])('a carrier that fails at %s stops the dialler; the lead stays as it was', async (row, status, message) => {
  const lead = ownLead(row);
  await guide.turn(true);
  await flow.settled();
  expect(guide.answers).toContainEqual({ status, message });
  expect(guide.isOn).toBe(false);
  expect(flow.server.auth.diallers.get(guide.user.id)).toBe(0);
  await flow.pass(60_000);
  expect(await flow.callsOf(lead)).toMatchObject([{ state: 'ended' }]);
  expect(toldOf(lead)).toEqual([]);
  expect(lines(lead)).toBe(0);
});

test('a carrier that never answers stops the dialler; the call is known by its webhooks, and rings once', async () => {
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
  await flow.sim.control.waitFor(
    ({ details }) => details['to'] === ringing.phones[0] && details['status'] === 'ringing',
  );
  await guide.turn(false);
  await flow.settled();
  expect(await flow.callsOf(ringing)).toMatchObject([{ state: 'ended', outcome: 'canceled' }]);

  const talking = ownLead('07');
  await guide.turn(true);
  await guide.device.line.next('invite');
  await guide.turn(false);
  await flow.settled();
  expect(await flow.callsOf(talking)).toMatchObject([{ outcome: 'completed' }]);
  expect(toldOf(talking).at(-1)).toEqual([4, false]);
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
      return [index, row, lines(lead), toldOf(lead).at(-1)?.[0]];
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
}, 120_000);

test.each([
  ['does not answer', async () => void (guide.device.manner = 'ignores')],
  ['turns calls away', async () => void (guide.device.manner = 'rejects')],
  ['is gone', () => guide.device.cut()],
])(
  'a guide whose device %s when a person answers: the dialler is off, and goes on when they do',
  async (_how, leave) => {
    const [lead, next] = [ownLead('99'), ownLead('07')];
    await leave();
    await guide.turn(true);
    await flow.pass(60_000);
    expect(await flow.callsOf(lead)).toMatchObject([
      { state: 'ended', answeredBy: 'human', connectedAt: null },
    ]);
    expect(toldOf(lead)).toEqual([
      [1, false],
      [4, false],
    ]);
    expect(flow.server.auth.diallers.get(guide.user.id)).toBe(0);
    expect(guide.isOn).toBe(false);
    expect(guide.answers).toContainEqual({
      status: 409,
      message: 'Your device did not take the last call: the dialler is off',
    });
    expect(lines(next)).toBe(0);
    // Whom nobody spoke to is on the guide's list of those to call back.
    const missed = flow.server.probe.all(callMissed).filter(({ data }) => data.lead_id === lead.lead_id);
    expect(missed).toMatchObject([{ data: { user_id: guide.user.id, number: lead.phones[0] } }]);
    expect(offers(lead)).toEqual([]);
    // Back at the device, the dialler goes on with the next lead.
    await guide.back();
    await guide.turn(true);
    await runOut();
    expect(toldOf(next).at(-1)).toEqual([4, false]);
    expect(lines(lead)).toBe(1);
  },
);
