import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

interface Environment {
  fakeTimersModern: { useFakeTimers(): void };
  getVmContext(): vm.Context;
  teardown(): Promise<void>;
}
const address = new URL('../jest-environment.mjs', import.meta.url).href;
const { default: SharedEnvironment } = (await import(address)) as {
  default: new (config: object, context: object) => Environment;
};

const config = { globalConfig: {}, projectConfig: { globals: {}, testEnvironmentOptions: {} } };
const newEnvironment = () => new SharedEnvironment(config, {});
const run = (code: string): unknown => vm.runInContext(code, newEnvironment().getVmContext());

test('a suite finds nothing of the one before it', async () => {
  const environment = newEnvironment();
  const before: unknown = run('fetch');
  run(
    `globalThis.left = 1; globalThis[Symbol.for('left')] = 1; fetch = () => 'fake';
     process.env.LEFT = '1'; process.env.PATH = 'changed';`,
  );
  environment.fakeTimersModern.useFakeTimers();
  await environment.teardown();
  expect(newEnvironment()).toBe(environment);
  expect(run(`[typeof left, typeof globalThis[Symbol.for('left')], process.env.LEFT]`)).toEqual([
    'undefined',
    'undefined',
    undefined,
  ]);
  expect(run('fetch')).toBe(before);
  expect(run('process.env.PATH')).not.toBe('changed');
  expect(run('typeof setTimeout.clock')).toBe('undefined');
});

test('packages are loaded once for all suites, with what they put into the global object', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'));
  writeFileSync(
    join(folder, 'part.mjs'),
    `globalThis.ofPackage = 'stays'; export const times = { loaded: 0 };`,
  );
  const path = join(folder, 'package.mjs');
  writeFileSync(
    path,
    `import { sep } from 'node:path'; import { times } from './part.mjs';
     times.loaded += 1; export const loaded = times.loaded; export { sep };`,
  );
  const ask = `globalThis[Symbol.for('packages of this process')](${JSON.stringify(pathToFileURL(path).href)})`;
  const first = await run(ask);
  await newEnvironment().teardown();
  expect(await run(ask)).toBe(first);
  expect(first).toMatchObject({ loaded: 1, sep: '/' });
  expect(run('ofPackage')).toBe('stays');
});

test('a suite cannot change the tables of shared sources for the next one', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'sources-')), 'source.mjs');
  writeFileSync(
    path,
    `class Schema { parsed = 0; }
     export const table = [{ id: 1, kept: new Set(), schema: new Schema() }];
     export const change = [() => table.push({}), () => { table[0].id = 2; }, () => { table[0].schema.parsed += 1; }];`,
  );
  const address = JSON.stringify(pathToFileURL(path).href);
  const { change } = (await run(
    `globalThis[Symbol.for('packages of this process')](${address}, 'frozen')`,
  )) as { change: (() => void)[] };
  const [add, set, remember] = change;
  expect(add).toThrow('not extensible');
  expect(set).toThrow('read only');
  expect(remember).not.toThrow();
});

// From Node 24 on a promise keeps it to itself, at no cost to those of others.
const isPaidByAll = Number.parseInt(process.versions.node, 10) < 24;

(isPaidByAll ? test : test.skip)(
  'what a suite carries along its promises is carried no further behind it',
  async () => {
    const environment = newEnvironment();
    const storage = new AsyncLocalStorage<string>();
    let goOn: () => void = () => undefined;
    const left = storage.run('of a suite', async () => {
      await new Promise<void>((resolve) => (goOn = resolve));
      return storage.getStore();
    });
    await environment.teardown();
    goOn();
    expect(await left).toBeUndefined();
    expect(storage.run('of the next', () => storage.getStore())).toBe('of the next');
  },
);
