/** What dropped collections and indexes left behind: cleared away a few thousand keys at a time, also after a restart. */
import type { Commits } from './commits.js';
import { metaKey, type Files } from './files.js';

const PURGE_KEYS = 2000;

type Left = 'documents' | 'keys' | 'unique';

export class Leftovers {
  private purging = false;
  /** Numbers of the indexes that are being built: should their process die, what they have is left behind. */
  private readonly spared = new Set<number>();

  constructor(
    private readonly files: Pick<Files, 'meta' | 'documents' | 'keys' | 'unique'>,
    private readonly commits: Commits,
  ) {}

  /** Inside a write. */
  leave(place: Left, id: number): void {
    void this.files.meta.put(metaKey('g', id), Buffer.from(place));
    this.purgeSoon();
  }

  /** Counts as left behind, and is not cleared away until it is kept or given up. Inside a write. */
  spare(place: Left, id: number): void {
    this.spared.add(id);
    void this.files.meta.put(metaKey('g', id), Buffer.from(place));
  }

  /** What was spared is complete, and no leftover. Inside a write. */
  keep(id: number): void {
    this.spared.delete(id);
    void this.files.meta.remove(metaKey('g', id));
  }

  giveUp(id: number): void {
    this.spared.delete(id);
    this.purgeSoon();
  }

  /** Nothing is being built any more, as after a transaction that was undone. */
  forget(): void {
    this.spared.clear();
  }

  purgeSoon(): void {
    if (this.purging) return;
    this.purging = true;
    const step = (): void => {
      if (this.commits.closed) return;
      void this.commits
        .write(() => this.purgeSome())
        .then(
          (more) => {
            if (more) setImmediate(step).unref();
            else this.purging = false;
          },
          () => {
            this.purging = false;
          },
        );
    };
    setImmediate(step).unref();
  }

  private purgeSome(): boolean {
    const { meta } = this.files;
    for (const { key, value } of meta.getRange({ start: Buffer.from('g'), end: Buffer.from('h') })) {
      const id = key.readUInt32BE(1);
      if (this.spared.has(id)) continue;
      const place = this.files[value.toString() as Left];
      const end = Buffer.alloc(4);
      end.writeUInt32BE(id + 1);
      const keys = [...place.getKeys({ start: key.subarray(1), end, limit: PURGE_KEYS })];
      for (const one of keys) void place.remove(one);
      if (keys.length < PURGE_KEYS) void meta.remove(key);
      return true;
    }
    return false;
  }
}
