// Writes what node runs, where the compiler writes it (deploy/run/local/src/compile.test.ts), without a look at types:
// that is the business of `npm run types` and of the editor, and takes a hundred times as long.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const options = {
  swcrc: false,
  configFile: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript' },
    transform: { verbatimModuleSyntax: true },
  },
  module: { type: 'es6' },
  sourceMaps: true,
};

const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    : [];

/** What is in dist for a source that is there no more would still be found by those who import it. */
function removeStale(dist, sources) {
  const kept = new Set(sources.map((source) => source.replace(/\.ts$/, '')));
  for (const file of filesBelow(dist)) {
    const made = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(file)?.[1];
    if (made !== undefined && !kept.has(made)) rmSync(join(dist, file));
  }
}

/** The folders that the compiler builds for node. */
export const projectsOf = (root) =>
  JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
    .references.map(({ path }) => path)
    .filter((path) => path !== 'web');

/** Turns the TypeScript of a folder's `src` into the JavaScript of its `dist`; throws what is no TypeScript, by name. */
export async function compileProject(folder) {
  const { transformFile } = await import('@swc/core');
  const [src, dist] = [join(folder, 'src'), join(folder, 'dist')];
  const sources = filesBelow(src).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
  await Promise.all(
    sources.map(async (file) => {
      const from = join(src, file);
      const to = join(dist, file.replace(/\.ts$/, '.js'));
      const { code, map } = await transformFile(from, {
        ...options,
        sourceFileName: relative(dirname(to), from).replaceAll('\\', '/'),
      });
      mkdirSync(dirname(to), { recursive: true });
      const name = to.slice(dirname(to).length + 1);
      writeFileSync(to, `${code}//# sourceMappingURL=${name}.map\n`);
      writeFileSync(`${to}.map`, map);
    }),
  );
  removeStale(dist, sources);
}
