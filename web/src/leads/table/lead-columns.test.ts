import { leadSortField } from '@crm/contracts/entities/lead-input.js';
import { columnsFor, healthColumns, leastWidth, lifeColumns } from './lead-columns.js';

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
  expect(columnsFor(4)).toBe(healthColumns);
  expect(columnsFor(2)).toBe(lifeColumns);
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
  expect(leastWidth(columns)).toBe(cardAt1280);
});
