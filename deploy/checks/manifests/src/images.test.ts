import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readDockerfile, readStages, shippedWorkspaces } from './dockerfile.js';
import { baseImagesIn } from './images/base-images.js';
import { services } from './processes.js';

const stages = readStages();
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

const shipped = shippedWorkspaces();

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
      // What is outside of /app is the base image's own.
      for (const source of sources.filter((each) => !/^\/(?!app\/)/.test(each))) {
        const place = source.replace(/^\/app\//, '');
        const inRepository = place.replace(/\/(?:dist|node_modules)$|^node_modules$/, '') || '.';
        // A bundle is made by the stage that says so.
        if (from !== undefined && linesOf(from).some((each) => each.includes(`--file ${place} `))) continue;
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

test.each(['services', 'web', 'backup'])(
  'the image %s runs as nobody, and says whether it is well',
  (name) => {
    const lines = linesOf(name);
    expect(lines.filter((line) => /^USER [1-9]\d*:[1-9]\d*$/.test(line))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('HEALTHCHECK '))).toHaveLength(1);
  },
);

test('each base image has a tag that says what it is, and is an argument, so that it can be pinned', () => {
  const images = baseImagesIn(readDockerfile());
  expect(images.map(({ argument }) => argument)).toEqual(['NODE_IMAGE', 'RUNTIME_IMAGE', 'NGINX_IMAGE']);
  for (const { image } of images) expect(image).toMatch(/:(?!latest$)[\w.-]+$/);
  const external = [...stages.values()].map(({ from }) => from).filter((from) => !stages.has(from));
  const argumentsOf = images.map(({ argument }) => `\${${argument}}`);
  expect([...new Set(external)].sort()).toEqual(argumentsOf.sort());
});

test('what runs has neither npm nor a shell: its image is the runtime with Node itself', () => {
  expect(stages.get('runtime')).toEqual({
    from: '${RUNTIME_IMAGE}',
    lines: ['COPY --from=workspaces /usr/local/bin/node /usr/local/bin/node'],
  });
  for (const name of ['services', 'backup']) {
    expect(stages.get(name)?.from).toBe('runtime');
    expect(linesOf(name).filter((line) => line.startsWith('RUN '))).toEqual([]);
  }
});

test('no secret and no working state gets into a build', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  for (const name of ['.env', '.git', 'data', '**/node_modules', '**/dist', '**/*.tsbuildinfo']) {
    expect(ignored).toContain(name);
  }
});

test('the images have the Node that `npm run test:lts` tests with', () => {
  const [, major = ''] = /^ARG NODE_IMAGE=node:(\d+)-/m.exec(readDockerfile()) ?? [];
  expect(major).toBe(readFileSync('.nvmrc', 'utf8').trim());
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const [, from = '', below = ''] = /^>=(\d+)\S* <(\d+)$/.exec(engines.node) ?? [];
  expect(Number(major)).toBeGreaterThanOrEqual(Number(from));
  expect(Number(major)).toBeLessThan(Number(below));
});
