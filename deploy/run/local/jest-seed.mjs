import { relative } from 'node:path';
import { expect, jest } from '@jest/globals';

// A test file's random data is seeded by the run's seed and the file, so that failures are reproducible.
process.env.TEST_SEED = `${jest.getSeed()} ${relative(process.cwd(), expect.getState().testPath)}`;
