/** The command interface that handlers implement, and the parsing of command arguments. */
import type { Writable } from '../values/bson.js';
import type { Cursors } from '../cursors.js';
import { StoreError } from '../values/errors.js';
import type { Authentication } from '../authentication/authentication.js';
import type { Clock, Turns } from '../turns.js';
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
  /** Who the connection is. */
  authentication: Authentication;
  /** Its time slices and its time limit. */
  turns: Turns;
}

export interface Engine {
  store: Store;
  cursors: Cursors;
  started: Date;
  connections: () => number;
  clock: Clock;
}

export type Answer = { readonly [name: string]: Writable };
export type Handler = (command: Command, engine: Engine) => Answer | Promise<Answer>;

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

/** The error for a missing required field. */
export const missing = (where: string) =>
  new StoreError(40414, `BSON field '${where}' is missing but a required field`);

export function requiredDocument(doc: Doc, name: string, where: string): Doc {
  const value = documentArgument(doc, name, where);
  if (value === undefined) throw missing(`${where}.${name}`);
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

export function flagArgument(doc: Doc, name: string, where: string, otherwise = false): boolean {
  const value = doc.get(name);
  if (value === undefined || value === null) return otherwise;
  if (typeof value !== 'boolean' && !isNumber(value)) throw wrongType(`${where}.${name}`, value, 'bool');
  return truthy(value);
}

/** An index hint: a name or a key pattern. */
export function hintArgument(doc: Doc): Doc | string | undefined {
  const value = doc.get('hint');
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || isDoc(value)) return value;
  throw new StoreError('FailedToParse', 'Hint must be a string or an object');
}

export function listArgument(doc: Doc, name: string, where: string): Value[] {
  const value = doc.get(name);
  if (value === undefined || value === null) throw missing(`${where}.${name}`);
  if (!Array.isArray(value)) throw wrongType(`${where}.${name}`, value, 'array');
  return value;
}
