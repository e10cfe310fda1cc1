import { existsSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { readComposeFile } from './compose-file.js';

const path = '.github/workflows/ci.yml';
const text = readFileSync(path, 'utf8');

const step = z
  .strictObject({
    name: z.string().optional(),
    uses: z.string().optional(),
    run: z.string().optional(),
    with: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  })
  .refine(({ uses, run }) => (uses === undefined) !== (run === undefined), 'either uses an action or runs');

/** The fields of our workflow, and no more: GitHub refuses a misspelt one only when it runs. */
const workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({ push: z.strictObject({ branches: z.array(z.string()) }), pull_request: z.null() }),
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.literal(true) }),
  jobs: z.record(
    z.string().regex(/^[a-z][a-z-]*$/),
    z.strictObject({
      // A runner of its own version: what `latest` means changes by itself.
      'runs-on': z.string().regex(/^ubuntu-\d+\.\d+$/),
      'timeout-minutes': z.int().max(90),
      strategy: z
        .strictObject({
          'fail-fast': z.literal(false),
          matrix: z.record(z.string(), z.array(z.string()).min(2)),
        })
        .optional(),
      services: z
        .record(
          z.string(),
          z.strictObject({
            image: z.string(),
            ports: z.array(z.string().regex(/^(\d+):\1$/)),
            options: z.string().includes('--health-cmd'),
          }),
        )
        .optional(),
      env: z.record(z.string(), z.string()).optional(),
      steps: z.array(step).min(1),
    }),
  ),
});
const { jobs } = workflow.parse(parse(text));
const allSteps = Object.values(jobs).flatMap(({ steps }) => steps);
const job = (name: string) => {
  const found = jobs[name];
  if (found === undefined) throw new Error(`${path} has no job ${name}`);
  return found;
};

test('each action is at a commit, which is the same everywhere, with its version behind it', () => {
  const lines = [...text.matchAll(/uses: (.*)$/gm)].map(([, line = '']) => line);
  expect(lines).toHaveLength(allSteps.filter(({ uses }) => uses !== undefined).length);
  for (const line of lines) expect(line).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const names = lines.map((line) => line.split('@')[0]);
  expect(new Set(lines).size).toBe(new Set(names).size);
});

test('expressions name what is there, and none is put into a script, where it could carry a command', () => {
  for (const [name, { strategy, steps }] of Object.entries(jobs)) {
    const matrix = Object.keys(strategy?.matrix ?? {}).map((each) => `matrix.${each}`);
    for (const { run, with: given = {} } of steps) {
      expect([name, run ?? '']).toEqual([name, expect.not.stringContaining('${{')]);
      const used = Object.values(given).flatMap((value) =>
        [...String(value).matchAll(/\$\{\{ (\S+) \}\}/g)].map(([, expression]) => expression),
      );
      for (const expression of used)
        expect([name, matrix]).toEqual([name, expect.arrayContaining([expression])]);
    }
  }
});

test('no step has the token of the checkout left behind', () => {
  for (const { uses, with: given } of allSteps) {
    if (uses?.startsWith('actions/checkout@')) expect(given).toEqual({ 'persist-credentials': false });
  }
});

test('scripts and files that are run are in the repository', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const commands = allSteps.flatMap(({ run }) => run?.split('\n') ?? []);
  const ours = commands.flatMap((line) => /^npm (?:run )?([\w:]+)/.exec(line.trim())?.[1] ?? []);
  expect(ours).toEqual(['test:real', 'images', 'images']);
  for (const name of ours) expect(scripts).toHaveProperty([name]);
  expect(commands).toContain('.ci/run');
  expect(existsSync('.ci/run') && (statSync('.ci/run').mode & 0o111) !== 0).toBe(true);
});

test('checks run on the oldest Node that is supported and on the one of the images', () => {
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const oldest = /^>=(\d+)/.exec(engines.node)?.[1];
  const lts = readFileSync('.nvmrc', 'utf8').trim();
  expect(job('checks').strategy?.matrix).toEqual({ node: [oldest, lts] });
  const others = Object.values(jobs)
    .flatMap(({ steps }) => steps)
    .flatMap(({ uses, with: given }) =>
      uses?.startsWith('actions/setup-node@') ? [given?.['node-version']] : [],
    );
  expect(new Set(others)).toEqual(new Set(['${{ matrix.node }}', lts]));
});

test('the stores are those of the compose file, and the tests are given their addresses', () => {
  const { services } = readComposeFile();
  const { services: started = {}, env = {}, steps } = job('real-stores');
  for (const [name, { image }] of Object.entries(started))
    expect([name, image]).toEqual([name, services[name]?.image]);
  const mongodb = steps.find(({ run }) => run?.includes('--replSet'))?.run;
  expect(mongodb).toContain(` ${services['mongodb']?.image ?? '?'} `);
  const open = [
    ...Object.values(started).flatMap(({ ports }) => ports.map((each) => each.split(':')[0])),
    '27017',
  ];
  for (const name of ['TEST_MONGODB_URI', 'RABBITMQ_URL', 'REDIS_URL'])
    expect(open).toContain(/127\.0\.0\.1:(\d+)/.exec(env[name] ?? '')?.[1]);
});

test('each image that is built is scanned', () => {
  const { steps } = job('images');
  const saved = /for image in ([\w -]+);/.exec(
    steps.find(({ run }) => run?.includes(' save '))?.run ?? '',
  )?.[1];
  const scanned = steps.flatMap(({ uses, with: given }) =>
    uses?.startsWith('aquasecurity/trivy-action@') ? [given?.['input']] : [],
  );
  expect(scanned).toEqual(saved?.split(' ').map((image) => `data/images/${image}.tar`));
  const composed = Object.values(readComposeFile().services).flatMap(({ build, image }) =>
    build ? [image] : [],
  );
  for (const image of composed) expect(saved?.split(' ')).toContain(image);
});
