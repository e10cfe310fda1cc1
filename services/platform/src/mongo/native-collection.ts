import type { Model } from 'mongoose';

/**
 * The driver's own collection of a model, for documents that are written with every webhook: mongoose would cast each field
 * anew. In and out go documents as they are stored, `D`; nothing is defaulted, dropped or hidden.
 */
export const nativeCollection = <D extends object>(model: Model<D>) =>
  model.db.collection<D>(model.collection.name);
