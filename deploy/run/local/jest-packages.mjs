import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './prepare.mjs';

const sourcesOf = ['web/src', 'contracts/src'];
const importer = join(root, 'web/src/main.tsx');
const imported = /\b(?:from |import |import\()'((?:@[\w-]+\/)?[a-z][\w./-]*)'/g;
const packageOf = (name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)[0];

/**
 * npm packages of the web application and its tests, except styles, build tools, and packages that few tests load.
 */
function packagesOfWeb() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'web/package.json'), 'utf8'));
  return Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !/^(@crm|@types|@twilio|@fontsource-variable|@vitejs|vite$)/.test(name),
  );
}

/** The module names under which the sources import these packages; a path within a package is a separate name. */
function namesImported(packages) {
  // Inserted by the compiler for JSX.
  const names = new Set(['react/jsx-runtime']);
  for (const folder of sourcesOf) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!/\.tsx?$/.test(entry.name)) continue;
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      for (const [, name] of text.matchAll(imported)) if (packages.includes(packageOf(name))) names.add(name);
    }
  }
  return [...names].sort();
}

const ENTRY = '\0entry:';
const NODE_TIMERS = '\0node-timers.mjs';

/** Each name becomes a file with the package's exports; an ES module sees those of a CommonJS module as in Node. */
const entries = {
  name: 'entries',
  async resolveId(source, from) {
    if (source.startsWith(ENTRY)) return source;
    return from?.startsWith(ENTRY) ? this.resolve(source, importer, { skipSelf: true }) : null;
  },
  async load(id) {
    if (!id.startsWith(ENTRY)) return null;
    const name = id.slice(ENTRY.length, -'.mjs'.length);
    const found = await this.resolve(name, importer, { skipSelf: true });
    if (!found) throw new Error(`${name} is imported but not installed`);
    const { inputFormat, exports } = await this.load({ id: found.id });
    const from = JSON.stringify(name);
    if (inputFormat === 'es') {
      return `export * from ${from};${exports.includes('default') ? ` export { default } from ${from};` : ''}`;
    }
    const keys = Object.keys(createRequire(importer)(found.id)).filter((key) => key !== 'default');
    return `import whole from ${from}; export default whole; export const { ${keys.join(', ')} } = whole;`;
  },
};

// React's `act` requires Node's timers by a name that bundlers do not resolve. Without them it needs MessageChannel,
// which jsdom lacks.
const timersOfAct = {
  name: 'timers of act',
  resolveId(source) {
    if (source === NODE_TIMERS) return source;
    return source === 'node:timers' ? { id: source, external: true } : null;
  },
  load: (id) => (id === NODE_TIMERS ? "export { setImmediate } from 'node:timers';" : null),
  transform(code, id) {
    if (!id.endsWith('/react/cjs/react.development.js')) return null;
    const asked = '(module && module[requireString]).call(';
    if (!code.includes(asked)) throw new Error('React no longer schedules timers as expected');
    return code.replace(asked, `(() => require(${JSON.stringify(NODE_TIMERS)})).call(`);
  },
};

async function bundle(names, folder) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, `${ENTRY}${name}.mjs`])),
    platform: 'browser',
    resolve: { conditionNames: ['browser', 'import', 'default'] },
    external: ['@jest/globals'],
    transform: {
      define: { 'process.env.NODE_ENV': '"test"' },
      // Testing Library checks for fake timers; Jest passes `jest` to CommonJS modules only.
      inject: { jest: ['@jest/globals', 'jest'] },
    },
    plugins: [entries, timersOfAct],
    logLevel: 'silent',
  });
  // Few chunks, split so that a test of rules alone does not load the components.
  const groups = [
    { name: 'zod', test: /node_modules\/zod\// },
    { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
    {
      name: 'testing',
      test: /node_modules\/(?:@testing-library|aria-query|dom-accessibility-api|pretty-format)\//,
    },
    { name: 'components', test: /node_modules\/(?!@tiptap|prosemirror)/ },
    { name: 'editor', test: /node_modules\// },
  ].map((group, place, all) => ({ ...group, priority: all.length - place }));
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].chunk.mjs',
    comments: false,
    codeSplitting: { groups },
  });
  await build.close();
}

/**
 * Jest links and runs every module again for every suite, and these packages have about two thousand modules: most
 * of a web suite's load time. So they are bundled once per lock file and set of imports. Returns the mapping of
 * names to the bundle. All names of a package are mapped, because an unmapped one would load the package a second
 * time; such an import fails and names its path.
 */
export async function bundledPackages() {
  const packages = packagesOfWeb();
  const names = namesImported(packages);
  const key = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(names.join());
  key.update(readFileSync(fileURLToPath(import.meta.url)));
  const cache = join(root, 'node_modules/.cache/jest-packages');
  const folder = join(cache, key.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    // Written beside its destination and renamed: another run may be reading or writing the same.
    const beside = `${folder}.${process.pid}`;
    mkdirSync(cache, { recursive: true });
    await bundle(names, beside);
    try {
      renameSync(beside, folder);
    } catch (error) {
      rmSync(beside, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const escaped = packages.map((name) => name.replaceAll(/[.\-/]/g, '\\$&'));
  return { [`^(${escaped.join('|')})(/.*)?$`]: `${folder}/$1$2.mjs` };
}
