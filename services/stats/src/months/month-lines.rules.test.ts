import { unknownLead, type LeadFigures } from '../leads/lead-figures.rules.js';
import { changedMonths, linesFor, type Lines } from './month-lines.rules.js';
import { addMonths, partsOf } from '../filter/months.rules.js';

const [dana, priya] = ['a'.repeat(24), 'b'.repeat(24)];
const row: LeadFigures = {
  ...unknownLead('c'.repeat(24)),
  type_id: 2,
  source_id: 1,
  agent: dana,
  assigned: [
    { agent: dana, day: '2026-08-03', since: '' },
    { agent: priya, day: '2026-09-01', since: '' },
  ],
  is_deal: true,
  deal_date: '2026-11-02',
  premium: 6420,
};

test.each<[string, Partial<LeadFigures>, string[]]>([
  [
    'a new state that counts nowhere changes no month',
    { status: 'approved', fullname: 'Ray', version: 9 },
    [],
  ],
  ['a new premium changes the month of the deal', { premium: 6421 }, ['2026-11']],
  ['so does a new coverage', { coverage: 1 }, ['2026-11']],
  ['a deal that moves changes the months of both days', { deal_date: '2026-12-01' }, ['2026-11', '2026-12']],
  ['one that moves within a month changes none', { deal_date: '2026-11-30' }, []],
  ['one that is undone changes its month', { is_deal: false }, ['2026-11']],
  ['one that changes hands changes its month and no assignment', { agent: priya }, ['2026-11']],
  [
    'another source changes every month that the lead counts in',
    { source_id: 2 },
    ['2026-08', '2026-09', '2026-11'],
  ],
  [
    'an assignment changes its own month',
    {
      assigned: [...row.assigned, { agent: dana, day: '2026-10-09', since: '2026-08-03' }],
    },
    ['2026-10'],
  ],
])('%s', (_what, change, months) => {
  expect(changedMonths(row, { ...row, ...change })).toEqual(months);
  expect(changedMonths({ ...row, ...change }, row)).toEqual(months);
});

test.each([
  ['2026-11-01', '2026-11-30', ['2026-11', '2026-11'], []],
  ['2026-11-01', '2026-11-29', undefined, [['2026-11-01', '2026-11-29']]],
  ['2026-11-21', '2026-12-02', undefined, [['2026-11-21', '2026-12-02']]],
  ['2026-02-01', '2026-02-28', ['2026-02', '2026-02'], []],
  ['2028-02-01', '2028-02-28', undefined, [['2028-02-01', '2028-02-28']]],
  [
    '2025-11-21',
    '2026-03-02',
    ['2025-12', '2026-02'],
    [
      ['2025-11-21', '2025-11-31'],
      ['2026-03-01', '2026-03-02'],
    ],
  ],
  ['2026-01-01', '2026-03-02', ['2026-01', '2026-02'], [['2026-03-01', '2026-03-02']]],
  ['0001-01-01', '9999-12-31', ['0001-01', '9999-12'], []],
])('from %s to %s the whole months are %p, and %p are beside them', (first, last, months, edges) => {
  const parts = partsOf({ first, last });
  expect(parts.months && [parts.months.first, parts.months.last]).toEqual(months);
  expect(parts.edges.map((edge) => [edge.first, edge.last])).toEqual(edges);
});

test.each([
  ['2026-11', 2, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-12', -12, '2025-12'],
])('%s and %d months are %s', (month, months, expected) => {
  expect(addMonths(month, months)).toBe(expected);
});

describe('the lines for a filter', () => {
  const kind = { agent: dana, source: 1, type: 2 } as const;
  const lines: Lines = {
    assigned: [
      { ...kind, since: '', count: 5 },
      { ...kind, since: '2026-10-31', count: 3 },
      { ...kind, since: '2026-11-01', count: 2 },
      { ...kind, agent: priya, since: '', count: 7 },
      { ...kind, source: 3, since: '', count: 11 },
      { ...kind, type: 0, since: '', count: 13 },
    ],
    deals: [
      { ...kind, month: '2026-11', count: 1, premium: 1, coverage: 1 },
      { ...kind, type: 4, month: '2026-11', count: 1, premium: 1, coverage: 1 },
    ],
  };
  const all = {
    first: '2026-11-01',
    last: '2026-11-30',
    agents: undefined,
    sources: [1, 3],
    types: [2, 4],
  } as const;
  const assigned = (filter: Partial<Parameters<typeof linesFor>[1]>) =>
    linesFor(lines, { ...all, ...filter }).assigned.reduce((sum, { count }) => sum + count, 0);

  test('leave out who was counted on an earlier day of the range', () => {
    expect(assigned({})).toBe(5 + 3 + 7 + 11);
    expect(assigned({ first: '2026-10-31' })).toBe(5 + 7 + 11);
    expect(assigned({ first: '2026-11-02' })).toBe(5 + 3 + 2 + 7 + 11);
  });

  test('are those of its agents, sources and types', () => {
    expect(assigned({ agents: [dana] })).toBe(5 + 3 + 11);
    expect(assigned({ sources: [1] })).toBe(5 + 3 + 7);
    expect(assigned({ types: [4] })).toBe(0);
    expect(linesFor(lines, { ...all, types: [4] }).deals).toEqual([lines.deals[1]]);
  });
});
