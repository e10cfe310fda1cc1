/** findAndModify: atomically updates or removes one document and returns it as it was before or is afterwards. */
import { Raw, copyDocument, decodeDocument, encode } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { parseProjection } from '../aggregate/project.js';
import type { Value } from '../values/values.js';
import {
  documentArgument,
  flagArgument,
  hintArgument,
  namespaceOf,
  type Answer,
  type Command,
  type Handler,
} from './command.js';
import { checkCommand, fields } from './fields.js';
import { checkWriteConcern } from './generic.js';
import { readQuery } from './parsing.js';
import { change, locate, located, putUpsert, readUpdate } from './write.js';

const known = fields(
  'findAndModify findandmodify query sort remove update new fields upsert hint bypassDocumentValidation',
  'arrayFilters collation let',
);

/** Parses the command. Throws if its options contradict each other. */
export function readFindAndModify({ body }: Command) {
  const where = 'findAndModify';
  checkCommand(body, where, known);
  flagArgument(body, 'bypassDocumentValidation', where);
  const remove = flagArgument(body, 'remove', where);
  const upsert = flagArgument(body, 'upsert', where);
  const after = flagArgument(body, 'new', where);
  const update = body.get('update');
  if (remove === (update !== undefined)) {
    throw new StoreError(
      'FailedToParse',
      remove
        ? 'Cannot specify both an update and remove=true'
        : 'Either an update or remove=true must be specified',
    );
  }
  if (remove && upsert)
    throw new StoreError('FailedToParse', 'Cannot specify both upsert=true and remove=true');
  if (remove && after) {
    throw new StoreError(
      'FailedToParse',
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  }
  const filter = documentArgument(body, 'query', where) ?? new Map<string, Value>();
  const sort = documentArgument(body, 'sort', where);
  const query = readQuery(filter, { sort, hint: hintArgument(body), limit: 1 });
  const fields = documentArgument(body, 'fields', where);
  const projection = fields && parseProjection(fields);
  const parsed = remove ? undefined : readUpdate(update, false);
  return { filter, query, projection, update: parsed, upsert, after };
}

export const findAndModify: Handler = async (command, { store }): Promise<Answer> => {
  const { filter, query, projection, update, upsert, after } = readFindAndModify(command);
  checkWriteConcern(command);
  const namespace = namespaceOf(command);
  const now = new Date();
  const before = await locate(command, store, namespace, query);

  return store.write((): Answer => {
    const collection = upsert
      ? store.catalog.ensureCollection(namespace)
      : store.catalog.collection(namespace);
    const { search, hit } = collection
      ? located(store, collection, query, before)
      : { search: undefined, hit: undefined };
    const shown = (raw: Buffer) => {
      if (!projection || !search) return new Raw(raw);
      return projection.apply(decodeDocument(raw));
    };
    if (!collection || !search || !hit) {
      if (!upsert || !collection || !update) {
        return { lastErrorObject: { n: 0, ...(!update ? {} : { updatedExisting: false }) }, value: null };
      }
      const doc = putUpsert(store, collection, filter, update, now);
      return {
        lastErrorObject: { n: 1, updatedExisting: false, upserted: doc.get('_id') },
        value: after ? shown(encode(doc)) : null,
      };
    }
    if (!update) {
      const raw = copyDocument(hit.raw);
      store.documents.remove(collection, hit.record, raw);
      return { lastErrorObject: { n: 1 }, value: shown(raw) };
    }
    const states = change(store, collection, hit, search, update, now);
    return {
      lastErrorObject: { n: 1, updatedExisting: true },
      value: shown(after ? states.after : states.before),
    };
  });
};
