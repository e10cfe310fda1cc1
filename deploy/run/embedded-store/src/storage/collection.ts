/** The in-memory metadata of one collection. */
import type { Doc } from '../values/values.js';
import { KeyMaker } from './document-keys.js';
import type { Index } from './indexes.js';

export interface Collection {
  id: number;
  database: string;
  name: string;
  namespace: string;
  options: Doc;
  indexes: Index[];
  /** The indexes that writes maintain: the complete ones and those being built. */
  maintained: Index[];
  count: number;
  bytes: number;
  nextRecord: number;
  /** Computes a document's keys in the maintained indexes. */
  keyMaker: KeyMaker;
  /** Incremented whenever its indexes or their multikey and inexact flags change, which invalidates query plans. */
  version: number;
  /** The planner's cache of key range sizes, and the number of document changes since it was cleared. */
  sizes: Map<string, number>;
  changes: number;
}

export function emptyCollection(id: number, namespace: string, options: Doc): Collection {
  const dot = namespace.indexOf('.');
  return {
    id,
    namespace,
    database: namespace.slice(0, dot),
    name: namespace.slice(dot + 1),
    options,
    indexes: [],
    maintained: [],
    count: 0,
    bytes: 0,
    nextRecord: 1,
    keyMaker: new KeyMaker([]),
    version: 0,
    sizes: new Map(),
    changes: 0,
  };
}
