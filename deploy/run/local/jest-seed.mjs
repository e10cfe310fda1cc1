import { relative } from 'node:path';
import { expect, jest } from '@jest/globals';

// Names, numbers and ids of a test file come from the run's seed and the file, so that a failure can be had again.
process.env.TEST_SEED = `${jest.getSeed()} ${relative(process.cwd(), expect.getState().testPath)}`;
