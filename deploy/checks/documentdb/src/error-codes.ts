import { ERROR_CODES } from '@crm/embedded-store/values/errors.js';

/** MongoDB's `WriteConflict`, which the embedded store never answers. */
const writeConflict = 112;

/** PostgreSQL's own states that a MongoDB client acts upon. */
const ownStates: Readonly<Record<string, number>> = {
  // unique_violation, and exclusion_violation: DocumentDB keeps values unique by either
  '23505': ERROR_CODES.DuplicateKey,
  '23P01': ERROR_CODES.DuplicateKey,
  // serialization_failure and deadlock_detected
  '40001': writeConflict,
  '40P01': writeConflict,
};

/** DocumentDB numbers its errors; these are the ones that the product tells apart, with MongoDB's code of each. */
const numbered: Readonly<Record<number, number>> = {
  1: ERROR_CODES.BadValue,
  3: ERROR_CODES.FailedToParse,
  4: ERROR_CODES.TypeMismatch,
  8: ERROR_CODES.NamespaceNotFound,
  9: ERROR_CODES.IndexNotFound,
  14: ERROR_CODES.CursorNotFound,
  15: ERROR_CODES.NamespaceExists,
  22: ERROR_CODES.ImmutableField,
  27: ERROR_CODES.IndexOptionsConflict,
  28: ERROR_CODES.IndexKeySpecsConflict,
  47: ERROR_CODES.BSONObjectTooLarge,
  48: ERROR_CODES.DuplicateKey,
  541: writeConflict,
};

/**
 * MongoDB's code of an error that PostgreSQL told by its SQLSTATE: DocumentDB's are an M and their number in base 36.
 * Undefined for any other: a client cannot act upon it.
 */
export function codeOfState(state: string): number | undefined {
  return (
    ownStates[state] ?? (/^M[0-9A-Z]{4}$/.test(state) ? numbered[parseInt(state.slice(1), 36)] : undefined)
  );
}

/** The SQLSTATE of a number as which PostgreSQL keeps it in memory: five characters of six bits, the first one lowest. */
export const stateOfNumber = (packed: number): string =>
  Array.from({ length: 5 }, (_, index) =>
    String.fromCharCode('0'.charCodeAt(0) + ((packed >> (6 * index)) & 0x3f)),
  ).join('');
