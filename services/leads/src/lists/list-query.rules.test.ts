import { stateCode } from '@crm/contracts/codes/states.js';
import { statusCode } from '@crm/contracts/codes/statuses.js';
import { listFilter, listSort, rawFilter } from './list-query.rules.js';

const me = '66f0a1b2c3d4e5f601020304';
const other = '66f0a1b2c3d4e5f601020305';
const now = new Date('2026-11-20T20:00:00.000Z');

test('a filter of nothing asks for the type in all sources', () => {
  expect(listFilter({ type: 2 }, undefined, now)).toEqual({
    type_id: 2,
    'list.source': { $in: [1, 2, 3, 4, 5, 6] },
  });
});

test('each filter narrows the list, one value as itself and several as any of them', () => {
  expect(
    listFilter(
      { type: 4, source: 2, status: ['newLead'], state: ['TX', 'CA'], agent: [0, other] },
      undefined,
      now,
    ),
  ).toEqual({
    type_id: 4,
    'list.source': 2,
    'list.status': 0,
    'list.state': { $in: ['TX', 'CA'] },
    'list.agent': { $in: ['', other] },
  });
});

test('a lead without a language counts as one of the default language', () => {
  expect(listFilter({ type: 2, language: ['es'] }, undefined, now)).toMatchObject({ language: 'es' });
  expect(listFilter({ type: 2, language: ['en'] }, undefined, now)).toMatchObject({
    language: { $nin: ['es'] },
  });
  expect(listFilter({ type: 2, language: ['en', 'es'] }, undefined, now)).not.toHaveProperty('language');
});

test('everything picked filters nothing', () => {
  expect(
    listFilter({ type: 2, source: 1, status: statusCode.options, state: stateCode.options }, undefined, now),
  ).toEqual({ type_id: 2, 'list.source': 1 });
});

test("an agent's filter is the own id, whatever is sent", () => {
  expect(listFilter({ type: 2, source: 1, agent: [other, 0] }, [me], now)).toEqual({
    type_id: 2,
    'list.source': 1,
    'list.agent': me,
  });
});

test('what waits is what is due by now, or an answer to what a customer wrote', () => {
  const begin = new Date(0);
  expect(listFilter({ type: 2, waiting: 'due' }, undefined, now)['day.followup.at']).toEqual({
    $gt: begin,
    $lte: now,
  });
  expect(listFilter({ type: 2, waiting: 'replied' }, undefined, now)['day.replied']).toEqual({ $gt: begin });
});

test('what is searched for is taken by letter', () => {
  expect(listFilter({ type: 2, source: 1, q: 'a.b@c+d' }, undefined, now)['list.words']).toEqual({
    $regex: '^a\\.b@c\\+d',
  });
});

test.each([
  [undefined, { updatedAt: -1, _id: -1 }],
  [{ field: 'fullname', order: 'ASC' } as const, { 'list.name': 1, _id: 1 }],
  [{ field: 'source', order: 'DESC' } as const, { 'list.source': -1, updatedAt: -1, _id: -1 }],
  [{ field: 'coverage_type', order: 'ASC' } as const, { 'list.product': 1, _id: 1 }],
])('the order %p is %p', (sort, order) => {
  expect(Object.entries(listSort(sort))).toEqual(Object.entries(order));
});

test("an agent sees raw leads of the own types that are the own or nobody's", () => {
  expect(rawFilter([2], [me], 'ray')).toEqual({
    empty: 1,
    type_id: 2,
    'list.agent': { $in: ['', me] },
    'list.words': { $regex: '^ray' },
  });
  expect(rawFilter([2, 4], undefined, undefined)).toEqual({ empty: 1, type_id: { $in: [2, 4] } });
});
