import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { typeNameOf, type TypeId } from '@crm/contracts/codes/lead-types.js';
import type { FileConsent } from '@crm/contracts/customers/consent.js';
import type { ImportedRow } from '@crm/contracts/leads/import-row.rules.js';
import { consentOfRow } from '../consent/consent.rules.js';
import { saveConsents, type ConsentContext, type Received } from '../consent/save-consent.js';
import {
  insertImportedLeads,
  linesAlreadyIn,
  type DuplicateLine,
  type InsertingContext,
} from '../editing/insert-imported.js';
import { findDuplicates, type Duplicates } from '../lead/duplicates.js';

/** A row that is to become a lead; its line in the file is half of its identity. */
export interface RowToInsert {
  line: number;
  row: ImportedRow;
  /** Corrected to another number than its line had: what it proves is about another person. */
  isOtherPhone?: boolean;
}

/** Which import rows belong to, and who started it. */
export interface ImportOfRows {
  id: string;
  typeId: TypeId;
  /** The name of the file. */
  file: string;
  starter: Actor;
  /** The consent of all of its rows. */
  consent: FileConsent | null;
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
  /** Stores what proves the consent of the persons of rows, theirs or their file's, each once; also of those who are leads already. */
  saveConsents(rows: readonly RowToInsert[], of: ImportOfRows): Promise<void>;
}

/**
 * The proof that a row or its file brings. It is about the person, whose lead it may or may not become: the file's once for
 * each number, however many of its rows name it.
 */
function receivedOf(
  { line, row, isOtherPhone = false }: RowToInsert,
  { id, file, consent: ofFile }: ImportOfRows,
): Received[] {
  const known = consentOfRow(row.consent, ofFile);
  if (known === undefined) return [];
  const { phone, email } = row;
  const { consent, kind, covers } = known;
  const second = row['second_phone'];
  const ownKey = isOtherPhone ? `${String(line)}:${phone}` : String(line);
  return [
    {
      external_id: `import:${id}:${covers === 'row' ? ownKey : phone}`,
      ...{ consent, kind },
      person: { phone, second_phone: typeof second === 'string' ? second : null, email },
      lead_id: null,
      received_from: file,
      import: { id: new Types.ObjectId(id), covers },
    },
  ];
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
    saveConsents: (rows, of) =>
      saveConsents(
        ctx,
        of.starter,
        rows.flatMap((each) => receivedOf(each, of)),
      ),
  };
}
