import mongoose from 'mongoose';

/** The store's code for a value of a unique index that another document has. */
export const duplicateKey = 11_000;

/** Whether a write was refused because another document has the value of a unique index. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === duplicateKey;
}
