import { z } from 'zod';
import { typeName } from '../codes/lead-types.js';
import { fileConsent, type FileConsent } from '../customers/consent.js';
import { id } from '../ids.js';
import { importField } from '../resources/import-columns.js';

const channelList = /^\s*(?:call|text|email)(?:\s*,\s*(?:call|text|email)){0,2}\s*$/;

/**
 * What a bulk upload is told: how columns are separated, the type of its leads and, if known, what proves the consent of
 * all of its persons. `channels` is a list with commas, as a form has no other.
 */
export const bulkUploadFields = z.object({
  delimiter: z.enum(['', ',', ';', '\t', '|']).default(''),
  lt: typeName,
  ...fileConsent.shape,
  channels: z
    .string()
    .max(100)
    .regex(channelList, 'List the channels with commas: call, text, email')
    .optional(),
});
export type BulkUploadFields = z.infer<typeof bulkUploadFields>;

/** The consent of all persons of a file as its form says it; of what it leaves out nothing is known. */
export const consentOfFile = ({ channels, ...said }: BulkUploadFields): FileConsent =>
  fileConsent.parse({
    ...said,
    ...(channels !== undefined && { channels: channels.split(',').map((channel) => channel.trim()) }),
  });

/** How many days after its end the refused rows of an import are kept. */
export const refusedRowDays = 90;

/** What an import that has not ended does now. */
export const importActivity = z.enum(['waiting', 'counting', 'importing', 'paused']);
export type ImportActivity = z.infer<typeof importActivity>;

/** One import of a file and how far it came. Of the rows that are read each is saved, refused or a duplicate. */
export const leadImport = z.object({
  id,
  file: z.string(),
  type: typeName,
  state: z.enum(['receiving', 'running', 'done', 'failed']),
  /** `waiting`: for its turn; `paused`: whoever worked on it is gone, and it will be resumed. Null once it has ended. */
  activity: importActivity.nullable(),
  /** How many rows the file has; null until they are counted. */
  rows: z.int().nullable(),
  read: z.int(),
  saved: z.int(),
  refused: z.int(),
  duplicates: z.int(),
  bytes: z.int(),
  bytes_done: z.int(),
  message: z.string(),
  started_by: z.string(),
  /** The consent of all of its rows; null where none was given with the file. */
  consent: fileConsent.nullable(),
  /** Whether the asker has cleared it from the latest files. */
  cleared: z.boolean(),
  /** Until when the rows that did not become leads are kept; null until it has ended. */
  rows_until: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type LeadImport = z.infer<typeof leadImport>;

/**
 * Which imports are asked for: those that the asker has not cleared, or the earlier ones: cleared, or begun before an
 * instant.
 */
export const importFilter = z.union([
  z.strictObject({}),
  z.strictObject({ cleared: z.literal(false) }),
  z.strictObject({ earlier_than: z.iso.datetime() }),
]);
export type ImportFilter = z.infer<typeof importFilter>;

/** One refused row of an import: its line in the file, the reason, and the row as it stood. */
export const refusedRow = z.object({ line: z.int(), reason: z.string(), row: z.string() });
export type RefusedRow = z.infer<typeof refusedRow>;

/** A longer cell is a mistake: the row was not split where it should have been. */
const longestCell = 5_000;

/** The cells of a row by field, as they are written. Whether they make a lead, `importRowOn` says. */
export const givenFields = z.partialRecord(importField, z.string().max(longestCell));
export type GivenFields = z.infer<typeof givenFields>;

/**
 * A refused row to be corrected: what its columns hold by field, and what is wrong by field. Without fields it can only be
 * corrected in its file, as where it could not be split into columns.
 */
export const refusedRowFields = refusedRow.extend({
  fields: z.partialRecord(importField, z.string()).nullable(),
  errors: z.partialRecord(importField, z.string()),
});
export type RefusedRowFields = z.infer<typeof refusedRowFields>;

/** So many corrected rows are sent at once. */
export const maxRetried = 100;

/** Refused rows with what is corrected of each; what is left out stays as it is in the file. */
export const retriedRows = z
  .array(z.object({ line: z.int().min(1), fields: givenFields }))
  .min(1)
  .max(maxRetried)
  .refine((rows) => new Set(rows.map(({ line }) => line)).size === rows.length, 'Each line may be sent once');
export type RetriedRow = z.infer<typeof retriedRows>[number];

/**
 * How a corrected row came out: imported (also where an earlier delivery of the same correction imported it), still refused
 * with what is wrong by field, or gone: erased meanwhile.
 */
export const retriedRow = z.object({
  line: z.int(),
  result: z.enum(['imported', 'refused', 'gone']),
  reason: z.string(),
  errors: z.partialRecord(importField, z.string()),
});
export type RetriedRowAnswer = z.infer<typeof retriedRow>;
