/**
 * Allowlists of the fields of commands and their subdocuments: those that this store supports, and those that only
 * MongoDB supports. No field is silently ignored: an unsupported one is rejected as not implemented, an unknown one with
 * MongoDB's own error.
 */
import { isSimple } from '../values/collation.js';
import { StoreError } from '../values/errors.js';
import { isDoc, typeNameOf, type Doc } from '../values/values.js';

export interface Fields {
  known: ReadonlySet<string>;
  /** Known to MongoDB only: rejected as not supported by this store. */
  unsupported: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

/** Names of fields, separated by spaces. */
export const fields = (known: string, unsupported = ''): Fields => ({
  known: words(known),
  unsupported: words(unsupported),
});

/** Generic arguments of all commands; parsed in `generic.ts`. */
const GENERIC =
  words(`$db lsid $clusterTime $readPreference readConcern writeConcern comment maxTimeMS apiVersion
  apiStrict apiDeprecationErrors`);

/** Rejects fields of a command that are neither its own nor generic. */
export function checkCommand(body: Doc, where: string, known: Fields): void {
  checkNames(body, where, known, GENERIC);
}

/** Rejects unknown fields of a document inside a command. */
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
    // null and false are the same as leaving the option out.
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
