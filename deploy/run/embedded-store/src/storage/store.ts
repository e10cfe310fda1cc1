/** The storage engine: collections and their indexes in LMDB, assembled from its parts. */
import { Catalog } from './catalog.js';
import { Commits } from './commits.js';
import { Documents } from './documents.js';
import type { DiskFailure } from './failure.js';
import { openFiles, type Files, type StoreOptions } from './files.js';
import { IndexKeys } from './index-keys.js';
import { Leftovers } from './leftovers.js';
import { Reads } from './reads.js';

export class Store {
  /** The collections and their indexes. */
  readonly catalog: Catalog;
  readonly reads: Reads;
  readonly documents: Documents;
  readonly indexKeys: IndexKeys;
  private readonly commits: Commits;

  private constructor(private readonly files: Files) {
    const commits = new Commits(files, {
      ending: () => {
        this.catalog.saveCounters();
      },
      settled: () => {
        this.catalog.settle();
      },
      undone: () => {
        leftovers.forget();
        this.catalog.load();
      },
    });
    const leftovers = new Leftovers(files, commits);
    const catalog = new Catalog(files, leftovers);
    const reads = new Reads(files, commits);
    const documents = new Documents(files, catalog, reads);
    this.commits = commits;
    this.catalog = catalog;
    this.reads = reads;
    this.documents = documents;
    this.indexKeys = new IndexKeys({ files, catalog, reads, documents, leftovers, commits });
    catalog.load();
    leftovers.purgeSoon();
  }

  /** Opens the directory, creating it if it does not exist. Throws DirectoryTaken, TornFile, or a file system error. */
  static open(options: StoreOptions): Promise<Store> {
    return openFiles(options, (files) => new Store(files));
  }

  /** Resolves when the disk fails and the store rejects all further writes (otherwise stays pending). */
  get failed(): Promise<DiskFailure> {
    return this.commits.failed;
  }

  /** Runs `work` in the next transaction; resolves with its result once that is durable. Rejects with what it throws. */
  write<T>(work: () => T): Promise<T> {
    return this.commits.write(work);
  }

  async close(): Promise<void> {
    await this.commits.close();
    await this.files.close();
  }
}
