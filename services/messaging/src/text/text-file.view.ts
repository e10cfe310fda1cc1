import type { TextFile } from '@crm/contracts/entities/messaging.js';
import { textFileKind, textLine } from '@crm/contracts/codes/text-files.js';
import type { LostBecause, TextFileDoc } from './text-file.schema.js';

const reasons: Record<LostBecause, string> = {
  gone: 'The carrier no longer has this file',
  away: 'The carrier could not be reached',
  'too-large': 'The file is larger than 5 MB',
  'not-taken': 'Files of this kind are not accepted',
  'other-kind': 'The file is not of the kind that it says',
  unnamed: 'The carrier did not say which file it is',
};

/** Whether the carrier may still have a lost file. */
export const canFetch = ({ state, sid, lost }: Pick<TextFileDoc, 'state' | 'sid' | 'lost'>) =>
  state === 'lost' && sid !== null && (lost === 'gone' || lost === 'away');

/** A file of a text as browsers see it. */
export const textFileView = (file: TextFileDoc): TextFile => ({
  id: file._id.toHexString(),
  kind: textFileKind(file.type),
  type: file.type,
  bytes: file.bytes ?? null,
  state: file.state,
  reason: file.lost === undefined ? '' : reasons[file.lost],
  can_fetch: canFetch(file),
});

/** What a line says of a text: its words, or else what it carries. */
export const lineOf = ({
  text = '',
  files = [],
}: {
  text?: string;
  files?: readonly TextFileDoc[];
}): string => textLine({ text, files: files.map(({ type }) => ({ kind: textFileKind(type) })) });
