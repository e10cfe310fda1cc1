/**
 * Classifies the error of a failed transaction: a full disk is recoverable and reads continue; after any other disk
 * error nothing that this process has cached of the file can be trusted.
 */
import { statfsSync } from 'node:fs';
import { constants } from 'node:os';
import { isNativeError } from 'node:util/types';
import { StoreError } from '../values/errors.js';

/** A disk error: the store must stop; every acknowledged write is there when it is opened again. */
export class DiskFailure extends Error {
  constructor(path: string, cause: Error) {
    super(
      `The store in ${path} stops: its disk failed (${cause.message}). It opens again with all that it acknowledged.`,
      {
        cause,
      },
    );
    this.name = 'DiskFailure';
  }
}

const MAP_FULL = -30792;
/** MDB_TXN_FULL and MDB_BAD_VALSIZE: a transaction too large, or an invalid argument; the file is intact. */
const HARMLESS = [-30788, -30781];
const { ENOSPC, EDQUOT, EIO } = constants.errno;
const LITTLE_ROOM = 1024 * 1024;

/** The error code of LMDB or of the operating system. */
function numberOf(error: Error): number | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'number' ? code : undefined;
}

/** Free bytes for this user on the file system of a directory; undefined if the system does not report it. */
export function roomAt(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/**
 * Classifies the error of a failed transaction. `room` returns the free disk space and is called only if the error is
 * ambiguous: LMDB reports every short write as EIO, whether or not the disk is full.
 */
export function judge(
  error: unknown,
  path: string,
  room: () => number | undefined,
): StoreError | DiskFailure {
  if (error instanceof StoreError || error instanceof DiskFailure) return error;
  const failure = isNativeError(error) ? error : new Error(String(error));
  const number = numberOf(failure);
  const full = () => new StoreError('OutOfDiskSpace', `The disk is full: ${failure.message}`);
  if (number === ENOSPC || number === EDQUOT || number === MAP_FULL) return full();
  if (number === EIO && (room() ?? Infinity) < LITTLE_ROOM) return full();
  if (number === undefined || HARMLESS.includes(number))
    return new StoreError('InternalError', failure.message);
  return new DiskFailure(path, failure);
}
