import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedPackage } from './jest-shared.mjs';
import { root } from './prepare.mjs';

const imported = /\b(?:from |import |import\()'((?:@[\w.-]+\/)?[a-z][\w./-]*)'/g;
/** The package that a module's name begins with; none of a path. */
export const packageOf = (name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0];
const inFolders = (folders) => new RegExp(`node_modules/(?:${folders.join('|')})/`);

/**
 * npm packages of the web application and its tests, except styles, build tools, and packages that few tests load.
 */
function packagesOfWeb() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'web/package.json'), 'utf8'));
  const named = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !/^(@crm|@types|@twilio|@fontsource-variable|@vitejs|vite$)/.test(name),
  );
  // A part of @mui/material that the sources import by its own name.
  return [...named, '@mui/utils'];
}

/**
 * The module names under which the sources import these packages, each with a file that does; a path within a package is a
 * separate name.
 */
function namesImported({ sources, packages, inserted = {} }) {
  const names = new Map(Object.entries(inserted));
  for (const folder of sources) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!/\.tsx?$/.test(entry.name) || /\/(?:node_modules|dist)\//.test(`${entry.parentPath}/`)) continue;
      const file = join(entry.parentPath, entry.name);
      for (const [, name] of readFileSync(file, 'utf8').matchAll(imported))
        if (packages.includes(packageOf(name)) && !names.has(name)) names.set(name, file);
    }
  }
  return names;
}

/** The folder of a bundle with the modules that share it. */
const shared = 'shared';

const ENTRY = '\0entry:';
const NODE_TIMERS = '\0node-timers.mjs';

/** Each name becomes a file with the package's exports; an ES module sees those of a CommonJS module as in Node. */
const nameOf = (entry) => entry.slice(ENTRY.length, -'.mjs'.length);
const entriesFrom = (importers) => ({
  name: 'entries',
  async resolveId(source, from) {
    if (source.startsWith(ENTRY)) return source;
    return from?.startsWith(ENTRY)
      ? this.resolve(source, importers.get(nameOf(from)), { skipSelf: true })
      : null;
  },
  async load(id) {
    if (!id.startsWith(ENTRY)) return null;
    const name = nameOf(id);
    const importer = importers.get(name);
    const found = await this.resolve(name, importer, { skipSelf: true });
    if (!found) throw new Error(`${name} is imported but not installed`);
    const { inputFormat, exports } = await this.load({ id: found.id });
    const from = JSON.stringify(name);
    if (inputFormat === 'es') {
      return `export * from ${from};${exports.includes('default') ? ` export { default } from ${from};` : ''}`;
    }
    const keys = Object.keys(createRequire(importer)(found.id)).filter((key) => key !== 'default');
    // Express exports `static`, which no variable can be called.
    const each = keys.map((key, place) => `const e${place} = whole.${key}; export { e${place} as ${key} };`);
    return `import whole from ${from}; export default whole; ${each.join(' ')}`;
  },
});

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

/** What the tests of web load: few chunks, split so that a test of rules alone does not load the components. */
export const web = {
  sources: ['web/src', 'contracts/src'],
  packages: packagesOfWeb(),
  // By the compiler, for JSX.
  inserted: { 'react/jsx-runtime': join(root, 'web/src/main.tsx') },
  options: {
    platform: 'browser',
    resolve: { conditionNames: ['browser', 'import', 'default'] },
    // Testing Library would clean up behind the tests of the suite alone that loads it: `web/src/test/setup.ts`.
    transform: {
      define: { 'process.env.NODE_ENV': '"test"', 'process.env.RTL_SKIP_AUTO_CLEANUP': '"true"' },
    },
  },
  plugins: [timersOfAct],
  groups: {
    zod: inFolders(['zod']),
    react: inFolders(['react', 'react-dom', 'scheduler']),
    testing: inFolders(['@testing-library', 'aria-query', 'dom-accessibility-api', 'pretty-format']),
    components: /node_modules\/(?!@tiptap|prosemirror|@mui\/x-)/,
    charts: /node_modules\/@mui\/x-/,
    editor: /node_modules\//,
  },
};

