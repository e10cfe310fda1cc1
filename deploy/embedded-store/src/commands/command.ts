/** A command as its handler sees it, and the reading of its arguments. */
import type { Writable } from '../values/bson.js';
import type { Cursors } from '../cursors.js';
import { StoreError } from '../values/errors.js';
import type { Store } from '../storage/store.js';
import {
  describe,
  isDoc,
  isNumber,
  toNumber,
  truthy,
  typeNameOf,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

export interface Command {
  name: string;
  database: string;
  body: Doc;
  sequences: Map<string, Buffer[]>;
  connection: number;
  /** When the command must have ended (performance.now()), Infinity for no limit. */
  deadline: number;
}

export interface Engine {
  store: Store;
  cursors: Cursors;
  started: Date;
  connections: () => number;
}

export type Answer = { readonly [name: string]: Writable };
export type Handler = (command: Command, engine: Engine) => Answer | Promise<Answer>;

/** What any command may carry. */
const COMMON = new Set([
  '$db',
  'lsid',
  '$clusterTime',
  '$readPreference',
  'readConcern',
  'writeConcern',
  'comment',
  'maxTimeMS',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
]);

/** Refuses fields that the handler does not know, in MongoDB's words. */
export function checkFields(doc: Doc, where: string, known: ReadonlySet<string>, common = true): void {
  for (const name of doc.keys()) {
    if (known.has(name) || (common && COMMON.has(name))) continue;
    if (name === 'collation') {
      const collation = doc.get(name);
      if (isDoc(collation) && (collation.size === 0 || collation.get('locale') === 'simple')) continue;
      throw new StoreError('NotImplemented', "the option 'collation' is not supported by this store");
    }
    if (UNSUPPORTED.has(name)) {
      throw new StoreError(
        'NotImplemented',
        `the option '${name}' of '${where}' is not supported by this store`,
      );
    }
    throw new StoreError(40415, `BSON field '${where}.${name}' is an unknown field.`);
  }
}

const UNSUPPORTED = new Set([
  'let',
  'min',
  'max',
  'returnKey',
  'showRecordId',
  'tailable',
  'awaitData',
  'oplogReplay',
  'bypassDocumentValidation',
  'sampleRate',
  'exchange',
  'fromMongos',
  'validator',
  'viewOn',
  'timeseries',
  'clusteredIndex',
]);

export function collectionName(command: Command): string {
  const name = command.body.get(command.name);
  if (typeof name !== 'string') {
    throw new StoreError('InvalidNamespace', `collection name has invalid type ${typeNameOf(name)}`);
  }
  if (name === '' || name.startsWith('.') || name.includes('$') || name.includes('\0')) {
    throw new StoreError('InvalidNamespace', `Invalid namespace specified '${command.database}.${name}'`);
  }
  return name;
}

export const namespaceOf = (command: Command): string => `${command.database}.${collectionName(command)}`;

const wrongType = (where: string, value: Found, expected: string) =>
  new StoreError(
    'TypeMismatch',
    `BSON field '${where}' is the wrong type '${typeNameOf(value)}', expected type '${expected}'`,
  );

export function documentArgument(doc: Doc, name: string, where: string): Doc | undefined {
  const value = doc.get(name);
  if (value === undefined || value === null) return undefined;
  if (!isDoc(value)) throw wrongType(`${where}.${name}`, value, 'object');
  return value;
}

export function textArgument(doc: Doc, name: string, where: string): string {
  const value = doc.get(name);
  if (typeof value !== 'string') throw wrongType(`${where}.${name}`, value, 'string');
  return value;
}

export function numberArgument(doc: Doc, name: string, where: string): number | undefined {
  const value = doc.get(name);
  if (value === undefined || value === null) return undefined;
  if (!isNumber(value)) throw wrongType(`${where}.${name}`, value, 'long');
  const number = Math.trunc(toNumber(value));
  if (!(number >= 0)) {
    throw new StoreError(51024, `BSON field '${name}' value must be >= 0, actual value '${describe(value)}'`);
  }
  return number;
}

export function flagArgument(doc: Doc, name: string, where: string): boolean {
  const value = doc.get(name);
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean' && !isNumber(value)) throw wrongType(`${where}.${name}`, value, 'bool');
  return truthy(value);
}

export function listArgument(doc: Doc, name: string, where: string): Value[] {
  const value = doc.get(name);
  if (value === undefined) {
    throw new StoreError(40414, `BSON field '${where}.${name}' is missing but a required field`);
  }
  if (!Array.isArray(value)) throw wrongType(`${where}.${name}`, value, 'array');
  return value;
}

/** Lets other clients' commands run; throws where the command's own time is over. */
export async function pause(command: Command): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  checkDeadline(command);
}

export function checkDeadline({ deadline }: Command): void {
  if (performance.now() > deadline) {
    throw new StoreError('MaxTimeMSExpired', 'operation exceeded time limit');
  }
}
