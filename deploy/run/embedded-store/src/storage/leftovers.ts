/** Garbage collection of dropped collections and indexes: purged in batches of keys, resumed after a restart. */
import type { Commits } from './commits.js';
import { metaKey, type Files } from './files.js';

const PURGE_KEYS = 2000;

type Left = 'documents' | 'keys' | 'unique';

export class Leftovers {
  private purging = false;
  /** Ids of the indexes being built: recorded as garbage so that a crash leaves no orphaned keys, but not purged yet. */
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

  /** Records as garbage, but does not purge until `keep` or `giveUp` decides. Inside a write. */
  spare(place: Left, id: number): void {
    this.spared.add(id);
    void this.files.meta.put(metaKey('g', id), Buffer.from(place));
  }

  /** The spared index is complete, so its keys are not garbage. Inside a write. */
  keep(id: number): void {
    this.spared.delete(id);
    void this.files.meta.remove(metaKey('g', id));
  }

  giveUp(id: number): void {
    this.spared.delete(id);
    this.purgeSoon();
  }

  /** Clears the set of indexes being built, after a transaction was rolled back. */
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
