import type { Db, MongoClient } from 'mongodb';
import { databaseAt } from '@crm/local/environments.js';

/** The database of the service with this name. */
export type Databases = (service: string) => Db;

/** The databases of the services at `storeUri`, with the launcher's names. */
export const databasesOf =
  (store: MongoClient, storeUri: string): Databases =>
  (service) =>
    store.db(new URL(databaseAt(storeUri, service)).pathname.slice(1));
