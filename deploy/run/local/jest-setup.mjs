import { relative } from 'node:path';
import { expect, jest } from '@jest/globals';

const { testPath } = expect.getState();

// A test file's random data is seeded by the run's seed and the file, so that failures are reproducible.
process.env.TEST_SEED = `${jest.getSeed()} ${relative(process.cwd(), testPath)}`;

// These suites share a broker that one of them restarts, and each `rabbitmqctl` boots an Erlang VM: on a busy machine a
// hook with a dozen of them takes minutes.
if (testPath.endsWith('.infra.test.ts')) jest.setTimeout(600_000);
