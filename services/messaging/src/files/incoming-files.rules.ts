import { textFileKind } from '@crm/contracts/codes/text-files.js';

/** A file that a text came with, as the carrier's webhook names it. */
export interface IncomingFile {
  /** Null where what it names is no file of this text in our account. */
  sid: string | null;
  type: string;
}

/** The carrier names no more of one text. */
const maxFiles = 10;

const unknownType = 'application/octet-stream';

/**
 * The files that a webhook names. Of each address the file's id alone is taken, and only where it is one of this text in
 * our account: where a file is fetched is never a webhook's to say.
 */
export function incomingFiles(
  fields: Readonly<Record<string, string>>,
  { accountSid, messageSid }: { accountSid: string; messageSid: string },
): IncomingFile[] {
  const count = Math.min(maxFiles, Number(/^\d+$/.exec(fields['NumMedia'] ?? '')?.[0] ?? 0));
  const folder = `/2010-04-01/Accounts/${accountSid}/Messages/${messageSid}/Media/`;
  return Array.from({ length: count }, (_, index) => {
    const url = fields[`MediaUrl${String(index)}`] ?? '';
    const type = (fields[`MediaContentType${String(index)}`] ?? '').trim().toLowerCase();
    const path = URL.canParse(url) ? new URL(url).pathname : '';
    const name = path.startsWith(folder) ? path.slice(folder.length) : '';
    return {
      sid: /^ME[0-9a-f]{32}$/i.test(name) ? name : null,
      type: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : unknownType,
    };
  });
}

/** Whether files of a kind are fetched at all. */
export const isTaken = (type: string) => textFileKind(type) !== 'file';
