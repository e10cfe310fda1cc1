import {
  byteOrderMark,
  detectDelimiter,
  detectEncoding,
  matchColumns,
  missingColumns,
  notText,
} from './columns.rules.js';
import type { ImportDoc } from './import.model.js';
import { readHeadings } from './read-batch.js';
import { RecordSplitter } from './split-records.js';

/** How a file is to be read, by its first bytes, or why it cannot be. */
export function layOut(
  head: Buffer,
  givenDelimiter: string,
): { failure: string } | Pick<ImportDoc, 'next' | 'layout'> {
  const failure = notText(head);
  if (failure) return { failure };
  const mark = byteOrderMark(head);
  const encoding = detectEncoding(head.subarray(mark));
  const [firstLine = ''] = new TextDecoder(encoding).decode(head.subarray(mark)).split(/\r?\n/, 1);
  const delimiter = givenDelimiter || detectDelimiter(firstLine);

  const splitter = new RecordSplitter({ offset: mark, line: 1, delimiter });
  const [first] = [...splitter.push(head.subarray(mark)), ...splitter.end()];
  if (!first) return { failure: 'The file is empty' };
  const headings = readHeadings(first, { delimiter, encoding });
  const columns = matchColumns(headings);
  const missing = missingColumns(columns, headings);
  if (missing) return { failure: missing };
  return {
    layout: { delimiter, encoding, columns: [...columns] },
    next: { offset: first.end, line: first.nextLine },
  };
}
