import { jest } from '@jest/globals';
import fc from 'fast-check';

// Properties draw their cases by the run's seed, so that failures are reproducible.
fc.configureGlobal({ seed: jest.getSeed() });
