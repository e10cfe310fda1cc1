import { gridFor } from './wallboard-grid.rules.js';

const screen = { width: 1872, height: 880, gap: 12 };

test('forty fit a television, and stay readable', () => {
  const { columns, rows, unit } = gridFor(40, screen);
  expect(columns * rows).toBeGreaterThanOrEqual(40);
  expect(columns * unit * 15 + (columns - 1) * 12).toBeLessThanOrEqual(screen.width);
  expect(rows * unit * 8 + (rows - 1) * 12).toBeLessThanOrEqual(screen.height);
  expect(unit).toBeGreaterThan(16);
});

test('few are no larger than they need to be, and none is one place', () => {
  expect(gridFor(2, screen)).toMatchObject({ rows: 1, unit: 24 });
  expect(gridFor(0, screen)).toMatchObject({ columns: 1, rows: 1 });
});

test('on a narrow screen there are fewer columns', () => {
  expect(gridFor(12, { width: 600, height: 1200, gap: 12 }).columns).toBeLessThan(
    gridFor(12, screen).columns,
  );
});
