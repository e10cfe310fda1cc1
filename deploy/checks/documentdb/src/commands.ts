import type postgres from 'postgres';
import { MAX_DOCUMENT_BYTES, decodeDocument } from '@crm/embedded-store/values/bson.js';
import { StoreError } from '@crm/embedded-store/values/errors.js';
import { Double, type Doc, type Found } from '@crm/embedded-store/values/values.js';
import { MAX_MESSAGE_BYTES, type Request } from '@crm/embedded-store/wire.js';
import { createCursors, type Cursors, type FirstPage } from './cursors.js';
import { askDocument, toPostgres } from './postgres.js';
import { createRefusals, type Answer } from './refusals.js';

const ok = new Double(1);
const done: Answer = { ok };

/** No sessions, so that a client asks for neither transactions nor retried writes: the product uses neither. */
const greeting = (): Answer => ({
  ...{ isWritablePrimary: true, ismaster: true, helloOk: true, readOnly: false },
  ...{ maxBsonObjectSize: MAX_DOCUMENT_BYTES, maxMessageSizeBytes: MAX_MESSAGE_BYTES },
  ...{ maxWriteBatchSize: 100_000, localTime: new Date(), minWireVersion: 0, maxWireVersion: 21, ok },
});

const version: Answer = { version: '7.0.0', versionArray: [7, 0, 0, 0], ok };

const answerOf = (document: Doc | null): Answer => (document === null ? done : Object.fromEntries(document));

/** A command as its way of being answered reads it. */
interface Given {
  database: string;
  whole: Doc;
  /** The same as PostgreSQL takes it. */
  command: string;
  /** What stands behind the command's own name, a collection's name in most. */
  named: string;
}
type Way = (given: Given) => Promise<Answer> | Answer;
/** What a statement is given, in its order. */
type Parameter = 'database' | 'command' | 'named';

const resultOf = (call: string) =>
  `SELECT p_result::text AS answer FROM documentdb_api.${call}($1::text, $2::documentdb_core.bson)`;
const documentOf = (call: string) =>
  `SELECT document::text AS answer FROM documentdb_api.${call}($1::text, $2::documentdb_core.bson)`;

/** How each command is answered. */
function waysOf(sql: postgres.Sql, cursors: Cursors): ReadonlyMap<string, Way> {
  const asked =
    (statement: string, ...parameters: Parameter[]): Way =>
    async (given) =>
      answerOf(
        await askDocument(
          sql,
          statement,
          parameters.map((each) => given[each]),
        ),
      );
  const ofCommand = (statement: string) => asked(statement, 'database', 'command');
  const ofName = (statement: string) => asked(statement, 'database', 'named');
  const paged =
    (first: FirstPage): Way =>
    async ({ database, whole }) =>
      answerOf(await cursors.open(first, database, whole));
  return new Map<string, Way>([
    ['hello', greeting],
    ['ismaster', greeting],
    ['ping', () => done],
    ['endSessions', () => done],
    ['buildInfo', () => version],
    ['find', paged('find_cursor_first_page')],
    ['aggregate', paged('aggregate_cursor_first_page')],
    ['listCollections', paged('list_collections_cursor_first_page')],
    ['listIndexes', paged('list_indexes_cursor_first_page')],
    ['getMore', async ({ database, whole }) => answerOf(await cursors.next(database, whole))],
    [
      'killCursors',
      async ({ whole }) => {
        await cursors.close([whole.get('cursors') ?? []].flat());
        return { cursorsKilled: [], cursorsNotFound: [], cursorsAlive: [], cursorsUnknown: [], ok };
      },
    ],
    ['insert', ofCommand(resultOf('insert'))],
    ['update', ofCommand(resultOf('update'))],
    ['delete', ofCommand(resultOf('delete'))],
    ['findAndModify', ofCommand(resultOf('find_and_modify'))],
    ['count', ofCommand(documentOf('count_query'))],
    ['distinct', ofCommand(documentOf('distinct_query'))],
    // At once, and not by the job that builds them while a collection is used: whoever asked may rely on it.
    [
      'createIndexes',
      ofCommand(
        'SELECT documentdb_api_internal.create_indexes_non_concurrently($1::text, $2::documentdb_core.bson, true)::text AS answer',
      ),
    ],
    ['dropIndexes', ofCommand('CALL documentdb_api.drop_indexes($1::text, $2::documentdb_core.bson)')],
    ['create', ofName('SELECT documentdb_api.create_collection($1::text, $2::text)')],
    ['drop', ofName('SELECT documentdb_api.drop_collection($1::text, $2::text)')],
    ['collStats', ofName('SELECT documentdb_api.coll_stats($1::text, $2::text)::text AS answer')],
    [
      'renameCollection',
      asked('SELECT documentdb_api.rename_collection($1::documentdb_core.bson)::text AS answer', 'command'),
    ],
    ['dropDatabase', asked('SELECT documentdb_api.drop_database($1::text)', 'database')],
    ['dbStats', asked('SELECT documentdb_api.db_stats($1::text)::text AS answer', 'database')],
    [
      'listDatabases',
      asked('SELECT documentdb_api.list_databases($1::documentdb_core.bson)::text AS answer', 'command'),
    ],
  ]);
}

/** What a client sends beside a command, for a cluster that this is not. */
const besideCommands = new Set([
  ...['$db', 'lsid', '$clusterTime', 'txnNumber', '$readPreference'],
  ...['writeConcern', 'readConcern', 'maxTimeMS', 'comment'],
]);

/** The command with its document sequences in their places. */
function wholeCommand({ body, sequences }: Request): Doc {
  const whole: Doc = new Map([...body].filter(([name]) => !besideCommands.has(name)));
  for (const [name, documents] of sequences)
    whole.set(
      name,
      documents.map((each) => decodeDocument(each)),
    );
  return whole;
}

const textOf = (value: Found): string => (typeof value === 'string' ? value : '');

export interface Commands {
  /** Carries out a command of a client, and says as MongoDB does why not. */
  answer(request: Request): Promise<Answer>;
  close(): Promise<void>;
}

/** MongoDB's commands as the functions of DocumentDB that carry them out. */
export function createCommands(sql: postgres.Sql): Commands {
  const cursors = createCursors(sql);
  const refusals = createRefusals(sql);
  const ways = waysOf(sql, cursors);

  return {
    answer: async (request) => {
      const [name = ''] = request.body.keys();
      const database = textOf(request.body.get('$db'));
      const whole = wholeCommand(request);
      const named = textOf(whole.get(name));
      const place = { database, collection: named };
      try {
        const way = ways.get(name);
        if (way === undefined) throw new StoreError('CommandNotFound', `no such command: '${name}'`);
        const answer = await way({ database, whole, command: toPostgres(whole), named });
        return await refusals.ofWrites(answer, place);
      } catch (error) {
        return refusals.ofError(error, place);
      }
    },
    close: () => cursors.closeAll(),
  };
}
