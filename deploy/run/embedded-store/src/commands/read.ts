/** find, getMore, killCursors, count, distinct. */
import { Picker, decodeDocument, encode } from '../values/bson.js';
import type { Source } from '../cursors.js';
import { StoreError } from '../values/errors.js';
import type { Query, Search } from '../query/find.js';
import { sortInTurns } from '../query/sorting.js';
import { PAUSE } from '../turns.js';
import { valueKey, type ValueKey } from '../values/value-key.js';
import { parseProjection } from '../aggregate/project.js';
import {
  compareValues,
  countValue,
  isDoc,
  isNumber,
  toNumber,
  typeNameOf,
  type Doc,
  type Value,
} from '../values/values.js';
import {
  documentArgument,
  flagArgument,
  hintArgument,
  listArgument,
  namespaceOf,
  numberArgument,
  textArgument,
  type Answer,
  type Command,
  type Engine,
  type Handler,
} from './command.js';
import { checkCommand, fields } from './fields.js';
import { refuseWriteConcern } from './generic.js';
import { openSearch, readQuery, type OpenSearch } from './parsing.js';

const findFields = fields(
  `find filter sort projection hint skip limit batchSize singleBatch noCursorTimeout allowPartialResults allowDiskUse`,
  `collation let min max returnKey showRecordId tailable awaitData oplogReplay readOnce requestResumeToken resumeAfter
   startAt term`,
);

/** Opens the search of a find command; the caller starts a cursor on it or explains it. */
export async function openFind(
  command: Command,
  { store }: Engine,
): Promise<{ source: Source; searches: Search[] }> {
  const { body } = command;
  checkCommand(body, 'find', findFields);
  refuseWriteConcern(command);
  for (const flag of ['allowPartialResults', 'allowDiskUse']) flagArgument(body, flag, 'find');
  const namespace = namespaceOf(command);
  const limit = readLimit(body);
  const query = readQuery(documentArgument(body, 'filter', 'find'), {
    sort: documentArgument(body, 'sort', 'find'),
    skip: numberArgument(body, 'skip', 'find'),
    limit: Math.abs(limit),
    hint: hintArgument(body),
  });
  const fields = documentArgument(body, 'projection', 'find');
  const projection = fields && parseProjection(fields);
  const batchSize = numberArgument(body, 'batchSize', 'find');
  const opened = await openSearch(command, store, namespace, query);
  if (!opened) {
    return {
      source: { namespace, documents: [][Symbol.iterator](), close: () => undefined, batchSize },
      searches: [],
    };
  }
  const { search, state } = opened;
  const picker = projection?.fields && new Picker(projection.fields);
  const isLasting = flagArgument(body, 'noCursorTimeout', 'find');
  const documents = (function* (): Generator<Buffer | typeof PAUSE> {
    for (const hit of search.hits(state)) {
      if (hit === PAUSE) yield hit;
      else if (!projection) yield hit.raw;
      else {
        yield encode(projection.apply(picker ? picker.decode(hit.raw) : decodeDocument(hit.raw)));
      }
    }
  })();
  return {
    source: { namespace, documents, close: () => state?.done(), batchSize, isLasting },
    searches: [search],
  };
}

/** The limit of a command; 0 for none. */
function limitArgument(body: Doc, where: string): number {
  const value = body.get('limit');
  if (value === undefined || value === null) return 0;
  if (!isNumber(value)) {
    throw new StoreError(
      'TypeMismatch',
      `BSON field '${where}.limit' is the wrong type '${typeNameOf(value)}', expected type 'long'`,
    );
  }
  return Math.trunc(toNumber(value));
}

function readLimit(body: Doc): number {
  const limit = limitArgument(body, 'find');
  if (limit < 0)
    throw new StoreError(51024, `BSON field 'limit' value must be >= 0, actual value '${limit}'`);
  return limit;
}

const find: Handler = async (command, engine): Promise<Answer> => {
  const { source } = await openFind(command, engine);
  const limit = readLimit(command.body);
  const single =
    flagArgument(command.body, 'singleBatch', 'find') || (limit !== 0 && limit <= (source.batchSize ?? 101));
  const size = single && limit !== 0 ? limit : source.batchSize;
  const { id, batch } = await engine.cursors.start(
    { ...source, batchSize: size, ...(limit === 0 ? {} : { limit }) },
    command.turns,
    !single,
  );
  return { cursor: { firstBatch: batch, id, ns: source.namespace } };
};

const getMoreFields = fields('getMore collection batchSize', 'term lastKnownCommittedOpTime');

