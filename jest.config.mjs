import { availableParallelism } from 'node:os';
import { sharedByServices, sharedByWeb } from './deploy/run/local/jest-packages.mjs';

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
  '^@crm/contracts/(.*)\\.js$': '<rootDir>/contracts/src/$1',
  '^@crm/platform/(.*)\\.js$': '<rootDir>/services/platform/src/$1',
  '^@crm/domain/(.*)\\.js$': '<rootDir>/services/domain/src/$1',
  '^@crm/auth/(.*)\\.js$': '<rootDir>/services/auth/src/$1',
  '^@crm/leads/(.*)\\.js$': '<rootDir>/services/leads/src/$1',
  '^@crm/telephony/(.*)\\.js$': '<rootDir>/services/telephony/src/$1',
  '^@crm/messaging/(.*)\\.js$': '<rootDir>/services/messaging/src/$1',
  '^@crm/stats/(.*)\\.js$': '<rootDir>/services/stats/src/$1',
  '^@crm/followups/(.*)\\.js$': '<rootDir>/services/followups/src/$1',
  '^@crm/carrier-sim/(.*)\\.js$': '<rootDir>/deploy/run/carrier-sim/src/$1',
  '^@crm/gateway/(.*)\\.js$': '<rootDir>/gateway/src/$1',
  '^@crm/embedded-store/(.*)\\.js$': '<rootDir>/deploy/run/embedded-store/src/$1',
  '^@crm/local/(.*)\\.js$': '<rootDir>/deploy/run/local/src/$1',
  '^@crm/faults/(.*)\\.js$': '<rootDir>/deploy/checks/faults/src/$1',
  '^@crm/backup/(.*)\\.js$': '<rootDir>/deploy/operate/backup/src/$1',
  '^@crm/seed/(.*)\\.js$': '<rootDir>/deploy/run/seed/src/$1',
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
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: '<rootDir>/deploy/run/local/jest-environment.mjs',
      transform: swc(false),
      setupFilesAfterEnv: [setup],
      // Rules of web are pure functions that need no page.
      testMatch: [
        '<rootDir>/{contracts,services,gateway,deploy}/**/*.test.ts',
        '<rootDir>/web/src/**/*.rules.test.ts',
      ],
      moduleNameMapper: { ...workspaces, ...(await sharedByServices()) },
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
        ...(await sharedByWeb()),
      },
    },
  ],
};
