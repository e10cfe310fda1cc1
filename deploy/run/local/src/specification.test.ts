import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
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

test('every rule that a comment cites can be read', () => {
  const folder = join(root, 'deploy/docs/rules');
  const rules = new Set(
    readdirSync(folder).flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/^- \*\*([A-Z]\d+)\*\*/gm)].map(([, id]) => id),
    ),
  );
  const cited = ['contracts', 'services', 'gateway', 'web']
    .flatMap((name) =>
      readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(^|\/)src\/.*\.tsx?$/.test(file) && !file.includes('node_modules'))
        .map((file) => join(root, name, file)),
    )
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\brules? ([A-Z]\d+)(?: and ([A-Z]\d+))?/g)].flatMap(
        ([, one, other]) => [one, other],
      ),
    )
    .filter((id) => id !== undefined);
  expect(cited.length).toBeGreaterThan(150);
  expect(cited.filter((id) => !rules.has(id))).toEqual([]);
});
