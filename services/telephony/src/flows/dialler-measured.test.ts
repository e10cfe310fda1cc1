import { getDiallerReport, voiceWithinMs } from '@crm/contracts/http/dialler-report.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { nothing, startFlow, type Flow } from '../test/flow.js';
import { startGuide, subscribeDiallers, type Guide } from '../test/guide.js';

/** So many calls are measured; a hundred take a minute. */
const calls = Number(process.env['DIALLER_CALLS'] ?? 12);

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
});

const ownLead = (row: string, given: Partial<LeadToCall> = {}) =>
  flow.leadAt(row, { user_id: guide.user.id, ...given });

/** Lets the dialler run until the guide's window stands still. */
async function runOut(): Promise<void> {
  await flow.settled();
  for (let rounds = 0; guide.isOn; rounds += 1) {
    if (rounds > 10 * calls) throw new Error('The dialler does not come to an end');
    await flow.pass(15_000);
  }
}

/**
 * Listens at the carrier, which knows nothing of our figures: from the moment that a customer's line is answered to the
 * one at which it is in the conference of the guide, in milliseconds by the line.
 */
function stopwatch() {
  const answered = new Map<unknown, Date>();
  const joined = new Map<unknown, Date>();
  const last = flow.sim.control.trace().at(-1)?.seq ?? 0;
  // Never fulfilled: it sees every entry as it is written, however many are kept.
  void flow.sim.control.waitFor(({ seq, at, kind, details }) => {
    if (seq <= last) return false;
    const isCustomer = String(details['to']).startsWith('+1');
    if (kind === 'leg' && isCustomer && details['status'] === 'in-progress')
      answered.set(details['callSid'], at);
    if (kind === 'conference' && details['event'] === 'participant-join') joined.set(details['CallSid'], at);
    return false;
  });
  return () => [...answered].map(([line, at]) => Number(joined.get(line)) - at.getTime());
}

async function ownDay() {
  const today = pacificDate(flow.server.service.ctx.clock.now());
  const query = { from: today, to: today };
  const { days } = (await flow.server.admin.client.call(getDiallerReport, { query })).answer;
  return days.find(({ user_id }) => user_id === guide.user.id);
}

const seconds = (ms: number) => Math.round(ms / 10) / 100;

test(
  `of ${String(calls)} calls each has the guide's voice within two seconds of the answer, and the report says the same`,
  async () => {
    Array.from({ length: calls }).forEach(() => ownLead('07'));
    const waited = stopwatch();
    await guide.turn(true);
    await runOut();
    const each = waited();
    expect(each).toHaveLength(calls);
    expect(Math.max(...each)).toBeLessThanOrEqual(voiceWithinMs);
    expect(await ownDay()).toMatchObject({
      ...{ dialled: calls, people: calls, machines: 0, abandoned: 0 },
      mean_seconds: seconds(each.reduce((sum, ms) => sum + ms, 0) / calls),
      longest_seconds: seconds(Math.max(...each)),
    });
  },
  20_000 + calls * 3_000,
);

test.each([
  [1_500, 0],
  [2_500, 1],
])('a guide who is put through after %d ms counts with them, and as abandoned: %d', async (ms, abandoned) => {
  const lead = ownLead('07');
  await guide.turn(true);
  await flow.ringing(lead);
  const event = 'participant-join';
  flow.sim.control.fault({ kind: 'hook', url: '/tw/conf/', event, outcome: { delayMs: ms } });
  await runOut();
  expect(await ownDay()).toMatchObject({
    ...{ people: 1, abandoned, mean_seconds: ms / 1000, longest_seconds: ms / 1000 },
  });
});

test('whoever answers when the guide has vanished is told agency and number, and counts as abandoned', async () => {
  const lead = ownLead('07');
  await guide.turn(true);
  await flow.vanish(guide, lead);
  const [call] = await flow.callsOf(lead);
  const said = flow.sim.control
    .trace()
    .filter(({ kind, text }) => kind === 'twiml' && text === `/tw/apology/${call?._id.toHexString() ?? ''}`)
    .map(({ details }) => String(details['twiml']));
  const { agencyName } = flow.server.service.ctx.config;
  const spoken = (call?.own_number ?? '').replace('+1', '').split('').join(',? ');
  expect(said).toEqual([expect.stringMatching(new RegExp(`This is ${agencyName}, .* call ${spoken}`))]);
  expect(await ownDay()).toMatchObject({
    ...{ dialled: 1, people: 1, abandoned: 1, mean_seconds: null, longest_seconds: null },
  });
});
