import type { Actor } from '@crm/contracts/access.js';
import { typeNameOf, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { saveConsents, type ConsentContext, type Received } from '../consent/save-consent.js';
import {
  insertImportedLeads,
  linesAlreadyIn,
  type DuplicateLine,
  type InsertingContext,
} from '../editing/insert-imported.js';
import { findDuplicates, type Duplicates } from '../lead/duplicates.js';
import type { ImportedRow } from './row.rules.js';

/** A row that is to become a lead; its line in the file is half of its identity. */
export interface RowToInsert {
  line: number;
  row: ImportedRow;
}

/** Which import rows belong to, and who started it. */
export interface ImportOfRows {
  id: string;
  typeId: TypeId;
  /** The name of the file. */
  file: string;
  starter: Actor;
}

/** The part of the leads that an import touches. */
export interface LeadsClient {
  /** The lines of this import that are leads already: an import that was cut short comes by them again. */
  linesAlreadyIn(importId: string, lines: readonly number[]): Promise<ReadonlySet<number>>;
  /** Phones (E.164) and e-mails (lower case) of this list that belong to a living lead of the type. */
  findDuplicates(typeId: TypeId, phones: readonly string[], emails: readonly string[]): Promise<Duplicates>;
  /**
   * Makes leads of rows, each once, however often it is asked. Answers those whose person became a lead by another way
   * since `findDuplicates` was asked.
   */
  insertRows(rows: readonly RowToInsert[], of: ImportOfRows): Promise<DuplicateLine[]>;
  /** Stores what proves the consent of the persons of rows, each once; also of those who are leads already. */
  saveConsents(rows: readonly RowToInsert[], of: ImportOfRows): Promise<void>;
}

/** The proof that a row brings. It is about the person, whose lead it may or may not become. */
function receivedOf(
  row: ImportedRow,
  { external_id, file }: { external_id: string; file: string },
): Received[] {
  const { consent, phone, email } = row;
  if (consent === undefined) return [];
  const second = row['second_phone'];
  const person = { phone, second_phone: typeof second === 'string' ? second : null, email };
  return [{ external_id, consent, person, lead_id: null, received_from: file }];
}

/** The leads of a service as its imports see them. */
export function createLeadsClient(ctx: InsertingContext & ConsentContext): LeadsClient {
  return {
    linesAlreadyIn: (importId, lines) => linesAlreadyIn(ctx, importId, lines),
    findDuplicates: (typeId, phones, emails) => findDuplicates(ctx, typeId, phones, emails),
    insertRows: (rows, { id, typeId, starter }) =>
      insertImportedLeads(
        ctx,
        starter,
        rows.map(({ line, row }) => ({ line, fields: row })),
        { importId: id, type: typeNameOf[typeId] },
      ),
    saveConsents: (rows, { id, file, starter }) =>
      saveConsents(
        ctx,
        starter,
        rows.flatMap(({ line, row }) =>
          receivedOf(row, { external_id: `import:${id}:${String(line)}`, file }),
        ),
      ),
  };
}
