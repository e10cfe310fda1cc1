import type postgres from 'postgres';
import { MAX_DOCUMENT_BYTES, decodeDocument } from '@crm/embedded-store/values/bson.js';
import { StoreError } from '@crm/embedded-store/values/errors.js';
import { Double, type Doc, type Found } from '@crm/embedded-store/values/values.js';
import { MAX_MESSAGE_BYTES, type Request } from '@crm/embedded-store/wire.js';
import { createCursors, type FirstPage } from './cursors.js';
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

const firstPages = new Map<string, FirstPage>([
  ['find', 'find_cursor_first_page'],
  ['aggregate', 'aggregate_cursor_first_page'],
  ['listCollections', 'list_collections_cursor_first_page'],
  ['listIndexes', 'list_indexes_cursor_first_page'],
]);

const command = (call: string) => `SELECT ${call}::text AS answer`;
const resultOf = (call: string) =>
  `SELECT p_result::text AS answer FROM documentdb_api.${call}($1::text, $2::documentdb_core.bson)`;
const documentOf = (call: string) =>
  `SELECT document::text AS answer FROM documentdb_api.${call}($1::text, $2::documentdb_core.bson)`;

/** Commands that are one function of a database and the command. */
const functions = new Map<string, string>([
  ['insert', resultOf('insert')],
  ['update', resultOf('update')],
  ['delete', resultOf('delete')],
  ['findAndModify', resultOf('find_and_modify')],
  ['count', documentOf('count_query')],
  ['distinct', documentOf('distinct_query')],
  // At once, and not by the job that builds them while a collection is used: whoever asked may rely on it.
  [
    'createIndexes',
    command(
      'documentdb_api_internal.create_indexes_non_concurrently($1::text, $2::documentdb_core.bson, true)',
    ),
  ],
]);

/** Commands of a name alone. */
const ofNames = new Map<string, string>([
  ['create', 'SELECT NULL AS answer FROM documentdb_api.create_collection($1::text, $2::text)'],
  ['drop', 'SELECT NULL AS answer FROM documentdb_api.drop_collection($1::text, $2::text)'],
  ['collStats', command('documentdb_api.coll_stats($1::text, $2::text)')],
]);

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

const answerOf = (document: Doc | null): Answer => (document === null ? done : Object.fromEntries(document));

export interface Commands {
  /** Carries out a command of a client, and says as MongoDB does why not. */
  answer(request: Request): Promise<Answer>;
  close(): Promise<void>;
}

/** MongoDB's commands as the functions of DocumentDB that carry them out. */
export function createCommands(sql: postgres.Sql): Commands {
  const cursors = createCursors(sql);
  const refusals = createRefusals(sql);

  async function carryOut(name: string, database: string, whole: Doc): Promise<Answer> {
    const parameters = [database, toPostgres(whole)];
    const firstPage = firstPages.get(name);
    if (firstPage !== undefined) return answerOf(await cursors.open(firstPage, database, whole));
    const statement = functions.get(name);
    if (statement !== undefined) return answerOf(await askDocument(sql, statement, parameters));
    const ofName = ofNames.get(name);
    if (ofName !== undefined)
      return answerOf(await askDocument(sql, ofName, [database, textOf(whole.get(name))]));
    switch (name) {
      case 'hello':
      case 'ismaster':
        return greeting();
      case 'ping':
      case 'endSessions':
        return done;
      case 'buildInfo':
        return version;
      case 'getMore':
        return answerOf(await cursors.next(database, whole));
      case 'killCursors':
        await cursors.close([whole.get('cursors') ?? []].flat());
        return { cursorsKilled: [], cursorsNotFound: [], cursorsAlive: [], cursorsUnknown: [], ok };
      case 'dropIndexes':
        await sql.unsafe('CALL documentdb_api.drop_indexes($1::text, $2::documentdb_core.bson)', parameters);
        return done;
      case 'dropDatabase':
        await sql.unsafe('SELECT documentdb_api.drop_database($1::text)', [database]);
        return done;
      case 'listDatabases':
        return answerOf(
          await askDocument(sql, command('documentdb_api.list_databases($1::documentdb_core.bson)'), [
            toPostgres(whole),
          ]),
        );
      case 'dbStats':
        return answerOf(await askDocument(sql, command('documentdb_api.db_stats($1::text)'), [database]));
      case 'renameCollection':
        return answerOf(
          await askDocument(sql, command('documentdb_api.rename_collection($1::documentdb_core.bson)'), [
            toPostgres(whole),
          ]),
        );
      default:
        throw new StoreError('CommandNotFound', `no such command: '${name}'`);
    }
  }

  return {
    answer: async (request) => {
      const [name = ''] = request.body.keys();
      const database = textOf(request.body.get('$db'));
      const whole = wholeCommand(request);
      const place = { database, collection: textOf(whole.get(name)) };
      try {
        return await refusals.ofWrites(await carryOut(name, database, whole), place);
      } catch (error) {
        return refusals.ofError(error, place);
      }
    },
    close: () => cursors.closeAll(),
  };
}
