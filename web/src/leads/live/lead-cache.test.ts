import { QueryClient } from '@tanstack/react-query';
import { eventLeadRow, exampleLeadRow, type LeadRow } from '@crm/contracts/entities/lead.js';
import {
  addRow,
  countArrival,
  patchFields,
  patchRow,
  removeRow,
  rowOfEvent,
  setTotal,
  shownRow,
  type CachedPage,
  type ListQuery,
} from './lead-cache.js';

const rowOf = (n: number, change: Partial<LeadRow> = {}): LeadRow => ({
  ...exampleLeadRow,
  id: n.toString(16).padStart(24, '0'),
  ...change,
});
const first: ListQuery = {
  pagination: { page: 1, perPage: 3 },
  sort: { field: 'updatedAt', order: 'DESC' },
  filter: { type: 2, status: ['followUp'] },
};
const second: ListQuery = { ...first, pagination: { page: 2, perPage: 3 } };
const byName: ListQuery = { ...first, sort: { field: 'fullname', order: 'ASC' } };

function cacheOf(pages: readonly [ListQuery, CachedPage][]) {
  const client = new QueryClient();
  for (const [query, page] of pages) client.setQueryData(['leads', 'getList', query], page);
  return { client, page: (query: ListQuery) => client.getQueryData<CachedPage>(['leads', 'getList', query]) };
}

const page = (...data: LeadRow[]): CachedPage => ({ data, total: 40 });

describe('a changed row', () => {
  test('takes the place of its older self on every page that shows it', () => {
    const { client, page: read } = cacheOf([
      [first, page(rowOf(1), rowOf(2))],
      [byName, page(rowOf(2), rowOf(3))],
    ]);
    expect(patchRow(client, 'leads', rowOf(2, { version: 5, fullname: 'Renamed' }))).toBe(true);
    expect(read(first)?.data.map(({ fullname }) => fullname)).toEqual(['Raymond Okafor', 'Renamed']);
    expect(read(byName)?.data[0]?.fullname).toBe('Renamed');
  });

  test('that is older than what is shown is ignored', () => {
    const shown = rowOf(1, { version: 7, fullname: 'Newer' });
    const { client, page: read } = cacheOf([[first, page(shown)]]);
    expect(patchRow(client, 'leads', rowOf(1, { version: 6, fullname: 'Older' }))).toBe(false);
    expect(read(first)?.data[0]).toBe(shown);
  });

  test('of the same version is taken, as a hold does not raise it', () => {
    const { client, page: read } = cacheOf([[first, page(rowOf(1))]]);
    expect(patchRow(client, 'leads', rowOf(1, { busy: 1, busy_fullname: 'Priya Sandoval' }))).toBe(true);
    expect(read(first)?.data[0]?.busy).toBe(1);
  });

  test('that is the same as what is shown changes nothing', () => {
    const { client } = cacheOf([[first, page(rowOf(1))]]);
    expect(patchRow(client, 'leads', rowOf(1))).toBe(false);
  });

  test('keeps what events leave out, which is not known of a row that was not shown', () => {
    const { client, page: read } = cacheOf([[first, page(rowOf(1, { birth_date: '1957-06-02' }))]]);
    expect(patchRow(client, 'leads', eventLeadRow.parse(rowOf(1, { version: 6 })))).toBe(true);
    expect(read(first)?.data.find(({ id }) => id === rowOf(1).id)).toMatchObject({
      version: 6,
      birth_date: '1957-06-02',
    });
    expect(rowOfEvent(eventLeadRow.parse(rowOf(9))).birth_date).toBeNull();
  });

  test('that no longer belongs to the list stays where it is read, and the total counts one less', () => {
    const { client, page: read } = cacheOf([[first, page(rowOf(1), rowOf(2))]]);
    patchRow(client, 'leads', rowOf(1, { version: 5, status: 'declined' }));
    expect(read(first)).toMatchObject({ total: 39, data: [{ status: 'declined' }, {}] });
    patchRow(client, 'leads', rowOf(1, { version: 6, status: 'followUp' }));
    expect(read(first)?.total).toBe(40);
  });
});

describe('a new row', () => {
  test('stands on top of the first page by last change, which keeps its length', () => {
    const { client, page: read } = cacheOf([[first, page(rowOf(1), rowOf(2), rowOf(3))]]);
    expect(addRow(client, 'leads', rowOf(9))).toBe(true);
    expect(read(first)?.data.map(({ id }) => id)).toEqual([rowOf(9).id, rowOf(1).id, rowOf(2).id]);
  });

  test('is counted on every page whose list it belongs to, shown there or not', () => {
    const { client, page: read } = cacheOf([
      [first, page(rowOf(1))],
      [second, page(rowOf(2))],
      [byName, page(rowOf(3))],
    ]);
    countArrival(client, 'leads', rowOf(9));
    countArrival(client, 'leads', rowOf(8, { status: 'declined' }));
    expect([first, second, byName].map((query) => read(query)?.total)).toEqual([41, 41, 41]);
  });

  test.each([
    ['another page', second, rowOf(9)],
    ['another order', byName, rowOf(9)],
    ['a list it does not belong to', first, rowOf(9, { status: 'declined' })],
  ])('leaves %s alone', (_where, query, row) => {
    const before = page(rowOf(1));
    const { client, page: read } = cacheOf([[query, before]]);
    expect(addRow(client, 'leads', row)).toBe(false);
    expect(read(query)).toBe(before);
  });

  test('that is there already is not added twice', () => {
    const { client, page: read } = cacheOf([[first, page(rowOf(1))]]);
    expect(addRow(client, 'leads', rowOf(1))).toBe(false);
    expect(read(first)?.data).toHaveLength(1);
  });
});

test('a deleted row leaves its page and the total', () => {
  const { client, page: read } = cacheOf([[first, page(rowOf(1), rowOf(2))]]);
  expect(removeRow(client, 'leads', rowOf(1).id)).toBe(true);
  expect(read(first)).toMatchObject({ total: 39, data: [{ id: rowOf(2).id }] });
  expect(removeRow(client, 'leads', rowOf(7).id)).toBe(false);
});

test('patching does not make a stale page look fresh', () => {
  const client = new QueryClient();
  const key = ['leads', 'getList', first];
  client.setQueryData(key, page(rowOf(1)), { updatedAt: 1000 });
  patchRow(client, 'leads', rowOf(1, { version: 5 }));
  expect(client.getQueryState(key)?.dataUpdatedAt).toBe(1000);
});

test('the total that the server tells goes to the pages of that filter alone', () => {
  const other: ListQuery = { ...first, filter: { type: 2 } };
  const { client, page: read } = cacheOf([
    [first, page(rowOf(1))],
    [second, page(rowOf(2))],
    [other, page(rowOf(3))],
  ]);
  setTotal(client, 'leads', first.filter, 12);
  expect([first, second, other].map((query) => read(query)?.total)).toEqual([12, 12, 40]);
});

test('a premium is changed wherever its row is shown', () => {
  const { client, page: read } = cacheOf([[first, page(rowOf(1), rowOf(2))]]);
  expect(patchFields(client, 'leads', rowOf(2).id, { premium_price: 12.5 })).toBe(true);
  expect(read(first)?.data.map(({ premium_price }) => premium_price)).toEqual([64.2, 12.5]);
});

test('only what stands on a page in use counts as shown', () => {
  const { client } = cacheOf([[first, page(rowOf(1))]]);
  expect(shownRow(client, 'leads', rowOf(1).id)).toBeUndefined();
});