/** What the tests of services load most: each package its own chunk, as few suites need them all. */
export const services = {
  sources: ['services', 'gateway/src', 'deploy', 'contracts/src'],
  packages: [
    '@18f/us-federal-holidays',
    '@fastify/busboy',
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-base',
    '@simplewebauthn/server',
    '@socket.io/redis-adapter',
    '@zxcvbn-ts/core',
    '@zxcvbn-ts/language-common',
    '@zxcvbn-ts/language-en',
    '@zxcvbn-ts/language-es-es',
    'ajv',
    'ajv-formats',
    'amqplib',
    'bson',
    'compression',
    'csv-parse',
    'express',
    'express-http-proxy',
    'fast-check',
    'fast-xml-parser',
    'fflate',
    'helmet',
    'jsonwebtoken',
    'lru-cache',
    'mongodb',
    'mongoose',
    'music-metadata',
    'nodemailer',
    'openid-client',
    'otplib',
    'pino',
    'prom-client',
    'rate-limiter-flexible',
    'redis',
    'sanitize-html',
    'socket.io',
    'socket.io-client',
    'twilio',
    'undici',
    'uuid',
    'web-push',
    'ws',
    'zod',
  ],
  options: { platform: 'node' },
  plugins: [],
  groups: {
    zod: inFolders(['zod']),
    'fast-check': inFolders(['fast-check', 'pure-rand']),
    store: inFolders(['mongoose', 'mongodb', 'bson', 'mpath', 'mquery', 'kareem', 'sift']),
    twilio: inFolders(['twilio', 'axios', 'dayjs', 'xmlbuilder']),
    amqplib: inFolders(['amqplib']),
    passwords: inFolders(['@zxcvbn-ts', 'fastest-levenshtein']),
    redis: inFolders(['redis', '@redis', 'cluster-key-slot']),
    undici: inFolders(['undici']),
    html: inFolders(['sanitize-html', 'postcss', 'htmlparser2', 'domhandler', 'domutils', 'entities']),
    pino: inFolders(['pino', 'thread-stream', 'sonic-boom']),
    others: /node_modules\//,
  },
};

/**
 * For each name a module that asks the environment for the package (`jest-shared.mjs`), which has it once for all
 * suites of its process. An ES module must say what it exports: what the bundle does. `given` is what the environment is
 * asked with.
 */
export function writeShared(entries, folder, ...given) {
  for (const { fileName, exports } of entries) {
    const file = join(folder, shared, fileName);
    const address = `new URL('${relative(dirname(file), join(folder, fileName))}', import.meta.url).href`;
    const lines = exports.map(
      (key, place) => `const e${place} = found[${JSON.stringify(key)}]; export { e${place} as ${key} };`,
    );
    mkdirSync(dirname(file), { recursive: true });
    const asked = [address, ...given.map((value) => JSON.stringify(value))].join(', ');
    writeFileSync(file, [`const found = await ${sharedPackage}(${asked});`, ...lines].join('\n'));
  }
}

async function bundle(importers, folder, { options, plugins, groups }) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    ...options,
    input: Object.fromEntries([...importers.keys()].map((name) => [name, `${ENTRY}${name}.mjs`])),
    plugins: [entriesFrom(importers), ...plugins],
    logLevel: 'silent',
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].chunk.mjs',
    comments: false,
    // A sixth less text to read and scan in every suite; names stay, as errors show them.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: {
      // Each package in its own chunk alone: what express shares with twilio is not to bring twilio's six megabytes along.
      includeDependenciesRecursively: false,
      groups: Object.entries(groups).map(([name, test], place, all) => ({
        name,
        test,
        priority: all.length - place,
      })),
    },
  });
  await build.close();
  writeShared(
    output.filter(({ isEntry }) => isEntry),
    folder,
  );
}

/** Bundles of a week ago are of other packages or imports, and no run still reads them. */
function removeOld(cache) {
  const weekAgo = Date.now() - 7 * 24 * 3_600_000;
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    // Gone if another run has renamed or removed it meanwhile.
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found && found.mtimeMs < weekAgo) rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder under which the cache has what `write` writes, written once for a key. */
export async function cached(key, write) {
  const cache = join(root, 'node_modules/.cache/jest-packages');
  const folder = join(cache, key.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    // Written beside its destination and renamed: another run may be reading or writing the same.
    const beside = `${folder}.${process.pid}`;
    mkdirSync(cache, { recursive: true });
    await write(beside);
    try {
      renameSync(beside, folder);
    } catch (error) {
      rmSync(beside, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
    removeOld(cache);
  }
  return folder;
}

export const keyOf = (...parts) => {
  const key = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(sharedPackage);
  for (const part of parts) key.update(part).update('\0');
  return key;
};

/**
 * Jest links and runs every module again for every suite, and these packages have thousands of modules: most of a
 * suite's load time. So they are bundled once per lock file and set of imports. Returns the folder of the bundle.
 */
export function bundled(set) {
  const names = namesImported(set);
  const key = keyOf(readFileSync(join(root, 'package-lock.json')), [...names.keys()].sort().join());
  return cached(key, (folder) => bundle(names, folder, set));
}
