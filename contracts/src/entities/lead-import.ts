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

/** One import of a file and how far it came. */
export const leadImport = z.object({
  id,
  file: z.string(),
  type: typeName,
  state: z.enum(['receiving', 'running', 'done', 'failed']),
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
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type LeadImport = z.infer<typeof leadImport>;

/** One refused row of an import: its line in the file, the reason, and the row as it stood. */
export const refusedRow = z.object({ line: z.int(), reason: z.string(), row: z.string() });
export type RefusedRow = z.infer<typeof refusedRow>;

/**
 * A refused row to be put right: what its columns hold by field, and what is wrong by field. Without fields it cannot be put
 * right here, as where it could not be split into columns.
 */
export const refusedRowFields = refusedRow.extend({
  fields: z.partialRecord(importField, z.string()).nullable(),
  errors: z.partialRecord(importField, z.string()),
});
export type RefusedRowFields = z.infer<typeof refusedRowFields>;
