import { StoreError } from '../values/errors.js';

/** The error that an attempt is refused with; fails where it is not refused in MongoDB's words. */
export function refusalOf(attempt: () => unknown): StoreError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}
