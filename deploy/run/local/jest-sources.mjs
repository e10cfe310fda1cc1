import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as packages from './jest-packages.mjs';
import { root } from './prepare.mjs';

/** Where the sources of each workspace are that others import by its name. */
export const sourcesOf = {
  contracts: 'contracts/src',
  platform: 'services/platform/src',
  domain: 'services/domain/src',
  auth: 'services/auth/src',
  leads: 'services/leads/src',
  telephony: 'services/telephony/src',
  messaging: 'services/messaging/src',
  stats: 'services/stats/src',
  followups: 'services/followups/src',
  gateway: 'gateway/src',
  'embedded-store': 'deploy/run/embedded-store/src',
  'carrier-sim': 'deploy/run/carrier-sim/src',
  local: 'deploy/run/local/src',
  faults: 'deploy/checks/faults/src',
  backup: 'deploy/operate/backup/src',
  seed: 'deploy/run/seed/src',
};

const withoutEnding = (file) => file.replace(/\.tsx?$/, '');

const importing = /\b(?:from |import )'([^']+)'/g;
const typesAlone = /\b(?:import|export) type [^;]+;/g;

/** The source that a file names by `name`, as a path from the root; none for a package. */
function sourceNamed(name, file) {
  const [, workspace, path] = /^@crm\/([\w-]+)\/(.*)$/.exec(name) ?? [];
  if (workspace === undefined && !name.startsWith('.')) return undefined;
  const whole =
    workspace === undefined ? posix.join(posix.dirname(file), name) : posix.join(sourcesOf[workspace], path);
  const stem = whole.replace(/\.js$/, '');
  return [`${stem}.ts`, `${stem}.tsx`].find((found) => existsSync(join(root, found)));
}

/**
 * Whether a suite has its own of a source: it lies among the tests, speaks to Jest, or uses the telephone's library, in place of
 * which a suite gives another.
 */
const isOwn = (file, text) =>
  /\/(?:test|testing)\/|\.test\.tsx?$/.test(file) ||
  /'@jest\/globals'|^\s*(?:describe|it|test)\(['`]|^\s*(?:before|after)(?:Each|All)\(/m.test(text) ||
  /'@twilio\/voice-sdk'/.test(text);

/** The sources in these folders but those of which each suite has its own, and those that import one of them. */
export function sharedSources(folders) {
  const texts = new Map(
    folders
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true })
          .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
          .map((file) => posix.join(folder, file)),
      )
      .sort()
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
  const needs = new Map(
    [...texts].map(([file, text]) => [
      file,
      [...text.replaceAll(typesAlone, '').matchAll(importing)].map(([, name]) => sourceNamed(name, file)),
    ]),
  );
  const own = new Set([...texts].filter((each) => isOwn(...each)).map(([file]) => file));
  // To the end of a set that grows as it is walked.
  for (const left of own) for (const [file, named] of needs) if (named.includes(left)) own.add(file);
  return new Map([...texts].filter(([file]) => !own.has(file)));
}

/** What the sources import: each other as files, of packages those of the bundle. */
const importsOfSources = ({ packages: bundled }, packagesFolder) => ({
  name: 'imports of sources',
  resolveId(source, from) {
    if (from === undefined || source.startsWith('.')) return null;
    if (source.startsWith('node:')) return { id: source, external: true };
    if (source.startsWith('@crm/')) return join(root, sourceNamed(source, ''));
    // Of others the one that Node finds from there, as a native package does not run from another place.
    const path = bundled.includes(packages.packageOf(source))
      ? join(packagesFolder, `${source}.mjs`)
      : createRequire(from).resolve(source);
    return { id: pathToFileURL(path).href, external: true };
  },
  // No page of the tests is styled by files.
  load: (id) => (id.endsWith('.css') ? { code: '', moduleType: 'js' } : null),
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : null,
});

/** Each file on its own, with its lines in stack traces. */
async function compile(files, folder, set, packagesFolder) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    platform: set.options.platform,
    input: Object.fromEntries(files.map((file) => [withoutEnding(file), join(root, file)])),
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx'] } },
    treeshake: false,
    plugins: [importsOfSources(set, packagesFolder)],
    logLevel: 'silent',
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: root,
    entryFileNames: '[name].mjs',
    sourcemap: 'inline',
  });
  await build.close();
  packages.writeShared(
    output.filter(({ isEntry }) => isEntry),
    folder,
    'frozen',
  );
}

/**
 * Resolves as Jest does, but for sources and packages that are shared to the modules that ask the environment for them. All names
 * of such a package, because another would load it a second time: one that the bundle lacks fails. What packages outside
 * of the bundle require is theirs.
 */
const resolver = (files, packagesFolder, names) => `
const root = ${JSON.stringify(`${root}/`)};
const sharedPackages = ${JSON.stringify(join(packagesFolder, 'shared/'))};
const sharedSources = new URL('shared/', import.meta.url).pathname;
const packages = new Set(${JSON.stringify(names)});
const files = new Set(${JSON.stringify(files)});
const packageOf = ${String(packages.packageOf)};
const withoutEnding = ${String(withoutEnding)};
export default (request, options) => {
  if (packages.has(packageOf(request)) && !options.basedir.includes('/node_modules/')) return sharedPackages + request + '.mjs';
  const path = options.defaultResolver(request, options);
  const file = path.startsWith(root) ? path.slice(root.length) : '';
  return files.has(file) ? sharedSources + withoutEnding(file) + '.mjs' : path;
};
`;

/**
 * Sources of ours that remember nothing of a suite: suites share them like packages, whoever imports them. What they
 * export is frozen, for a change would be the next suite's too. Returns the file of the resolver that makes it so.
 */
async function resolverFor(set, folders) {
  const packagesFolder = await packages.bundled(set);
  const texts = sharedSources(folders);
  const key = packages.keyOf(readFileSync(import.meta.filename), packagesFolder, ...[...texts].flat());
  const folder = await packages.cached(key, async (beside) => {
    await compile([...texts.keys()], beside, set, packagesFolder);
    writeFileSync(join(beside, 'resolver.mjs'), resolver([...texts.keys()], packagesFolder, set.packages));
  });
  return join(folder, 'resolver.mjs');
}

const { local, faults, backup, seed, ...ofServices } = sourcesOf;
export const foldersOfServices = Object.values(ofServices);
export const foldersOfWeb = [sourcesOf.contracts, 'web/src'];
export const resolverOfServices = () => resolverFor(packages.services, foldersOfServices);
export const resolverOfWeb = () => resolverFor(packages.web, foldersOfWeb);
