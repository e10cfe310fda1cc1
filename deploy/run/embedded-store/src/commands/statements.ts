/** The statements of insert, update and delete, all parsed before the first one runs. */
import { decodeWords, encode } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { isDoc, typeNameOf, type Doc, type Value } from '../values/values.js';
import {
  documentArgument,
  flagArgument,
  hintArgument,
  listArgument,
  missing,
  numberArgument,
  requiredDocument,
  type Command,
} from './command.js';
import { checkCommand, checkFields, fields } from './fields.js';
import { checkWriteConcern } from './generic.js';

const MAX_BATCH = 100_000;

const insertFields = fields('insert documents ordered bypassDocumentValidation', 'bypassEmptyTsReplacement');
const updateFields = fields(
  'update updates ordered bypassDocumentValidation',
  'let bypassEmptyTsReplacement',
);
const updateStatementFields = fields('q u multi upsert hint sort', 'arrayFilters c collation upsertSupplied');
const deleteFields = fields('delete deletes ordered', 'let');
const deleteStatementFields = fields('q limit hint', 'collation');

export interface UpdateStatement {
  filter: Doc;
  update: Value;
  multi: boolean;
  upsert: boolean;
  sort: Doc | undefined;
  hint: Doc | string | undefined;
}

export interface DeleteStatement {
  filter: Doc;
  /** Delete only the first match. */
  isOne: boolean;
  hint: Doc | string | undefined;
}

/** The documents of a batch, from a document sequence or from an array in the body. */
function documentsOf(command: Command, name: string): Doc[] {
  const beside = command.sequences.get(name);
  const all = beside ? beside.map((raw) => decodeWords(raw)) : listArgument(command.body, name, command.name);
  checkBatch(all.length);
  return all.map((one, i) => {
    if (isDoc(one)) return one;
    throw new StoreError(
      'TypeMismatch',
      `BSON field '${command.name}.${name}.${String(i)}' is the wrong type '${typeNameOf(one)}', expected type 'object'`,
    );
  });
}

function checkBatch(count: number): void {
  if (count > 0 && count <= MAX_BATCH) return;
  throw new StoreError(
    'InvalidLength',
    `Write batch sizes must be between 1 and ${String(MAX_BATCH)}. Got ${String(count)} operations.`,
  );
}

/** Whether the batch stops at the first error. */
export const isOrdered = ({ body, name }: Command): boolean => flagArgument(body, 'ordered', name, true);

/** The documents to insert, encoded as BSON. */
export function readInsert(command: Command): Buffer[] {
  checkCommand(command.body, 'insert', insertFields);
  checkWriteConcern(command);
  flagArgument(command.body, 'bypassDocumentValidation', 'insert');
  const beside = command.sequences.get('documents');
  if (!beside) return documentsOf(command, 'documents').map((doc) => encode(doc));
  checkBatch(beside.length);
  return beside;
}

export function readUpdates(command: Command): UpdateStatement[] {
  checkCommand(command.body, 'update', updateFields);
  checkWriteConcern(command);
  flagArgument(command.body, 'bypassDocumentValidation', 'update');
  return documentsOf(command, 'updates').map((statement) => {
    const where = 'update.updates';
    checkFields(statement, where, updateStatementFields);
    const update = statement.get('u');
    const filter = requiredDocument(statement, 'q', where);
    if (update === undefined) throw missing(`${where}.u`);
    return {
      filter,
      update,
      multi: flagArgument(statement, 'multi', where),
      upsert: flagArgument(statement, 'upsert', where),
      sort: documentArgument(statement, 'sort', where),
      hint: hintArgument(statement),
    };
  });
}

export function readDeletes(command: Command): DeleteStatement[] {
  checkCommand(command.body, 'delete', deleteFields);
  checkWriteConcern(command);
  return documentsOf(command, 'deletes').map((statement) => {
    const where = 'delete.deletes';
    checkFields(statement, where, deleteStatementFields);
    const filter = requiredDocument(statement, 'q', where);
    const limit = numberArgument(statement, 'limit', where);
    if (limit === undefined) throw missing(`${where}.limit`);
    if (limit !== 0 && limit !== 1) {
      throw new StoreError(
        'FailedToParse',
        `The limit field in delete objects must be 0 or 1. Got ${String(limit)}`,
      );
    }
    return { filter, isOne: limit === 1, hint: hintArgument(statement) };
  });
}
