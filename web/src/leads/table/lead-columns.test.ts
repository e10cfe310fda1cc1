import { leadSortField } from '@crm/contracts/entities/lead-filter.js';
import { exampleLeadRow } from '@crm/contracts/entities/lead.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import { withMiddleName } from '@crm/contracts/resources/middle-name.fixture.js';
import { columnsFor, fieldColumns, healthColumns, narrowestWidth, lifeColumns } from './lead-columns.js';

/** A page at 1280: the screen without the rail and the padding of both sides. */
const cardAt1280 = 1280 - 76 - 2 * 16;

const sources = (columns: typeof lifeColumns) => columns.map(({ source }) => source);

test('life leads have the columns of the specification in its order', () => {
  expect(sources(lifeColumns)).toEqual([
    'status',
    'source',
    'agent_fullname',
    'fullname',
    'email',
    'phone',
    'premium_price',
    'premium_carrier',
    'term',
    'state',
    'updatedAt',
  ]);
});

test('health leads have neither premium nor carrier, and the coverage type as product', () => {
  expect(sources(healthColumns)).not.toContain('premium_price');
  expect(sources(healthColumns)).not.toContain('premium_carrier');
  expect(sources(healthColumns)).toContain('coverage_type');
  expect(columnsFor(4).slice(0, healthColumns.length)).toEqual(healthColumns);
  expect(columnsFor(2).slice(0, lifeColumns.length)).toEqual(lifeColumns);
});

test('the server can sort by every column', () => {
  for (const source of [...sources(lifeColumns), ...sources(healthColumns)]) {
    expect(leadSortField.options).toContain(source);
  }
});

test.each([
  ['life', lifeColumns],
  ['health', healthColumns],
] as const)('the %s columns fill a page at 1280 exactly', (_type, columns) => {
  expect(narrowestWidth(columns)).toBe(cardAt1280);
});

test('a field that rows carry is a column to be chosen, by its definition alone', () => {
  const columns = fieldColumns(withMiddleName.fields, lifeColumns);
  const column = columns.find(({ source }) => source === 'middle_name');
  expect(column).toMatchObject({ title: 'Middle name', isExtra: true, isSortable: false });
  const row = { ...exampleLeadRow, middle_name: 'Chidi' };
  const unknown = { ...exampleLeadRow, middle_name: null };
  expect([column?.shown(row), column?.shown(unknown)]).toEqual(['Chidi', '']);
});

test('what nobody arranged can be chosen: the birth date', () => {
  expect(fieldColumns(lifeLeads.fields, lifeColumns).map(({ title }) => title)).toContain('DOB');
});
