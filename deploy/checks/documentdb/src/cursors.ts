import { randomInt } from 'node:crypto';
import type postgres from 'postgres';
import { z } from 'zod';
import { StoreError } from '@crm/embedded-store/values/errors.js';
import { toInteger, type Doc, type Found } from '@crm/embedded-store/values/values.js';
import { fromPostgres, toPostgres } from './postgres.js';

const page = z.object({ page: z.string(), continuation: z.string().nullable() });

/** Functions of DocumentDB that answer the first page of what they find. */
export type FirstPage =
  | 'find_cursor_first_page'
  | 'aggregate_cursor_first_page'
  | 'list_collections_cursor_first_page'
  | 'list_indexes_cursor_first_page';

interface Open {
  connection: postgres.ReservedSql;
  continuation: string;
}

const idOf = (value: Found): string =>
  typeof value === 'bigint' ? value.toString() : String(toInteger(value));

export interface Cursors {
  /** The first page; where there are more, the cursor stays open in a transaction of its own. */
  open(first: FirstPage, database: string, command: Doc): Promise<Doc>;
  /** The next page of an open cursor. Throws `CursorNotFound`. */
  next(database: string, command: Doc): Promise<Doc>;
  close(ids: readonly Found[]): Promise<void>;
  closeAll(): Promise<void>;
}

async function readPage(connection: postgres.ReservedSql, statement: string, parameters: string[]) {
  const [row] = z.tuple([page]).parse([...(await connection.unsafe(statement, parameters))]);
  return { answer: fromPostgres(row.page), continuation: row.continuation };
}

export function createCursors(sql: postgres.Sql): Cursors {
  const open = new Map<string, Open>();

  async function finish(id: string): Promise<void> {
    const cursor = open.get(id);
    if (cursor === undefined) return;
    open.delete(id);
    await cursor.connection.unsafe('COMMIT');
    cursor.connection.release();
  }

  return {
    open: async (first, database, command) => {
      const connection = await sql.reserve();
      const id = String(randomInt(1, 2 ** 47));
      try {
        await connection.unsafe('BEGIN');
        const { answer, continuation } = await readPage(
          connection,
          `SELECT cursorpage::text AS page, continuation::text
             FROM documentdb_api.${first}($1::text, $2::documentdb_core.bson, $3::bigint)`,
          [database, toPostgres(command), id],
        );
        if (continuation === null) {
          await connection.unsafe('COMMIT');
          connection.release();
        } else open.set(id, { connection, continuation });
        return answer;
      } catch (error) {
        await connection.unsafe('ROLLBACK');
        connection.release();
        throw error;
      }
    },
    next: async (database, command) => {
      const id = idOf(command.get('getMore'));
      const cursor = open.get(id);
      if (cursor === undefined) throw new StoreError('CursorNotFound', `cursor id ${id} not found`);
      const { answer, continuation } = await readPage(
        cursor.connection,
        `SELECT cursorpage::text AS page, continuation::text
           FROM documentdb_api.cursor_get_more($1::text, $2::documentdb_core.bson, $3::documentdb_core.bson)`,
        [database, toPostgres(command), cursor.continuation],
      );
      if (continuation === null) await finish(id);
      else cursor.continuation = continuation;
      return answer;
    },
    close: async (ids) => {
      for (const id of ids) await finish(idOf(id));
    },
    closeAll: async () => {
      for (const id of open.keys()) await finish(id);
    },
  };
}
