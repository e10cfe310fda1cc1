import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { services } from './processes.js';

const dockerfile = readFileSync('deploy/operate/docker/Dockerfile', 'utf8').replace(/\\\n\s*/g, ' ');
/** The lines of each stage by its name. */
const stages = new Map(
  [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)\n([\s\S]*?)(?=^FROM |$(?![\s\S]))/gm)].map(
    ([, from = '', name = '', body = '']) => [
      name,
      { from, lines: body.split('\n').filter((line) => /^[A-Z]/.test(line)) },
    ],
  ),
);
const linesOf = (name: string) => stages.get(name)?.lines ?? [];

const lockedPackage = z.object({
  version: z.string().optional(),
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
const lock = z
  .object({ packages: z.record(z.string(), lockedPackage) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8'))).packages;

const { workspaces } = z
  .object({ workspaces: z.array(z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const workspaceFolders = workspaces.flatMap((pattern) =>
  pattern.endsWith('/*')
    ? readdirSync(pattern.slice(0, -2))
        .map((name) => join(pattern.slice(0, -2), name))
        .filter((folder) => existsSync(join(folder, 'package.json')))
    : [pattern],
);

/** The production dependencies in the services image. */
const shipped = [
  ...linesOf('production')
    .join('\n')
    .matchAll(/-w (\S+)/g),
].map(([, folder = '']) => folder);

/** npm's resolution of a package: nested first, then parent folders. */
function placeOf(name: string, from: string): string | undefined {
  const parts = from.split('/node_modules/');
  for (let depth = parts.length; depth > 0; depth -= 1) {
    const place = `${parts.slice(0, depth).join('/node_modules/')}/node_modules/${name}`;
    if (place in lock) return place;
  }
  return `node_modules/${name}` in lock ? `node_modules/${name}` : undefined;
}

/** All dependencies of the shipped workspaces, by path in the lock file; null if missing there. */
function productionPackages(): Map<string, string | null> {
  const found = new Map<string, string | null>();
  const look = (place: string) => {
    const { dependencies = {}, optionalDependencies = {} } = lock[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = placeOf(name, place);
      const key = next ?? `${name} (of ${place})`;
      if (found.has(key)) continue;
      found.set(key, next ?? null);
      if (next === undefined) continue;
      const { link, resolved } = lock[next] ?? {};
      look(link && resolved ? resolved : next);
    }
  };
  for (const folder of shipped) look(folder);
  return found;
}

test('every workspace’s package.json is there before anything is installed', () => {
  const copied = linesOf('workspaces').flatMap(
    (line) => /^COPY (\S+)\/package\.json \S+$/.exec(line)?.[1] ?? [],
  );
  expect(copied.sort()).toEqual([...workspaceFolders].sort());
});

test('what is copied is in the repository, or made by the stage that it comes from', () => {
  for (const [name, { lines }] of stages) {
    for (const line of lines.filter((each) => each.startsWith('COPY '))) {
      const words = line.split(' ').slice(1);
      const sources = words.filter((word) => !word.startsWith('--')).slice(0, -1);
      const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
      if (from !== undefined) expect([...stages.keys()]).toContain(from);
      for (const source of sources) {
        const inRepository =
          source.replace(/^\/app\//, '').replace(/\/(?:dist|node_modules)$|^node_modules$/, '') || '.';
        expect([name, source, existsSync(inRepository)]).toEqual([name, source, true]);
      }
    }
  }
});

test('all that runs in production is in the lock, with its hash, for every platform', () => {
  expect(shipped.sort()).toEqual(
    [...services.map((name) => `services/${name}`), 'gateway', 'deploy/run/carrier-sim'].sort(),
  );
  const packages = productionPackages();
  expect(packages.size).toBeGreaterThan(50);
  expect([...packages].filter(([, place]) => place === null).map(([name]) => name)).toEqual([]);
  const unhashed = [...packages.keys()].filter((place) => !lock[place]?.link && !lock[place]?.integrity);
  expect(unhashed).toEqual([]);
});

test.each(workspaceFolders)('the lock knows what %s needs, or a clean install refuses it', (folder) => {
  const needs = z
    .object({ dependencies: z.record(z.string(), z.string()).default({}) })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  expect(lock[folder]?.dependencies).toEqual(needs.dependencies);
});

test('the image of the services has each of them built, and the packages that they need', () => {
  const copied = linesOf('services').join('\n');
  for (const folder of [...shipped, 'contracts', 'services/platform', 'services/domain']) {
    expect(copied).toContain(`COPY --from=build /app/${folder}/dist ${folder}/dist`);
  }
  expect(copied).toContain('COPY --from=production /app/node_modules node_modules');
  expect(copied).not.toMatch(/deploy\/(?:local|bench|e2e|seed|embedded-store|manifests)/);
});

test.each(['services', 'web'])('the image %s runs as nobody, and says whether it is well', (name) => {
  const lines = linesOf(name);
  expect(lines.filter((line) => /^USER [1-9]\d*:[1-9]\d*$/.test(line))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('HEALTHCHECK '))).toHaveLength(1);
});

test('no secret and no working state gets into a build', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  for (const name of ['.env', '.git', 'data', '**/node_modules', '**/dist', '**/*.tsbuildinfo']) {
    expect(ignored).toContain(name);
  }
});

test('the images have a Node that the product is tested with', () => {
  const [, major = ''] = /^ARG NODE_IMAGE=node:(\d+)-/m.exec(dockerfile) ?? [];
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const [, from = '', below = ''] = /^>=(\d+)\S* <(\d+)$/.exec(engines.node) ?? [];
  expect(Number(major)).toBeGreaterThanOrEqual(Number(from));
  expect(Number(major)).toBeLessThan(Number(below));
});
