import postgres from 'postgres';
import type { Writable } from '@crm/embedded-store/values/bson.js';
import { ERROR_CODES, StoreError } from '@crm/embedded-store/values/errors.js';
import { Double, isDoc, type Doc, type Value } from '@crm/embedded-store/values/values.js';
import { codeOfState, stateOfNumber } from './error-codes.js';
import { askDocument } from './postgres.js';

export type Answer = Readonly<Record<string, Writable>>;

/** Where a command writes. */
export interface Place {
  database: string;
  collection: string;
}

const keyOf = `SELECT (index_spec).index_key::text AS answer
  FROM documentdb_api_catalog.collection_indexes JOIN documentdb_api_catalog.collections USING (collection_id)`;
const ofName = `${keyOf} WHERE database_name = $1 AND collection_name = $2 AND (index_spec).index_name = $3`;
const ofConstraint = `${keyOf} WHERE 'documents_rum_index_' || index_id = $1`;

/** DocumentDB names the index of a write that it refused, PostgreSQL the constraint by which it is kept unique. */
const namedIndex = /Index '(.+)'/;

const idKey: Doc = new Map([['_id', 1]]);

export interface Refusals {
  /** An error as MongoDB tells it: by the code, and of a value that is taken with the key of its index. Throws others. */
  ofError(error: unknown, place: Place): Promise<Answer>;
  /** The same in the answer of a command that wrote what it could. */
  ofWrites(answer: Answer, place: Place): Promise<Answer>;
}

export function createRefusals(sql: postgres.Sql): Refusals {
  /** The key of the unique index, by what is said of it. */
  async function takenKey(message: string, constraint: string | undefined, place: Place): Promise<Doc> {
    const name = namedIndex.exec(message)?.[1];
    const found =
      name === undefined
        ? await askDocument(sql, ofConstraint, [constraint ?? ''])
        : await askDocument(sql, ofName, [place.database, place.collection, name]);
    // What is kept unique by no index is the id.
    return found ?? idKey;
  }

  async function ofWrite(error: Value, place: Place): Promise<Value> {
    if (!isDoc(error)) return error;
    const [packed, message] = [error.get('code'), error.get('errmsg')];
    const code = typeof packed === 'number' ? codeOfState(stateOfNumber(packed)) : undefined;
    if (code === undefined) return error;
    const told: Doc = new Map([...error, ['code', code]]);
    if (code === ERROR_CODES.DuplicateKey && typeof message === 'string')
      told.set('keyPattern', await takenKey(message, undefined, place));
    return told;
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
      return { ...answer, keyPattern: await takenKey(message, constraint_name, place) };
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
