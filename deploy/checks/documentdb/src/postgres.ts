import postgres from 'postgres';
import { z } from 'zod';
import { decodeDocument, encode } from '@crm/embedded-store/values/bson.js';
import type { Doc } from '@crm/embedded-store/values/values.js';

/** As DocumentDB writes a document where a text is asked for. */
const prefix = 'BSONHEX';

/** A connection, or a pool of them, to the PostgreSQL in which DocumentDB is. */
export type Asking = Pick<postgres.Sql, 'unsafe'>;

export const openPool = (port: number, connections: number): postgres.Sql =>
  postgres({
    ...{ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: connections },
    ...{ fetch_types: false, onnotice: () => undefined },
    connection: { 'documentdb_core.bsonUseEJson': 'off' },
  });

export const toPostgres = (document: Doc): string => `${prefix}${encode(document).toString('hex')}`;

export const fromPostgres = (text: string): Doc =>
  decodeDocument(Buffer.from(text.slice(prefix.length), 'hex'));

/** Asks for a document, which the statement calls `answer`; null where it has none of that name, or nothing in it. */
export async function askDocument(sql: Asking, statement: string, parameters: string[]): Promise<Doc | null> {
  const [row] = z
    .array(z.object({ answer: z.string().nullable().default(null) }))
    .parse([...(await sql.unsafe(statement, parameters))]);
  return row === undefined || row.answer === null ? null : fromPostgres(row.answer);
}
