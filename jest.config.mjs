import { availableParallelism } from 'node:os';
import { resolverOfServices, resolverOfWeb, sourcesOf } from './deploy/run/local/jest-sources.mjs';

const swc = (react) => ({
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: react },
        transform: react ? { react: { runtime: 'automatic' } } : {},
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    },
  ],
});

// Workspace names point at sources, so that tests need no build.
const workspaces = {
  ...Object.fromEntries(
    Object.entries(sourcesOf).map(([name, folder]) => [`^@crm/${name}/(.*)\\.js$`, `<rootDir>/${folder}/$1`]),
  ),
  '^(\\.{1,2}/.*)\\.js$': '$1',
};

const shared = {
  moduleNameMapper: workspaces,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/data/'],
  // Those that `LEFT_OUT` names are left out for a machine on which all of them take too long.
  testPathIgnorePatterns: [
    ...['/node_modules/', '/dist/', '\\.e2e\\.test\\.ts$'],
    ...(process.env['LEFT_OUT'] ?? '').split(' ').filter((pattern) => pattern !== ''),
  ],
};
const setup = '<rootDir>/deploy/run/local/jest-setup.mjs';

export default {
  // `npm test` gives one and the same; `npm test -- --seed 7` draws everything random anew.
  showSeed: true,
  // A page with everything around it takes its time on two busy cores; no product time is measured here.
  testTimeout: 300_000,
  // Jest leaves one core free by default, which on two is half the machine; and suites of services wait a fifth of their
  // time for the store, so three share two cores.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Each suite leaves something behind in its process, and a heap of gigabytes is swept for longer than tests take.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/deploy/run/local/jest-sequencer.mjs',
  reporters: ['default', '<rootDir>/deploy/run/local/jest-late-suites.mjs'],
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: '<rootDir>/deploy/run/local/jest-environment.mjs',
      transform: swc(false),
      setupFilesAfterEnv: [setup, '<rootDir>/deploy/run/local/jest-properties.mjs'],
      // Rules of web are pure functions that need no page.
      testMatch: [
        '<rootDir>/{contracts,services,gateway,deploy}/**/*.test.ts',
        '<rootDir>/web/src/**/*.rules.test.ts',
      ],
      resolver: await resolverOfServices(),
    },
    {
      ...shared,
      displayName: 'web',
      testEnvironment: '<rootDir>/deploy/run/local/jest-window.mjs',
      transform: swc(true),
      testMatch: ['<rootDir>/web/src/**/!(*.rules).test.{ts,tsx}'],
      setupFilesAfterEnv: [setup, '<rootDir>/web/src/test/setup.ts'],
      moduleNameMapper: {
        '\\.css$': '<rootDir>/web/src/test/style-stub.ts',
        ...workspaces,
      },
      resolver: await resolverOfWeb(),
    },
  ],
};
