import postgres from 'postgres';
import { z } from 'zod';
import type { Writable } from '@crm/embedded-store/values/bson.js';
import { ERROR_CODES, StoreError } from '@crm/embedded-store/values/errors.js';
import { Double, isDoc, type Doc, type Value } from '@crm/embedded-store/values/values.js';
import { codeOfState, stateOfNumber } from './error-codes.js';
import { fromPostgres } from './postgres.js';

export type Answer = Readonly<Record<string, Writable>>;

/** Where a command writes. */
export interface Place {
  database: string;
  collection: string;
}

const indexes = `SELECT (index_spec).index_name AS name, (index_spec).index_key::text AS key
  FROM documentdb_api_catalog.collection_indexes JOIN documentdb_api_catalog.collections USING (collection_id)`;
const ofName = `${indexes} WHERE database_name = $1 AND collection_name = $2 AND (index_spec).index_name = $3`;
const ofConstraint = `${indexes} WHERE 'documents_rum_index_' || index_id = $1`;
const foundIndexes = z.array(z.object({ name: z.string(), key: z.string().transform(fromPostgres) }));

/** DocumentDB names the index of a write that it refused, PostgreSQL the constraint by which it is kept unique. */
const namedIndex = /Index '(.+)'/;

interface Index {
  name: string;
  key: Doc;
}

const idIndex: Index = { name: '_id_', key: new Map([['_id', 1]]) };

export interface Refusals {
  /** An error as MongoDB tells it: by the code, and of a value that is taken with the key of its index. Throws others. */
  ofError(error: unknown, place: Place): Promise<Answer>;
  /** The same in the answer of a command that wrote what it could. */
  ofWrites(answer: Answer, place: Place): Promise<Answer>;
}

export function createRefusals(sql: postgres.Sql): Refusals {
  /** The unique index in which a value is taken, by what is said of it. */
  async function takenIndex(message: string, constraint: string | undefined, place: Place): Promise<Index> {
    const name = namedIndex.exec(message)?.[1];
    const [statement, parameters] =
      name === undefined
        ? [ofConstraint, [constraint ?? '']]
        : [ofName, [place.database, place.collection, name]];
    const [index = idIndex] = foundIndexes.parse([...(await sql.unsafe(statement, parameters))]);
    return index;
  }

  /** What MongoDB says of a value that is taken. */
  async function takenValue(...said: Parameters<typeof takenIndex>) {
    const { name, key } = await takenIndex(...said);
    const { database, collection } = said[2];
    return {
      errmsg: `E11000 duplicate key error collection: ${database}.${collection} index: ${name}`,
      keyPattern: key,
    };
  }

  async function ofWrite(error: Value, place: Place): Promise<Value> {
    if (!isDoc(error)) return error;
    const [packed, message] = [error.get('code'), error.get('errmsg')];
    const code = typeof packed === 'number' ? codeOfState(stateOfNumber(packed)) : undefined;
    if (code === undefined) return error;
    const told: Doc = new Map([...error, ['code', code]]);
    if (code !== ERROR_CODES.DuplicateKey || typeof message !== 'string') return told;
    return new Map([...told, ...Object.entries(await takenValue(message, undefined, place))]);
  }

  return {
    ofError: async (error, place) => {
      const told = (code: number, errmsg: string): Answer => ({ ok: new Double(0), errmsg, code });
      if (error instanceof StoreError) return told(error.code, error.message);
      if (!(error instanceof postgres.PostgresError)) throw error;
      const { code: state, message, constraint_name } = error;
      const code = codeOfState(state) ?? ERROR_CODES.OperationFailed;
      const answer = told(code, `${state} ${message}`);
      if (code !== ERROR_CODES.DuplicateKey) return answer;
      return { ...answer, ...(await takenValue(message, constraint_name, place)) };
    },
    ofWrites: async (answer, place) => {
      const { writeErrors } = answer;
      if (!Array.isArray(writeErrors)) return answer;
      return {
        ...answer,
        writeErrors: await Promise.all(writeErrors.map((each: Value) => ofWrite(each, place))),
      };
    },
  };
}
