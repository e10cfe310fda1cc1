import fc from 'fast-check';
import { z } from 'zod';
import { statusCode, type StatusCode } from '@crm/contracts/codes/statuses.js';
import { exampleLeadSummary, type LeadSummary } from '@crm/contracts/entities/lead.js';
import type { LeadUpdate } from './lead-updates.rules.js';
import { foldUpdates, unknownLead } from './lead-figures.rules.js';

const id = exampleLeadSummary.id;
const [dana, priya] = ['a'.repeat(24), 'b'.repeat(24)];

const stated = (given: Partial<LeadSummary>): LeadUpdate => ({
  is: 'stated',
  summary: { ...exampleLeadSummary, ...given },
});
const reached = (status: StatusCode, day: string): LeadUpdate => ({ is: 'reached', status, day });
const assigned = (agent: string, day: string): LeadUpdate => ({ is: 'assigned', agent, day });
const gone = (version: number): LeadUpdate => ({ is: 'gone', version });
const rowOf = (...updates: LeadUpdate[]) => foldUpdates(unknownLead(id), updates);

test.each<[string, LeadUpdate[], string, boolean]>([
  ['a lead that is still worked is no deal', [stated({ status: 'followUp' })], '', false],
  [
    'a deal counts for its Submit Date',
    [stated({ status: 'approved', app_date: '2026-10-30' }), reached('inApplication', '2026-11-02')],
    '2026-10-30',
    true,
  ],
  [
    'without one it counts for the first day in a status of deals',
    [
      stated({ status: 'in-force', app_date: null }),
      reached('underwriting', '2026-11-09'),
      reached('inApplication', '2026-11-02'),
      reached('in-force', '2026-11-15'),
    ],
    '2026-11-02',
    true,
  ],
  [
    'a deal that was undone is none',
    [stated({ status: 'followUp', app_date: '2026-11-02' }), reached('inApplication', '2026-11-02')],
    '',
    false,
  ],
  [
    'a declined one is listed on the day it got there, and no deal',
    [
      stated({ status: 'declined' }),
      reached('inApplication', '2026-11-02'),
      reached('declined', '2026-11-20'),
    ],
    '2026-11-02',
    false,
  ],
  [
    'one that was never a deal is listed on the day it was lost',
    [stated({ status: 'cancelled' }), reached('cancelled', '2026-11-20')],
    '2026-11-20',
    false,
  ],
  ['a deal is not listed before its day is known', [stated({ status: 'approved' })], '', false],
  [
    'a deleted lead is nothing',
    [stated({ status: 'approved', version: 3 }), reached('approved', '2026-11-02'), gone(4)],
    '',
    false,
  ],
  [
    'a restored lead counts as it did',
    [
      stated({ status: 'approved', version: 3 }),
      reached('approved', '2026-11-02'),
      gone(4),
      stated({ status: 'approved', version: 5 }),
    ],
    '2026-11-02',
    true,
  ],
  [
    'what came late of a deleted lead does not restore it',
    [gone(4), stated({ status: 'approved', version: 3 }), reached('approved', '2026-11-02')],
    '',
    false,
  ],
  [
    'an erased lead is nothing, whatever comes later',
    [reached('approved', '2026-11-02'), { is: 'erased' }, stated({ status: 'approved', version: 9 })],
    '',
    false,
  ],
])('%s', (_what, updates, day, isDeal) => {
  const row = rowOf(...updates);
  expect([row.deal_date, row.is_deal]).toEqual([day, isDeal]);
});

test('the newest state stands, whichever comes last', () => {
  const [older, newer] = [
    stated({ version: 3, premium_price: 10 }),
    stated({ version: 4, premium_price: 64.2 }),
  ];
  expect(rowOf(older, newer).premium).toBe(6420);
  expect(rowOf(newer, older).premium).toBe(6420);
});

test('a lead that comes back to an agent knows the day before, in whatever order that is heard', () => {
  const days = ['2026-11-20', '2026-10-03', '2026-11-02'];
  const row = rowOf(assigned(priya, '2026-10-09'), ...days.map((day) => assigned(dana, day)));
  expect(row.assigned).toEqual([
    { agent: dana, day: '2026-10-03', since: '' },
    { agent: priya, day: '2026-10-09', since: '' },
    { agent: dana, day: '2026-11-02', since: '2026-10-03' },
    { agent: dana, day: '2026-11-20', since: '2026-11-02' },
  ]);
});

test('a lead given twice on one day to one agent is one assignment', () => {
  const row = rowOf(
    assigned(dana, '2026-11-02'),
    assigned(priya, '2026-11-02'),
    assigned(dana, '2026-11-02'),
  );
  expect(row.assigned).toEqual([
    { agent: dana, day: '2026-11-02', since: '' },
    { agent: priya, day: '2026-11-02', since: '' },
  ]);
});

test('the name of a person is kept of leads in the list alone, and no figure of a lead that is gone', () => {
  expect(rowOf(stated({ status: 'followUp' })).fullname).toBe('');
  expect(rowOf(stated({ status: 'declined' })).fullname).toBe(exampleLeadSummary.fullname);
  const updates = [stated({ status: 'declined', version: 3 }), assigned(dana, '2026-11-02')];
  expect(rowOf(...updates, gone(4))).toEqual({
    ...unknownLead(id),
    gone: true,
    gone_version: 4,
    hidden: { assigned: [{ agent: dana, day: '2026-11-02', since: '' }], dealt_on: '', lost_on: '' },
  });
  expect(rowOf(...updates, gone(4), { is: 'erased' })).toEqual({ ...unknownLead(id), gone: true });
});

const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`);
const somebody = fc.constantFrom(dana, priya);
const anyStatus = fc.constantFrom(...statusCode.options);
/** A history: states at rising versions, and what happened between. */
const histories = fc.tuple(
  fc.array(fc.tuple(anyStatus, fc.option(days), fc.integer({ min: 0, max: 99_999 })), {
    minLength: 1,
    maxLength: 8,
  }),
  fc.array(
    fc.oneof(
      fc.tuple(somebody, days).map(([a, d]) => assigned(a, d)),
      fc.tuple(anyStatus, days).map(([s, d]) => reached(s, d)),
    ),
    {
      maxLength: 10,
    },
  ),
  fc.constantFrom('none', 'deleted', 'restored', 'erased'),
);

test('whatever order news comes in, and however often, the row is the same', () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), ([states, updates, end], random) => {
      const history: LeadUpdate[] = [
        ...states.map(([status, app_date, cents], index) =>
          stated({ version: index + 1, status, app_date, premium_price: cents / 100 }),
        ),
        ...updates,
        ...(end === 'deleted' || end === 'restored' ? [gone(states.length + 1)] : []),
        ...(end === 'restored' ? [stated({ version: states.length + 2 })] : []),
        ...(end === 'erased' ? [{ is: 'erased' as const }] : []),
      ];
      const shuffled = [...history, ...history]
        .map((update) => ({ update, key: z.number().parse(random.next().value) }))
        .sort((a, b) => a.key - b.key)
        .map(({ update }) => update);
      // One at a time, as events come, against all at once, as a rebuild reads them.
      const oneByOne = shuffled.reduce((row, update) => foldUpdates(row, [update]), unknownLead(id));
      expect(oneByOne).toEqual(foldUpdates(unknownLead(id), history));
    }),
    { numRuns: 300 },
  );
});
