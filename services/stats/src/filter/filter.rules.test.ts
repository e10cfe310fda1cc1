import { figureFilter, monthsUpTo } from './filter.rules.js';

const agent = { id: 'a'.repeat(24), role: 2, subroles: [1], fullname: 'Dana Reyes' } as const;
const admin = { ...agent, id: 'c'.repeat(24), role: 1 } as const;
const other = 'b'.repeat(24);

test('an empty filter finds everything', () => {
  expect(figureFilter(admin, { agents: [], sources: [], types: [] })).toEqual({
    first: '0001-01-01',
    last: '9999-12-31',
    agents: undefined,
    sources: [1, 2, 3, 4, 5, 6],
    types: [2, 4],
  });
});

test('one day is a range of one day, two are the first and the last', () => {
  expect(figureFilter(admin, { date: ['2026-11-01'] })).toMatchObject({
    first: '2026-11-01',
    last: '2026-11-01',
  });
  expect(figureFilter(admin, { date: ['2026-11-01', '2026-11-20'] })).toMatchObject({
    first: '2026-11-01',
    last: '2026-11-20',
  });
});

test('leads without agent can be asked for beside agents', () => {
  expect(figureFilter(admin, { agents: [0, other, other] }).agents).toEqual(['', other]);
});

test('an agent finds the own leads alone, whatever was asked for', () => {
  for (const agents of [undefined, [], [other], [0 as const], [other, agent.id]])
    expect(figureFilter(agent, { agents }).agents).toEqual([agent.id]);
});

test('a team lead finds the own and the team’s, and can choose among them', () => {
  const lead = { ...agent, role: 4, team: [other] } as const;
  const stranger = 'd'.repeat(24);
  expect(figureFilter(lead, {}).agents).toEqual([lead.id, other]);
  expect(figureFilter(lead, { agents: [other] }).agents).toEqual([other]);
  for (const agents of [[stranger], [0 as const], [stranger, 0 as const]])
    expect(figureFilter(lead, { agents }).agents).toEqual([lead.id, other]);
  expect(figureFilter(lead, { agents: [stranger, other] }).agents).toEqual([other]);
});

test.each([
  ['2026-11-20', ['2025-12', '2026-11']],
  ['2026-01-31', ['2025-02', '2026-01']],
  ['2026-12-01', ['2026-01', '2026-12']],
  ['9999-12-31', ['2025-12', '2026-11']],
])('the twelve months up to %s are %p', (last, [first, latest]) => {
  // The evening of the last of November in Los Angeles, when it is December in UTC.
  const months = monthsUpTo({ last }, new Date('2026-12-01T05:00:00.000Z'));
  expect([months.length, months[0], months.at(-1)]).toEqual([12, first, latest]);
});
