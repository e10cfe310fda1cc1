// Compiles TypeScript to JavaScript without type checking, in the compiler's output layout
// (deploy/run/local/src/compile.test.ts). Types are checked by `npm run lint` and the editor, which take a hundred
// times as long.
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

/** Removes output of deleted sources, which could otherwise still be imported. */
function removeStale(dist, sources) {
  const kept = new Set(sources.map((source) => source.replace(/\.ts$/, '')));
  for (const file of filesBelow(dist)) {
    const made = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(file)?.[1];
    if (made !== undefined && !kept.has(made)) rmSync(join(dist, file));
  }
}

/** The folders compiled for Node. */
export const projectsOf = (root) =>
  JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
    .references.map(({ path }) => path)
    .filter((path) => path !== 'web');

/** Compiles a folder's `src` to its `dist`; throws for invalid TypeScript, with the file name. */
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