const getMore: Handler = async (command, { cursors }): Promise<Answer> => {
  const { body, database } = command;
  checkCommand(body, 'getMore', getMoreFields);
  refuseWriteConcern(command);
  if (body.has('maxTimeMS')) {
    throw new StoreError('BadValue', 'cannot set maxTimeMS on getMore command for a non-awaitData cursor');
  }
  const wanted = body.get('getMore');
  if (typeof wanted !== 'bigint') {
    throw new StoreError(
      'TypeMismatch',
      "BSON field 'getMore.getMore' is the wrong type, expected type 'long'",
    );
  }
  const namespace = `${database}.${textArgument(body, 'collection', 'getMore')}`;
  const size = numberArgument(body, 'batchSize', 'getMore');
  const { id, batch } = await cursors.more(wanted, namespace, size === 0 ? undefined : size);
  return { cursor: { nextBatch: batch, id, ns: namespace } };
};

const killCursorsFields = fields('killCursors cursors');

const killCursors: Handler = (command, { cursors }): Answer => {
  checkCommand(command.body, 'killCursors', killCursorsFields);
  const killed: Value[] = [];
  const unknown: Value[] = [];
  for (const id of listArgument(command.body, 'cursors', 'killCursors')) {
    if (typeof id === 'bigint' && cursors.kill(id)) killed.push(id);
    else unknown.push(id);
  }
  return { cursorsKilled: killed, cursorsNotFound: unknown, cursorsAlive: [], cursorsUnknown: [] };
};

const countFields = fields('count query limit skip hint fields', 'collation');

/** Parses a count command. */
export function readCount(command: Command): Query {
  const { body } = command;
  checkCommand(body, 'count', countFields);
  refuseWriteConcern(command);
  return readQuery(documentArgument(body, 'query', 'count'), {
    skip: numberArgument(body, 'skip', 'count'),
    limit: Math.abs(limitArgument(body, 'count')),
    counting: true,
    hint: hintArgument(body),
  });
}

const count: Handler = async (command, { store }): Promise<Answer> => {
  const opened = await openSearch(command, store, namespaceOf(command), readCount(command));
  return { n: opened ? countValue(await countAll(command, opened)) : 0 };
};

export async function countAll({ turns }: Command, { search, state }: OpenSearch): Promise<number> {
  try {
    return await turns.run(search.count(state));
  } finally {
    state?.done();
  }
}

const distinctFields = fields('distinct key query hint', 'collation');

/** Parses a distinct command. */
export function readDistinct(command: Command): { key: string; query: Query } {
  const { body } = command;
  checkCommand(body, 'distinct', distinctFields);
  refuseWriteConcern(command);
  const key = body.get('key');
  if (typeof key !== 'string') {
    throw new StoreError(
      'TypeMismatch',
      "BSON field 'distinct.key' is the wrong type, expected type 'string'",
    );
  }
  return { key, query: readQuery(documentArgument(body, 'query', 'distinct'), { hint: hintArgument(body) }) };
}

const distinct: Handler = async (command, { store }): Promise<Answer> => {
  const { key, query } = readDistinct(command);
  const { turns } = command;
  const opened = await openSearch(command, store, namespaceOf(command), query);
  if (!opened) return { values: [] };
  const { search, state } = opened;
  const parts = key.split('.');
  const picker = new Picker([parts[0] as string]);
  const values = new Map<ValueKey, Value>();
  const keep = (value: Value): void => {
    const known = valueKey(value);
    if (!values.has(known)) values.set(known, value);
  };
  try {
    for (const hit of search.hits(state)) {
      if (hit === PAUSE) await turns.pause();
      else collect(picker.decode(hit.raw), parts, keep);
    }
  } finally {
    state?.done();
  }
  return { values: await turns.run(sortInTurns([...values.values()], compareValues, turns)) };
};

/** Collects the values at a path, through arrays; an array at its end contributes each of its elements. */
function collect(
  value: Value | undefined,
  parts: readonly string[],
  keep: (value: Value) => void,
  at = 0,
): void {
  if (value === undefined) return;
  if (at === parts.length) {
    if (Array.isArray(value)) value.forEach(keep);
    else keep(value);
  } else if (isDoc(value)) collect(value.get(parts[at] as string), parts, keep, at + 1);
  else if (Array.isArray(value)) {
    collect(value[Number(parts[at])], parts, keep, at + 1);
    for (const element of value) if (isDoc(element)) collect(element, parts, keep, at);
  }
}

export const reads: Readonly<Record<string, Handler>> = { find, getMore, killCursors, count, distinct };
