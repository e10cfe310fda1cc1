import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

const sources = fileURLToPath(new URL('..', import.meta.url));
// Inside the package, so that imports resolve the store's dependencies.
const cache = join(sources, '../node_modules/.cache');

/** Transpiles the store to JavaScript, for tests that run it as a process and kill it; tests run without a build. */
export async function compiledStore(): Promise<{ main: string; remove(): Promise<void> }> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'embedded-store-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  for (const name of await readdir(sources, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.startsWith('test')) continue;
    const target = join(folder, name.replace(/\.ts$/, '.js'));
    await mkdir(dirname(target), { recursive: true });
    const { code } = await transformFile(join(sources, name), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
    });
    await writeFile(target, code);
  }
  return { main: join(folder, 'main.js'), remove: () => rm(folder, { recursive: true, force: true }) };
}
