import type { Db, MongoClient } from 'mongodb';
import { serviceNames, type ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import { dataKeyCollection } from '@crm/platform/encryption/data-keys.js';

/** A store's address in three parts: scheme and hosts, path, and options. Lists of hosts with ports are no URLs to `URL`. */
const addressParts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;

/** The prefix of the services' database names: the path of the store's address. */
const prefixOf = (uri: string) => addressParts.exec(uri)?.[2] || 'crm';

/**
 * The address with the prefix of the services' databases as its path. Users are looked up where they were before: in the path,
 * which an operator writes, unless an option names another place.
 */
export function withPrefix(uri: string, prefix: string): string {
  const [, hosts = uri, path = '', options = ''] = addressParts.exec(uri) ?? [];
  const given = new URLSearchParams(options);
  if (path !== '' && !given.has('authSource')) given.set('authSource', path);
  return `${hosts}/${prefix}${given.size === 0 ? '' : `?${given.toString()}`}`;
}

/** The database of each service on a server; the path of `uri` is the prefix of their names. */
export function databasesOf(client: MongoClient, uri: string): { service: ServiceName; db: Db }[] {
  return serviceNames.map((service) => ({ service, db: client.db(`${prefixOf(uri)}_${service}`) }));
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
