import mongoose, { type Connection } from 'mongoose';

type Bucket = mongoose.mongo.GridFSBucket;

/** Files in a service's store (GridFS): what of the driver's bucket the services use. */
export type FileStore = Pick<Bucket, 'delete' | 'find' | 'openUploadStreamWithId' | 'openDownloadStream'>;

/**
 * The files of a bucket by the client that the connection has when they are asked for. The driver's own bucket stays with
 * the client it was made of, and that one is replaced where it has stopped looking for the store. Throws while the
 * connection has never been open.
 */
export function fileStore(connection: Pick<Connection, 'db'>, bucketName: string): FileStore {
  let current: { db: Connection['db']; bucket: Bucket } | undefined;
  const bucket = () => {
    const { db } = connection;
    if (db === undefined) throw new Error(`The files of ${bucketName} need a connected store`);
    if (current?.db !== db) current = { db, bucket: new mongoose.mongo.GridFSBucket(db, { bucketName }) };
    return current.bucket;
  };
  bucket();
  return {
    delete: (id) => bucket().delete(id),
    find: (filter, options) => bucket().find(filter, options),
    openUploadStreamWithId: (id, name, options) => bucket().openUploadStreamWithId(id, name, options),
    openDownloadStream: (id, options) => bucket().openDownloadStream(id, options),
  };
}
