/** find, getMore, killCursors, count, distinct. */
import { Picker, decodeDocument, encode } from '../values/bson.js';
import type { Source } from '../cursors.js';
import { StoreError } from '../values/errors.js';
import { compileExpression } from '../aggregate/expressions.js';
import { PAUSE, Search, type Query } from '../query/find.js';
import { parseProjection } from '../query/project.js';
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
  checkDeadline,
  documentArgument,
  flagArgument,
  hintArgument,
  listArgument,
  namespaceOf,
  numberArgument,
  textArgument,
  pause,
  type Answer,
  type Command,
  type Engine,
  type Handler,
} from './command.js';
import { checkCommand, fields } from './fields.js';
import { refuseWriteConcern } from './generic.js';
import { readQuery } from './parsing.js';

const findFields = fields(
  `find filter sort projection hint skip limit batchSize singleBatch noCursorTimeout allowPartialResults allowDiskUse`,
  `collation let min max returnKey showRecordId tailable awaitData oplogReplay readOnce requestResumeToken resumeAfter
   startAt term`,
);

/** Opens the documents that a find asks for; the caller starts the cursor or explains the search. */
export function openFind(
  command: Command,
  { store }: Engine,
): { source: Source; search: Search | undefined } {
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
  const projection = fields && parseProjection(fields, (expression) => compileExpression(expression));
  const batchSize = numberArgument(body, 'batchSize', 'find');
  const collection = store.collection(namespace);
  if (!collection) {
    return {
      source: { namespace, documents: [][Symbol.iterator](), close: () => undefined, batchSize },
      search: undefined,
    };
  }
  const search = new Search(store, collection, query);
  const picker = projection?.fields && new Picker(projection.fields);
  const state = store.snapshot();
  const documents = (function* (): Generator<Buffer | typeof PAUSE> {
    for (const hit of search.hits(state)) {
      if (hit === PAUSE) yield hit;
      else if (!projection) yield hit.raw;
      else {
        const offset = projection.positional ? search.offsetIn(hit.raw) : undefined;
        const doc = picker ? picker.decode(hit.raw) : decodeDocument(hit.raw);
        yield encode(projection.apply(doc, offset === undefined || offset < 0 ? undefined : offset));
      }
    }
  })();
  return { source: { namespace, documents, close: () => state?.done(), batchSize }, search };
}

/** A limit as it was given; 0 for none. */
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
  const { source } = openFind(command, engine);
  const limit = readLimit(command.body);
  const single =
    flagArgument(command.body, 'singleBatch', 'find') || (limit !== 0 && limit <= (source.batchSize ?? 101));
  const size = single && limit !== 0 ? limit : source.batchSize;
  const { id, batch } = await engine.cursors.start(
    { ...source, batchSize: size, ...(limit === 0 ? {} : { limit }) },
    () => pause(command),
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
  const { id, batch } = await cursors.more(wanted, namespace, size === 0 ? undefined : size, () =>
    pause(command),
  );
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

/** What a count command asks for. */
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
  const query = readCount(command);
  const collection = store.collection(namespaceOf(command));
  if (!collection) return { n: 0 };
  return { n: countValue(await countAll(command, store, new Search(store, collection, query))) };
};

export async function countAll(command: Command, store: Engine['store'], search: Search): Promise<number> {
  const state = store.snapshot();
  try {
    const counting = search.count(state);
    for (;;) {
      const next = counting.next();
      if (next.done === true) return next.value;
      await pause(command);
    }
  } finally {
    state?.done();
  }
}

const distinctFields = fields('distinct key query hint', 'collation');

/** What a distinct command asks for. */
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
  const collection = store.collection(namespaceOf(command));
  if (!collection) return { values: [] };
  const parts = key.split('.');
  const picker = new Picker([parts[0] as string]);
  let values: Value[] = [];
  const state = store.snapshot();
  try {
    for (const hit of new Search(store, collection, query).hits(state)) {
      if (hit === PAUSE) await pause(command);
      else {
        collect(picker.decode(hit.raw), parts, values);
        if (values.length > 10_000) values = unique(values);
      }
    }
  } finally {
    state?.done();
  }
  checkDeadline(command);
  return { values: unique(values) };
};

/** The values at a path, through arrays; of an array at its end each element. */
function collect(value: Value | undefined, parts: readonly string[], out: Value[], at = 0): void {
  if (value === undefined) return;
  if (at === parts.length) {
    if (Array.isArray(value)) out.push(...value);
    else out.push(value);
  } else if (isDoc(value)) collect(value.get(parts[at] as string), parts, out, at + 1);
  else if (Array.isArray(value)) {
    collect(value[Number(parts[at])], parts, out, at + 1);
    for (const element of value) if (isDoc(element)) collect(element, parts, out, at);
  }
}

function unique(values: Value[]): Value[] {
  return [...values]
    .sort(compareValues)
    .filter((value, i, all) => i === 0 || compareValues(value, all[i - 1] as Value) !== 0);
}

export const reads: Readonly<Record<string, Handler>> = { find, getMore, killCursors, count, distinct };
