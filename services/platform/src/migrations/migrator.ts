import { performance } from 'node:perf_hooks';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { SchemaProgress } from '@crm/contracts/http/system.js';
import type { Clock } from '../clock.js';
import type { Job } from '../jobs/job-scheduler.js';
import { hasOlderProcess } from '../jobs/present-processes.js';
import type { Logger } from '../log/logger.js';
import { rawCollection } from '../mongo/raw-collection.js';
import { knownVersions, passesOf, type Migration } from './migration.js';
import { migrationStates, type MigrationDoc } from './migration-state.js';
import { requireReadable, schemaVersions } from './schema-versions.js';

/** Between two looks at a migration that another process is at. */
const busyMs = 1_000;
/** Between two looks at whether processes of an older release are still there. */
const olderMs = 5_000;
/** A batch is followed by a pause as long as it took, so that the store has as much time for the service's own work. */
const longestPauseMs = 2_000;

export interface Migrator {
  /** Throws `StoreIsNewer` where the store holds what this release cannot read. Call it before anything is written. */
  requireReadable(): Promise<void>;
  /** Does what the new release needs to begin; waits while another process does it. Throws what a batch throws. */
  runBefore(): Promise<void>;
  /** Does the rest beside the service's work, once no process of an older release is left. */
  job(): Job;
  /** How the collections are that have migrations. */
  progress(): Promise<SchemaProgress[]>;
}

export interface MigratorOptions {
  service: string;
  connection: Connection;
  clock: Clock;
  log: Logger;
  migrations: readonly Migration[];
  pause?: (ms: number) => Promise<unknown>;
}

const stateOf = (doc: MigrationDoc | undefined): SchemaProgress['state'] => {
  if (doc?.done === true) return 'done';
  if (doc?.failure !== undefined) return 'failed';
  return doc?.startedAt === undefined && doc?.after === undefined ? 'pending' : 'running';
};

/**
 * Runs a service's migrations: each once in a store, in their order, in batches, by one process at a time. How far each came
 * is stored with every batch: a process that is killed is taken over from within half a minute.
 */
export function createMigrator({
  service,
  connection,
  clock,
  log,
  migrations,
  pause = (ms) => pauseFor(ms),
}: MigratorOptions): Migrator {
  const states = migrationStates(connection, clock);
  const versions = schemaVersions(connection);
  const passes = passesOf(migrations);
  const release = migrations.length;

  async function begin(migration: Migration): Promise<void> {
    const { id, collection, version, runs } = migration;
    const total = await rawCollection(connection, collection).estimatedDocumentCount();
    await versions.begin(migration);
    await states.begun(migration, total);
    if (total > 0) log.info({ migration: id, collection, version, runs, total }, 'migration started');
  }

  /** Does one batch. `busy`: another process is at it. */
  async function step(migration: Migration): Promise<'done' | 'more' | 'busy'> {
    const claimed = await states.claim(migration);
    if (claimed === undefined) return (await states.find(migration.id))?.done === true ? 'done' : 'busy';
    try {
      if (claimed.startedAt === undefined) await begin(migration);
      const batch = await migration.next(claimed.after);
      // The version first: killed between the two, the last batch is done again.
      if (!batch.isMore) await versions.end(migration);
      if (!(await states.saved(migration, batch))) return 'busy';
      if (batch.isMore) return 'more';
    } catch (error) {
      await states.failed(migration, error);
      throw error;
    }
    const { documents = 0, total = 0 } = (await states.find(migration.id)) ?? {};
    if (total > 0) log.info({ migration: migration.id, documents }, 'migration finished');
    return 'done';
  }

  /** A batch with the pause behind it. */
  async function pacedStep(migration: Migration) {
    const from = performance.now();
    const outcome = await step(migration);
    if (outcome === 'more') await pause(Math.min(longestPauseMs, performance.now() - from));
    return outcome;
  }

  async function openOf(these: readonly Migration[]): Promise<Migration[]> {
    if (these.length === 0) return [];
    const docs = await states.list(these.map(({ id }) => id));
    const done = new Set(docs.filter((doc) => doc.done === true).map(({ _id }) => _id));
    return these.filter(({ id }) => !done.has(id));
  }

  function job(): Job {
    let open: readonly Migration[] | undefined;
    const first = async () => {
      if (open?.length !== 0) open = await openOf(passes.after);
      return open[0];
    };
    return {
      name: 'migrations',
      nextDueAt: async () => {
        if ((await first()) === undefined) return null;
        const isToWait = await hasOlderProcess(connection, clock, release);
        return new Date(clock.now().getTime() + (isToWait ? olderMs : 0));
      },
      run: async () => {
        const migration = await first();
        return migration !== undefined && (await pacedStep(migration)) !== 'busy';
      },
    };
  }

  return {
    requireReadable: () => requireReadable(service, connection, migrations),
    runBefore: async () => {
      for (const migration of await openOf(passes.before)) {
        for (;;) {
          const outcome = await pacedStep(migration);
          if (outcome === 'done') break;
          if (outcome === 'busy') await pause(busyMs);
        }
      }
    },
    job,
    progress: async () => {
      const all = [...passes.before, ...passes.after];
      if (all.length === 0) return [];
      const [docs, stored] = await Promise.all([states.list(all.map(({ id }) => id)), versions.all()]);
      return [...knownVersions(migrations)].map(([collection, known]) => {
        const own = all.filter((each) => each.collection === collection);
        const docOf = ({ id }: Migration) => docs.find(({ _id }) => _id === id);
        const current = own.find((each) => docOf(each)?.done !== true) ?? own.at(-1);
        const doc = current && docOf(current);
        return {
          collection,
          version: Math.max(
            stored.find(({ _id }) => _id === collection)?.version ?? 0,
            // What ran in releases that stored no schema versions.
            ...own.filter((each) => docOf(each)?.done === true).map((each) => each.version),
          ),
          known,
          migration: current?.id ?? '',
          state: stateOf(doc),
          documents: doc?.documents ?? 0,
          total: doc?.total ?? 0,
          failure: doc?.failure ?? null,
        };
      });
    },
  };
}
