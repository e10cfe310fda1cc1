import type { Db, MongoClient } from 'mongodb';
import { serviceNames, type ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import { databaseAt } from '@crm/local/environments.js';

/** The database of each service on one server; `uri` names the server, and with its path what their names begin with. */
export function databasesOf(client: MongoClient, uri: string): { service: ServiceName; db: Db }[] {
  return serviceNames.map((service) => ({
    service,
    db: client.db(new URL(databaseAt(uri, service)).pathname.slice(1)),
  }));
}

/** Collections that hold what was written, by name; views and the server's own are left out. */
export async function collectionsOf(db: Db): Promise<string[]> {
  const found = await db.listCollections({}, { nameOnly: true }).toArray();
  return found
    .filter(({ name, type }) => type !== 'view' && !name.startsWith('system.'))
    .map(({ name }) => name)
    .sort();
}
