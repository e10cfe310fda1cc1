/** One collection as the store has it in memory. */
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
  /** Those that writes keep up to date: its indexes, and those that are being built. */
  maintained: Index[];
  count: number;
  bytes: number;
  nextRecord: number;
  /** Works out the keys of a document in these. */
  keyMaker: KeyMaker;
  /** Another number whenever its indexes, or what they have met, are not what they were. */
  version: number;
  /** Sizes of key ranges that the planner looked up, and how many documents have changed since. */
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
