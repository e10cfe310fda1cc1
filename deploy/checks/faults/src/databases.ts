import type { Db, MongoClient } from 'mongodb';
import { databaseAt } from '@crm/local/environments.js';

/** The database that a service of this name has. */
export type Databases = (service: string) => Db;

/** The databases of the services whose store answers at `storeUri`, as whoever started them names them. */
export const databasesOf =
  (store: MongoClient, storeUri: string): Databases =>
  (service) =>
    store.db(new URL(databaseAt(storeUri, service)).pathname.slice(1));
