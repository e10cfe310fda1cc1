import { constants } from 'node:os';
import { StoreError } from '../values/errors.js';
import { DiskFailure, judge } from './failure.js';

const { EIO, ENOSPC, EDQUOT, EFBIG } = constants.errno;
const gigabytes = 70 * 1024 ** 3;

/** An error as LMDB throws it: a message and a numeric code. */
const numbered = (code: number, message: string) => Object.assign(new Error(message), { code });

const judged = (error: unknown, room: number | undefined = gigabytes) => judge(error, '/data', () => room);

describe('a transaction that failed', () => {
  test.each([
    ['no space left', numbered(ENOSPC, 'No space left on device'), gigabytes],
    ['a used-up quota', numbered(EDQUOT, 'Disk quota exceeded'), gigabytes],
    ['a full map', numbered(-30792, 'MDB_MAP_FULL: Environment mapsize limit reached'), gigabytes],
    ['a write cut short with no room left', numbered(EIO, 'Input/output error'), 4096],
  ])('because of %s means a full disk', (_, error, room) => {
    expect(judged(error, room)).toMatchObject({ code: 14031, message: `The disk is full: ${error.message}` });
  });

  test.each([
    ['an input/output error with room left', numbered(EIO, 'Input/output error'), gigabytes],
    ['an input/output error where the room is not known', numbered(EIO, 'Input/output error'), undefined],
    ['a file as large as it may be', numbered(EFBIG, 'File too large'), gigabytes],
    ['a page that is not there', numbered(-30797, 'MDB_PAGE_NOTFOUND: Requested page not found'), gigabytes],
  ])('because of %s is a disk failure with the original message', (_, error, room) => {
    const failure = judge(error, '/data', () => room);
    expect(failure).toBeInstanceOf(DiskFailure);
    expect(failure.message).toBe(
      `The store in /data stops: its disk failed (${error.message}). It opens again with all that it acknowledged.`,
    );
  });

  it('because of a bug or its size is an internal error, not a disk failure', () => {
    for (const error of [new TypeError('x is not a function'), numbered(-30788, 'MDB_TXN_FULL')]) {
      expect(judged(error)).toMatchObject({ code: 1, message: error.message });
    }
  });

  it('because of a StoreError or DiskFailure keeps that error', () => {
    const refusal = new StoreError('DuplicateKey', 'E11000');
    expect(judged(refusal)).toBe(refusal);
  });
});
