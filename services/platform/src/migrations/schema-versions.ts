import type { Connection } from 'mongoose';
import { z } from 'zod';
import { knownVersions, type Migration } from './migration.js';

const collectionName = 'schemaversions';

/** What a collection's documents look like, by the migrations that ran. */
const schemaVersion = z.object({
  /** The collection. */
  _id: z.string(),
  version: z.int().min(0).default(0),
  /** The lowest version that a release has to know to read it. */
  readableFrom: z.int().min(0).default(0),
});
export type SchemaVersion = z.infer<typeof schemaVersion>;

/** The store holds data of a newer release; `message` is one sentence for whoever started this one. */
export class StoreIsNewer extends Error {
  constructor({ service, newer, known }: { service: string; newer: SchemaVersion; known: number }) {
    super(
      `The ${service} service cannot start: the collection ${newer._id} was migrated to schema version ${String(newer.readableFrom)} by a newer release and this one knows version ${String(known)}, so start the newer release again or restore a backup from before it.`,
    );
    this.name = 'StoreIsNewer';
  }
}

export interface SchemaVersions {
  all(): Promise<SchemaVersion[]>;
  /** A migration is about to write what releases without it cannot read. */
  begin(migration: Migration): Promise<void>;
  end(migration: Migration): Promise<void>;
}

/** The schema versions of one service's store. */
export function schemaVersions(connection: Connection): SchemaVersions {
  const stored = () => connection.collection<SchemaVersion>(collectionName);
  const raise = async ({ collection }: Migration, versions: Partial<SchemaVersion>) => {
    await stored().updateOne({ _id: collection }, { $max: versions }, { upsert: true });
  };
  return {
    all: async () => schemaVersion.array().parse(await stored().find().sort({ _id: 1 }).toArray()),
    begin: async (migration) => {
      if (migration.runs === 'after') await raise(migration, { readableFrom: migration.version });
    },
    end: (migration) => raise(migration, { version: migration.version }),
  };
}

/** Throws `StoreIsNewer` where a migration that this release does not know wrote what it cannot read. */
export async function requireReadable(
  service: string,
  connection: Connection,
  migrations: readonly Migration[],
): Promise<void> {
  const versions = knownVersions(migrations);
  for (const newer of await schemaVersions(connection).all()) {
    const known = versions.get(newer._id) ?? 0;
    if (newer.readableFrom > known) throw new StoreIsNewer({ service, newer, known });
  }
}
