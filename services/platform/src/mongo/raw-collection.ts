import type { Connection, mongo } from 'mongoose';

/**
 * A collection past everything that the connection's own does: it decrypts nothing, and finds deleted records. For migrations
 * and their like alone, which look at what is stored.
 */
export function rawCollection<D extends mongo.Document>(
  connection: Pick<Connection, 'db'>,
  name: string,
): mongo.Collection<D> {
  if (connection.db === undefined) throw new Error('The store is not connected');
  return connection.db.collection<D>(name);
}
