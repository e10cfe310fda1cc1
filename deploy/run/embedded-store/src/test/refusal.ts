import { StoreError } from '../values/errors.js';

/** The StoreError that a function throws; fails the test if it throws none. */
export function refusalOf(attempt: () => unknown): StoreError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}
