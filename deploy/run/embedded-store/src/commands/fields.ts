/**
 * The fields of commands and of what is in them: those this store knows, and those that MongoDB has and it has not.
 * Nothing is ever ignored: what is not known here is refused, in MongoDB's words where MongoDB does not know it either.
 */
import { isSimple } from '../values/collation.js';
import { StoreError } from '../values/errors.js';
import { isDoc, typeNameOf, type Doc } from '../values/values.js';

export interface Fields {
  known: ReadonlySet<string>;
  /** MongoDB has them: the refusal says that this store has not. */
  unsupported: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

/** Names of fields, separated by spaces. */
export const fields = (known: string, unsupported = ''): Fields => ({
  known: words(known),
  unsupported: words(unsupported),
});

/** What any command may carry; `generic.ts` reads it. */
const GENERIC =
  words(`$db lsid $clusterTime $readPreference readConcern writeConcern comment maxTimeMS apiVersion
  apiStrict apiDeprecationErrors`);

/** Refuses fields of a command that are not its own and not any command's. */
export function checkCommand(body: Doc, where: string, known: Fields): void {
  checkNames(body, where, known, GENERIC);
}

/** Refuses fields of a document inside a command that are not known there. */
export function checkFields(doc: Doc, where: string, known: Fields): void {
  checkNames(doc, where, known);
}

function checkNames(
  doc: Doc,
  where: string,
  { known, unsupported }: Fields,
  also?: ReadonlySet<string>,
): void {
  for (const [name, value] of doc) {
    if (known.has(name) || also?.has(name) === true) continue;
    if (!unsupported.has(name)) {
      throw new StoreError(40415, `BSON field '${where}.${name}' is an unknown field.`);
    }
    // As good as not given: nothing is asked for.
    if (value === null || value === false) continue;
    if (name === 'collation') {
      if (!isDoc(value)) {
        throw new StoreError(
          'TypeMismatch',
          `BSON field '${where}.collation' is the wrong type '${typeNameOf(value)}', expected type 'object'`,
        );
      }
      if (isSimple(value)) continue;
    }
    throw new StoreError(
      'NotImplemented',
      `the option '${name}' of '${where}' is not supported by this store`,
    );
  }
}
