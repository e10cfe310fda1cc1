import type { Connection } from 'mongoose';

/** The calls of a collection that change documents. */
const writingMethods: ReadonlySet<string> = new Set([
  ...['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'deleteOne', 'deleteMany'],
  ...['findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete', 'bulkWrite'],
]);

/** What mongoose tells of a call of a collection. */
interface Operation {
  collectionName: string;
  method: string;
}

/**
 * Tells of every write of this connection, by the name of its collection: as it begins (`operation-start`), or once it is
 * answered or failed (`operation-end`). By mongoose, through which models and the driver's calls go alike: the driver, where
 * it tells of commands, makes objects of every answer a second time.
 */
export function onOwnWrites(
  connection: Connection,
  moment: 'operation-start' | 'operation-end',
  told: (collection: string) => void,
): void {
  connection.on(moment, ({ collectionName, method }: Operation) => {
    if (writingMethods.has(method)) told(collectionName);
  });
}
