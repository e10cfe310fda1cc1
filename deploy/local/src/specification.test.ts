import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const walk = readFileSync(join(root, 'deploy/docs/specification.md'), 'utf8');
const rows = walk.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Statement|---)/.test(line));

test('every file that the walk through the specification names is there', () => {
  const named = [...walk.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('each statement says where it lives and which test holds it', () => {
  const open = rows.filter((row) => {
    const [, , lives = '', held = ''] = row.split('|');
    return !lives.includes('`') || !/`[\w./-]+\.(test|e2e)\.tsx?`/.test(held);
  });
  expect(rows.length).toBeGreaterThan(80);
  expect(open).toEqual([]);
});
