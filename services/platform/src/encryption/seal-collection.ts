import type { Connection } from 'mongoose';
import { partOf } from '../outbox/part-of.js';
import { DataKeyMissing, type DataKeys } from './data-keys.js';
import {
  addressedBy,
  hasSealed,
  needsSealing,
  openDocument,
  ownerOf,
  refuseSealedFilter,
  sealedDocument,
  sealedUpdate,
  setsSealed,
  SealedFieldMisused,
  type SealedFields,
} from './sealed-fields.js';

type Args = readonly unknown[];
type Method = (...args: Args) => unknown;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const objectsOf = (values: unknown): object[] =>
  Array.isArray(values) ? values.filter((value) => isObject(value)) : [];

/**
 * Encrypts fields of a collection on the way into the store and decrypts them on the way out: those of its model, of the
 * driver and of batches alike, since all of them go through the connection's one collection. No use case knows of it; one
 * that asks the store for the value of such a field is refused by `SealedFieldMisused`. Documents that hold the fields in
 * clear are read as they are.
 */
export function sealCollection(connection: Connection, spec: SealedFields, keys: DataKeys): void {
  const collection = connection.collection(spec.collection);

  async function opened<D extends object>(documents: readonly D[]): Promise<void> {
    const sealed = documents.filter((document) => hasSealed(spec, document));
    if (sealed.length === 0) return;
    const owners = sealed.map((document) => ownerOf(spec, document));
    const known = await keys.find(new Set(owners));
    for (const [index, document] of sealed.entries()) {
      const owner = owners[index] ?? '';
      const key = known.get(owner);
      if (key === undefined) throw new DataKeyMissing(owner);
      openDocument(spec, key, document);
    }
  }

  async function sealed(documents: readonly object[]): Promise<object[]> {
    const owners = documents.map((document) =>
      needsSealing(spec, document) ? ownerOf(spec, document) : undefined,
    );
    const known = await keys.forWriting(new Set(owners.filter((owner) => owner !== undefined)));
    return documents.map((document, index) => {
      const key = known.get(owners[index] ?? '');
      return key === undefined ? document : sealedDocument(spec, key, document);
    });
  }

  async function sealedOne(document: unknown): Promise<unknown> {
    if (!isObject(document) || !needsSealing(spec, document)) return document;
    const [one] = await sealed([document]);
    return one;
  }

  async function updated(filter: unknown, update: unknown): Promise<unknown> {
    if (!setsSealed(spec, update)) return update;
    const { id, owner } = addressedBy(spec, filter);
    const key = (await keys.forWriting([owner])).get(owner);
    return key === undefined ? update : sealedUpdate(spec, key, id, update);
  }

  /** Replaces a method of the collection by one that has the original. */
  function around(name: string, change: (original: Method, args: Args) => unknown): void {
    const original: unknown = Reflect.get(collection, name);
    if (typeof original !== 'function') return;
    const call: Method = (...args) => {
      const answer: unknown = Reflect.apply(original, collection, args);
      return answer;
    };
    Reflect.set(collection, name, (...args: unknown[]) => change(call, args));
  }

  /** Opens the documents of a cursor as they are read; those of `toArray` together. */
  function openCursor(cursor: unknown): unknown {
    if (!isObject(cursor)) return cursor;
    let isWhole = false;
    const replace = (name: string, make: (original: () => Promise<unknown>) => () => Promise<unknown>) => {
      const original: unknown = Reflect.get(cursor, name);
      if (typeof original !== 'function') return;
      const call = async (): Promise<unknown> => {
        const answer: unknown = await Reflect.apply(original, cursor, []);
        return answer;
      };
      Reflect.set(cursor, name, make(call));
    };
    const one = (original: () => Promise<unknown>) => async () => {
      const document = await original();
      if (!isWhole && isObject(document)) await opened([document]);
      return document;
    };
    replace('next', one);
    replace('tryNext', one);
    replace('toArray', (original) => async () => {
      // It reads by `next` itself.
      isWhole = true;
      const documents = await original();
      await opened(objectsOf(documents));
      return documents;
    });
    return cursor;
  }

  /** A document, or what the driver answers around one. */
  async function openAnswer(answer: unknown): Promise<unknown> {
    const document = isObject(answer) && 'lastErrorObject' in answer ? partOf(answer, 'value') : answer;
    if (isObject(document)) await opened([document]);
    return answer;
  }

  /** Whose keys an operation of a batch needs. */
  function writtenOwners(operation: object): string[] {
    return Object.values(operation).flatMap((given: unknown) => {
      const document = partOf(given, 'document') ?? partOf(given, 'replacement');
      if (isObject(document)) return needsSealing(spec, document) ? [ownerOf(spec, document)] : [];
      const filter = partOf(given, 'filter');
      return setsSealed(spec, partOf(given, 'update')) ? [addressedBy(spec, filter).owner] : [];
    });
  }

  async function sealedOperation(operation: object): Promise<object> {
    const changed: Record<string, unknown> = {};
    for (const [name, given] of Object.entries(operation)) {
      const filter = partOf(given, 'filter');
      if (filter !== undefined) refuseSealedFilter(spec, filter);
      const part: object = isObject(given) ? given : {};
      if (name === 'insertOne')
        changed[name] = { ...part, document: await sealedOne(partOf(given, 'document')) };
      else if (name === 'replaceOne')
        changed[name] = { ...part, replacement: await sealedOne(partOf(given, 'replacement')) };
      else if (name === 'updateOne')
        changed[name] = { ...part, update: await updated(filter, partOf(given, 'update')) };
      else {
        refuseMany(partOf(given, 'update'));
        changed[name] = given;
      }
    }
    return changed;
  }

  /** One value encrypted for several documents would open in none but one. */
  function refuseMany(update: unknown): void {
    if (setsSealed(spec, update))
      throw new SealedFieldMisused(spec.collection, 'a sealed field is set in several documents at once');
  }

  for (const name of ['find', 'findOne', 'findOneAndDelete', 'count', 'countDocuments', 'deleteOne'])
    around(name, (original, args) => {
      refuseSealedFilter(spec, args[0]);
      const answer = original(...args);
      if (name === 'find') return openCursor(answer);
      return name.startsWith('findOne') ? Promise.resolve(answer).then(openAnswer) : answer;
    });
  around('deleteMany', (original, args) => {
    refuseSealedFilter(spec, args[0]);
    return original(...args);
  });
  around('distinct', (original, args) => {
    refuseSealedFilter(spec, { [String(args[0])]: 1 });
    refuseSealedFilter(spec, args[1]);
    return original(...args);
  });
  around('insertOne', async (original, [document, ...others]) =>
    original(await sealedOne(document), ...others),
  );
  around('insertMany', async (original, [documents, ...others]) =>
    original(await sealed(objectsOf(documents)), ...others),
  );
  for (const name of ['updateOne', 'findOneAndUpdate'])
    around(name, async (original, [filter, update, ...others]) => {
      refuseSealedFilter(spec, filter);
      const answer = await original(filter, await updated(filter, update), ...others);
      return name === 'updateOne' ? answer : openAnswer(answer);
    });
  around('updateMany', (original, args) => {
    refuseSealedFilter(spec, args[0]);
    refuseMany(args[1]);
    return original(...args);
  });
  for (const name of ['replaceOne', 'findOneAndReplace'])
    around(name, async (original, [filter, replacement, ...others]) => {
      refuseSealedFilter(spec, filter);
      const answer = await original(filter, await sealedOne(replacement), ...others);
      return name === 'replaceOne' ? answer : openAnswer(answer);
    });
  around('bulkWrite', async (original, [operations, ...others]) => {
    const all = objectsOf(operations);
    // The keys of all of them in one question; behind it they are at hand.
    await keys.forWriting(new Set(all.flatMap(writtenOwners)));
    return original(await Promise.all(all.map(sealedOperation)), ...others);
  });
}
