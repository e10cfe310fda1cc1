/** Cursors: results fetched in batches, each cursor from the snapshot taken when it was opened. */
import { Raw, copyDocument } from './values/bson.js';
import { StoreError } from './values/errors.js';
import { PAUSE, type Turns } from './turns.js';

const FIRST_BATCH = 101;
const BATCH_BYTES = 16 * 1024 * 1024;
const IDLE_MS = 10 * 60_000;
/** A cursor opened with `noCursorTimeout` lives as long as a session that is not refreshed. */
const SESSION_MS = 30 * 60_000;

export interface Cursor {
  id: bigint;
  namespace: string;
  /** Documents as BSON, each valid until the next one is requested. */
  documents: IterableIterator<Buffer | typeof PAUSE>;
  /** Releases the snapshot that the documents are read from. */
  close(): void;
  /** Shared by all batches, so that `maxTimeMS` covers the whole cursor. */
  turns: Turns;
  isLasting: boolean;
  usedAt: number;
  busy: boolean;
  /** Closed or killed, possibly while a batch is being fetched. */
  ended: boolean;
  batchSize: number | undefined;
  /** How many documents are left before its limit. */
  left: number;
}

export type Source = Pick<Cursor, 'namespace' | 'documents' | 'close' | 'batchSize'> & {
  /** The cursor is exhausted after this many documents, without searching for another one. */
  limit?: number;
  isLasting?: boolean;
};

/** What is left unread holds its snapshot, and with it all that was written since, until its reading is ended. */
function release(cursor: Cursor): void {
  cursor.documents.return?.();
  cursor.close();
}

export class Cursors {
  private readonly open = new Map<bigint, Cursor>();
  private lastId = BigInt(Date.now()) * 4096n;

  get size(): number {
    return this.open.size;
  }

  /** The first batch, and the cursor's id, or 0 if it is exhausted. */
  async start(source: Source, turns: Turns, keep: boolean): Promise<{ id: bigint; batch: Raw[] }> {
    const cursor: Cursor = {
      ...source,
      turns,
      isLasting: source.isLasting ?? false,
      id: ++this.lastId,
      usedAt: Date.now(),
      busy: true,
      ended: false,
      left: source.limit ?? Infinity,
    };
    const { batch, done } = await this.pull(cursor, source.batchSize ?? FIRST_BATCH);
    if (done || !keep) {
      release(cursor);
      return { id: 0n, batch };
    }
    this.open.set(cursor.id, cursor);
    cursor.busy = false;
    turns.rest();
    return { id: cursor.id, batch };
  }

  async more(
    id: bigint,
    namespace: string,
    batchSize: number | undefined,
  ): Promise<{ id: bigint; batch: Raw[] }> {
    const cursor = this.open.get(id);
    if (!cursor) throw new StoreError('CursorNotFound', `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw new StoreError(
        'Unauthorized',
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    if (cursor.busy) throw new StoreError('CursorInUse', `cursor id ${id} is already in use`);
    cursor.busy = true;
    cursor.turns.resume();
    try {
      cursor.turns.check();
      const { batch, done } = await this.pull(cursor, batchSize ?? Infinity);
      if (done) this.end(cursor);
      return { id: done ? 0n : id, batch };
    } catch (error) {
      this.end(cursor);
      throw error;
    } finally {
      cursor.busy = false;
      cursor.turns.rest();
      cursor.usedAt = Date.now();
    }
  }

  kill(id: bigint): boolean {
    const cursor = this.open.get(id);
    if (!cursor) return false;
    this.end(cursor);
    return true;
  }

  /** Closes all cursors, or those whose idle timeout has passed. */
  closeAll(which: 'all' | 'idle'): void {
    for (const cursor of this.open.values()) {
      const most = cursor.isLasting ? SESSION_MS : IDLE_MS;
      if (which === 'all' || (!cursor.busy && Date.now() - cursor.usedAt > most)) this.end(cursor);
    }
  }

  private end(cursor: Cursor): void {
    if (!this.open.delete(cursor.id)) return;
    cursor.ended = true;
    release(cursor);
  }

  private async pull(cursor: Cursor, size: number): Promise<{ batch: Raw[]; done: boolean }> {
    const batch: Raw[] = [];
    let bytes = 0;
    try {
      while (batch.length < size && bytes < BATCH_BYTES) {
        const next = cursor.documents.next();
        if (next.done === true) return { batch, done: true };
        if (next.value === PAUSE) {
          await cursor.turns.pause();
          if (cursor.ended) throw new StoreError('CursorKilled', `cursor id ${cursor.id} was killed`);
        } else {
          const document = copyDocument(next.value);
          batch.push(new Raw(document));
          bytes += document.length;
          if (--cursor.left === 0) return { batch, done: true };
        }
      }
      return { batch, done: false };
    } catch (error) {
      // One that is open, or was killed meanwhile, is released by whoever ends it.
      if (!cursor.ended && !this.open.has(cursor.id)) release(cursor);
      throw error;
    }
  }
}
