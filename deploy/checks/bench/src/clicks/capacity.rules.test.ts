import { agentMinute, capacityOf } from './capacity.rules.js';

const nothing = new Map<string, number>();
const clicks = new Map([
  [
    'list page',
    new Map([
      ['leads-1', 2],
      ['store', 1],
    ]),
  ],
  [
    'open a lead, with release',
    new Map([
      ['leads-1', 6],
      ['store', 3],
    ]),
  ],
  ['save', nothing],
  ['text with its hooks', new Map([['messaging-1', 30]])],
  ['call with its hooks', new Map([['telephony-1', -0.5]])],
  ['statistic', nothing],
]);

test("an agent's minute is each click as often as the day has it", () => {
  // 3 pages and a quarter of a page of follow-ups, 2 leads, a third of a text; what measured below nothing is nothing.
  expect(Object.fromEntries(agentMinute(clicks))).toEqual({
    leads: 3.25 * 2 + 2 * 6,
    store: 3.25 + 2 * 3,
    messaging: 10,
    telephony: 0,
  });
});

test('the work is shared by the processes of a service, and by nothing where there is one', () => {
  const idle = new Map([
    ['leads-1', 4],
    ['store', 10],
  ]);
  const [first, second] = capacityOf({ clicks, idle }, { agents: 6_000, processes: 4 });
  expect(first).toMatchObject({ name: 'store', processes: 1 });
  expect(first?.share).toBeCloseTo(0.925 + 0.01);
  expect(second).toMatchObject({ name: 'leads', processes: 4 });
  expect(second?.cores).toBeCloseTo(1.85 + 0.016);
  expect(second?.share).toBeCloseTo((1.85 + 0.016) / 4);
});

test('a click that was not measured is missed', () => {
  expect(() => agentMinute(new Map([['list page', nothing]]))).toThrow('was not measured');
});
