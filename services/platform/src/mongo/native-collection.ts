import type { Model, mongo } from 'mongoose';

/**
 * The driver's own collection of a model, past mongoose, which would cast each field anew. In and out go documents as they
 * are stored, of which the caller says by `D` what they are; nothing is defaulted, dropped or hidden.
 */
export const nativeCollection = <D extends object = mongo.Document>(
  model: Pick<Model<unknown>, 'db' | 'collection'>,
) => model.db.collection<D>(model.collection.name);
