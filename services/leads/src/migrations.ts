import type { Connection } from 'mongoose';
import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import { beforeRollOut } from '@crm/platform/encryption/seal-store.js';
import { sealingMigration, type AlsoChanged } from '@crm/platform/encryption/seal-stored.js';
import type { Migration } from '@crm/platform/migrations/migration.js';
import type { StoreMigrations } from '@crm/platform/service/build-indexes.js';
import { birthDateKey } from './lead/list-keys.rules.js';
import { decisionLifetimeMigration } from './retention/decision-lifetime-migration.js';
import { sealedCollections, sealedLeads } from './sealing/sealed-collections.js';

/** The lists sorted by the whole birth date before. */
const coarseBirthDate: AlsoChanged = {
  birth_date: (value) => ({ 'list.birth_date': birthDateKey(String(value)) }),
};

/** What the service's releases changed of what it stores, the oldest first. */
export const leadsMigrations = (parts: () => { connection: Connection; keys: DataKeys }): Migration[] => [
  decisionLifetimeMigration(() => parts().connection),
  ...sealedCollections.map((spec) =>
    sealingMigration(parts, spec, {
      version: 1,
      also: spec === sealedLeads ? coarseBirthDate : undefined,
    }),
  ),
];

/** The same before a roll-out. */
export const storeMigrations: StoreMigrations = (connection) =>
  leadsMigrations(() => beforeRollOut(connection));
