import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'compile-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const compiler = pathToFileURL(join(import.meta.dirname, '../compile.mjs')).href;
const node = (...args: string[]) => execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' });
const compile = () =>
  node(
    '--input-type=module',
    '-e',
    `const { compileProject } = await import(${JSON.stringify(compiler)});
     await compileProject(${JSON.stringify(folder)});`,
  );
const write = (file: string, text: string) => {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), text);
};

test('TypeScript becomes JavaScript that runs, where the compiler puts it, and what has no source any more goes', () => {
  write('package.json', '{"type":"module"}');
  write(
    'src/parts/name.ts',
    `export interface Name { first: string }\nexport const name: Name = { first: 'Ada' };\n`,
  );
  write(
    'src/main.ts',
    `import { name, type Name } from './parts/name.js';
import type { Server } from 'node:http';
export const server: Server | undefined = undefined;
const { first }: Name = name;
process.stdout.write(first satisfies string);
if (process.argv.includes('--fail')) throw new Error('as asked');
`,
  );
  for (const stale of ['gone.js', 'gone.js.map', 'gone.d.ts']) write(`dist/${stale}`, '');
  write('dist/main.d.ts', 'export {};');
  write('dist/.built-sources', 'kept');
  compile();
  expect(node(join(folder, 'dist/main.js'))).toBe('Ada');
  expect(readFileSync(join(folder, 'dist/main.js'), 'utf8')).not.toContain('node:http');
  expect(
    ['gone.js', 'gone.js.map', 'gone.d.ts'].filter((file) => existsSync(join(folder, 'dist', file))),
  ).toEqual([]);
  expect(
    ['main.d.ts', '.built-sources'].filter((file) => existsSync(join(folder, 'dist', file))),
  ).toHaveLength(2);
  // Stack traces point to the source.
  expect(() => node('--enable-source-maps', join(folder, 'dist/main.js'), '--fail')).toThrow(
    /src\/main\.ts:6/,
  );
});

test('what is no TypeScript is refused', () => {
  write('src/broken.ts', 'const = 1;');
  expect(compile).toThrow(/broken\.ts|Expression expected|Syntax/);
});
