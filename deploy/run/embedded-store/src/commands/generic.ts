/** Generic command arguments: session, read and write concern, read preference, time limit and API version. */
import { StoreError } from '../values/errors.js';
import { describe, isDoc, isNumber, toNumber, typeNameOf, type Doc } from '../values/values.js';
import { documentArgument, flagArgument, numberArgument, type Command } from './command.js';
import { checkFields, fields } from './fields.js';

const MAX_INT = 0x7fffffff;

/** The command's time limit in milliseconds; Infinity if it has none. */
export function readMaxTime(body: Doc, where: string): number {
  const milliseconds = numberArgument(body, 'maxTimeMS', where) ?? 0;
  if (milliseconds > MAX_INT) {
    throw new StoreError(
      'BadValue',
      `${String(milliseconds)} value for maxTimeMS is out of range [0, ${String(MAX_INT)}]`,
    );
  }
  return milliseconds > 0 ? milliseconds : Infinity;
}

/** Rejects generic arguments that a standalone server does not support. */
export function checkGeneric(command: Command): void {
  checkSession(command.body);
  checkReadConcern(command.body);
  checkReadPreference(command.body);
  checkVersion(command);
}

const NUMBERED = ['startTransaction', 'autocommit', 'txnNumber'];
const sessionFields = fields('id uid', 'txnNumber txnUUID');

function checkSession(body: Doc): void {
  if (NUMBERED.some((name) => body.has(name))) {
    throw new StoreError(
      'IllegalOperation',
      'Transaction numbers are only allowed on a replica set member or mongos',
    );
  }
  const session = documentArgument(body, 'lsid', 'OperationSessionInfo');
  if (session) checkFields(session, 'OperationSessionInfo.lsid', sessionFields);
  documentArgument(body, '$clusterTime', 'clusterTime');
}

const readConcernFields = fields('level provenance', 'afterClusterTime atClusterTime afterOpTime');

function checkReadConcern(body: Doc): void {
  const concern = documentArgument(body, 'readConcern', 'readConcern');
  if (!concern) return;
  if (concern.has('afterClusterTime') || concern.has('atClusterTime')) {
    throw new StoreError(
      'IllegalOperation',
      'Cannot specify afterClusterTime or atClusterTime readConcern without replication enabled',
    );
  }
  checkFields(concern, 'readConcern', readConcernFields);
  const level = concern.get('level');
  if (level === undefined || level === 'local' || level === 'available' || level === 'majority') return;
  throw new StoreError('NotAReplicaSet', `readConcern level '${describe(level)}' requires a replica set`);
}

const preferenceFields = fields('mode tags maxStalenessSeconds hedge');
const MODES = ['primary', 'primaryPreferred', 'secondary', 'secondaryPreferred', 'nearest'];

/** A standalone server satisfies every read preference; only invalid ones are rejected. */
function checkReadPreference(body: Doc): void {
  const preference = documentArgument(body, '$readPreference', '$readPreference');
  if (!preference) return;
  checkFields(preference, '$readPreference', preferenceFields);
  const mode = preference.get('mode');
  if (typeof mode === 'string' && MODES.includes(mode)) return;
  throw new StoreError(
    'FailedToParse',
    `Could not parse $readPreference mode '${describe(mode)}'. Only the modes '${MODES.join("', '")}' are supported.`,
  );
}

/** The commands of version 1 of MongoDB's stable API. */
const STABLE =
  fields(`aggregate count create createIndexes delete drop dropDatabase dropIndexes endSessions explain find
  findAndModify getMore hello insert killCursors listCollections listDatabases listIndexes ping update`).known;

function checkVersion({ name, body }: Command): void {
  const version = body.get('apiVersion');
  const isStrict = flagArgument(body, 'apiStrict', name);
  flagArgument(body, 'apiDeprecationErrors', name);
  if (version === undefined) {
    for (const option of ['apiStrict', 'apiDeprecationErrors']) {
      if (body.has(option)) {
        throw new StoreError(4886600, `Provided ${option} without passing apiVersion`);
      }
    }
    return;
  }
  if (version !== '1') throw new StoreError('APIVersionError', 'API version must be "1"');
  if (isStrict && !STABLE.has(name)) {
    throw new StoreError(
      'APIStrictError',
      `Provided apiStrict:true, but the command ${name} is not in API Version 1`,
    );
  }
}

const writeConcernFields = fields('w j wtimeout fsync provenance getLastError');

/** Rejects a write concern that a standalone server cannot satisfy. */
export function checkWriteConcern({ body }: Command): void {
  const concern = documentArgument(body, 'writeConcern', 'writeConcern');
  if (!concern) return;
  checkFields(concern, 'writeConcern', writeConcernFields);
  for (const name of ['j', 'fsync']) flagArgument(concern, name, 'writeConcern');
  const timeout = concern.get('wtimeout');
  if (timeout !== undefined && timeout !== null && !isNumber(timeout)) {
    throw new StoreError(
      'FailedToParse',
      `writeConcern.wtimeout has to be a number and not a value of type ${typeNameOf(timeout)}`,
    );
  }
  const w = concern.get('w');
  const isOne = isNumber(w) && (toNumber(w) === 0 || toNumber(w) === 1);
  if (w === undefined || w === null || isOne || w === 'majority') return;
  throw new StoreError(
    'BadValue',
    isDoc(w) || typeof w === 'string'
      ? `cannot use non-majority 'w' mode ${describe(w)} when a host is not a member of a replica set`
      : "cannot use 'w' > 1 when a host is not replicated",
  );
}

/** Rejects a write concern on read commands. */
export function refuseWriteConcern({ body, name }: Command): void {
  if (!body.has('writeConcern')) return;
  throw new StoreError('InvalidOptions', `Command ${name} does not support writeConcern`);
}
