import type { Db, MongoClient } from 'mongodb';
import { serviceNames, type ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import { databaseAt } from '@crm/local/environments.js';
import { dataKeyCollection } from '@crm/platform/encryption/data-keys.js';

/** The database of each service on a server; the path of `uri` is the prefix of their names. */
export function databasesOf(client: MongoClient, uri: string): { service: ServiceName; db: Db }[] {
  return serviceNames.map((service) => ({
    service,
    db: client.db(new URL(databaseAt(uri, service)).pathname.slice(1)),
  }));
}

/** Collections with data, by name; views and system collections are excluded. */
export async function collectionsOf(db: Db): Promise<string[]> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found
    .filter(({ name, type }) => type !== 'view' && !name.startsWith('system.'))
    .map(({ name }) => name)
    .sort();
}

/** Those of the data, or those of the data keys of persons. */
export async function partCollections(db: Db, part: 'data' | 'keys'): Promise<string[]> {
  return (await collectionsOf(db)).filter((name) => (name === dataKeyCollection) === (part === 'keys'));
}
