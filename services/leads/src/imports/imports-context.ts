import type { Connection, Model } from 'mongoose';
import type { Clock } from '@crm/platform/clock.js';
import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import type { Logger } from '@crm/platform/log/logger.js';
import { fileStore, type FileStore } from '@crm/platform/mongo/file-store.js';
import { importModel, refusedRowModel, type ImportDoc, type RefusedRowDoc } from './import.model.js';
import type { LeadsClient } from './leads-client.js';

/** What the imports need of the service around them. */
export interface ImportsContext {
  imports: Model<ImportDoc>;
  refusedRows: Model<RefusedRowDoc>;
  /** Uploaded files, until their import is through. */
  files: FileStore;
  dataKeys: DataKeys;
  leads: LeadsClient;
  clock: Clock;
  log: Logger;
  maxBytes: number;
  /** Told of every batch that is committed. */
  countRows(rows: Pick<ImportDoc, 'saved' | 'refused' | 'duplicates'>): void;
}

/** Makes the models and the file store of imports on the service's own connection. */
export function createImportsContext(
  connection: Connection,
  around: Pick<ImportsContext, 'leads' | 'dataKeys' | 'clock' | 'log' | 'maxBytes' | 'countRows'>,
): ImportsContext {
  return {
    ...around,
    imports: importModel(connection),
    refusedRows: refusedRowModel(connection),
    files: fileStore(connection, 'uploads'),
  };
}
