import { listLayout, narrowestWidth } from './list-layout.js';

const columns = [
  { source: 'name', width: 150, wide: 216 },
  { source: 'email', width: 142, wide: 236, shrinksTo: 112 },
];

test('a table scrolls sideways only below what its columns shrink to', () => {
  expect(narrowestWidth(columns, true)).toBe(42 + 150 + 112);
  expect(listLayout(columns, true)).toMatchObject({ minWidth: 42 + 150 + 112 });
});

test('a column that shrinks has its width from where all columns fit, and the others always', () => {
  expect(listLayout(columns, false)).toMatchObject({
    '& .MuiTableHead-root .column-name': { width: { xs: 150, xl: 216 } },
    '& .MuiTableHead-root .column-email': {
      width: 'auto',
      '@container (min-width: 292px)': { width: { xs: 142, xl: 236 } },
    },
  });
});
