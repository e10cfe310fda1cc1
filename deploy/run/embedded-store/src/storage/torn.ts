/**
 * Detects a truncated data file. LMDB maps the file into memory: reading beyond its end would kill the process with
 * SIGBUS, without an error message, so a truncated file (an unfinished copy, a file system that lost its end) has to be
 * detected before LMDB opens it.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** The data file is truncated. */
export class TornFile extends Error {
  constructor(readonly file: string) {
    super(`The data file ${file} is torn: it ends before the data it names. Restore it from a backup.`);
    this.name = 'TornFile';
  }
}

// LMDB's file layout: two meta pages with the roots, of which the newer one counts, then B-tree pages.
const MAGIC = 0xbeefc0de;
const HEADER = 24;
const NO_PAGE = 2n ** 64n - 1n;
const ROOTS = [64, 112];
const LAST_PAGE = 120;
const TRANSACTION = 128;
const BRANCH = 1;
const LEAF = 2;
const NODE_HEADER = 8;
const BIG = 1;
const TREE = 2;
const ROOT_IN_TREE = 40;

interface File {
  descriptor: number;
  pages: number;
  pageBytes: number;
}

function page(file: File, number: number): Buffer {
  const bytes = Buffer.alloc(file.pageBytes);
  readSync(file.descriptor, bytes, 0, file.pageBytes, number * file.pageBytes);
  return bytes;
}

/** The newer of the two meta pages, or undefined if either is not LMDB's. */
function head(file: File): Buffer | undefined {
  const [first, second] = [page(file, 0), page(file, 1)].map((bytes) => bytes.subarray(HEADER)) as [
    Buffer,
    Buffer,
  ];
  if (first.readUInt32LE(0) !== MAGIC || second.readUInt32LE(0) !== MAGIC) return undefined;
  return first.readBigUInt64LE(TRANSACTION) > second.readBigUInt64LE(TRANSACTION) ? first : second;
}

/** Whether a page and all pages reachable from it are within the file. */
function whole(file: File, number: bigint): boolean {
  if (number === NO_PAGE) return true;
  if (number >= BigInt(file.pages)) return false;
  const bytes = page(file, Number(number));
  const flags = bytes.readUInt16LE(18);
  // Offsets in a page are relative to the end of its header.
  const nodes = bytes.readUInt16LE(20) >> 1;
  for (let i = 0; i < nodes; i++) {
    const node = HEADER + bytes.readUInt16LE(HEADER + i * 2);
    const size = bytes.readUInt32LE(node);
    const nodeFlags = bytes.readUInt16LE(node + 4);
    const data = node + NODE_HEADER + bytes.readUInt16LE(node + 6);
    if (flags & BRANCH) {
      if (!whole(file, BigInt(size) + (BigInt(nodeFlags) << 32n))) return false;
    } else if (flags & LEAF && nodeFlags & BIG) {
      const pages = Math.ceil((HEADER + size) / file.pageBytes);
      if (bytes.readBigUInt64LE(data) + BigInt(pages) > BigInt(file.pages)) return false;
    } else if (flags & LEAF && nodeFlags & TREE) {
      if (!whole(file, bytes.readBigUInt64LE(data + ROOT_IN_TREE))) return false;
    }
  }
  return true;
}

/** Throws TornFile if the data file of a directory is truncated. */
export function checkWhole(directory: string): void {
  const name = join(directory, 'data.mdb');
  let descriptor: number;
  try {
    descriptor = openSync(name, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    const { size } = fstatSync(descriptor);
    if (size === 0) return;
    const start = Buffer.alloc(HEADER + 28);
    readSync(descriptor, start, 0, start.length, 0);
    const pageBytes = start.readUInt32LE(HEADER) === MAGIC ? start.readUInt32LE(HEADER + 24) : 0;
    if (pageBytes < 512 || size < pageBytes * 2) throw new TornFile(name);
    const file = { descriptor, pageBytes, pages: Math.floor(size / pageBytes) };
    const current = head(file);
    if (!current) throw new TornFile(name);
    // Freed pages at the end may never have been written: a file without them is short but not torn.
    if (current.readBigUInt64LE(LAST_PAGE) < BigInt(file.pages)) return;
    if (!ROOTS.every((place) => whole(file, current.readBigUInt64LE(place)))) throw new TornFile(name);
  } finally {
    closeSync(descriptor);
  }
}
