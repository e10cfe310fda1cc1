/**
 * What a failed transaction says of the disk: full, which passes when room is made and lets reads go on, or broken, after
 * which nothing that this process keeps of the file can be trusted.
 */
import { statfsSync } from 'node:fs';
import { constants } from 'node:os';
import { isNativeError } from 'node:util/types';
import { StoreError } from '../values/errors.js';

/** The disk failed under the store: it stops, and opens again with all that it acknowledged. */
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
/** A transaction too large for LMDB, or an argument it refuses: the file is as good as before. */
const HARMLESS = [-30788, -30781];
const { ENOSPC, EDQUOT, EIO } = constants.errno;
const LITTLE_ROOM = 1024 * 1024;

/** What LMDB and the system number their errors by. */
function numberOf(error: Error): number | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'number' ? code : undefined;
}

/** Bytes left for this user on the disk of a directory; `undefined` where the system does not say. */
export function roomAt(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/**
 * Judges why a transaction failed. `room` answers the bytes left on the disk and is asked only where the error leaves it
 * open: LMDB calls a write that was cut short an input/output error, for want of room or not.
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
