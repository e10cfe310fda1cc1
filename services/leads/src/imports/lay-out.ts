import {
  detectDelimiter,
  detectEncoding,
  matchColumns,
  missingColumns,
  notText,
  separatorLine,
} from './columns.rules.js';
import type { ImportDoc } from './import.model.js';
import { readHeadings } from './read-batch.js';
import { splitterFor } from './split-file.js';

/** How a file is to be read, by its first bytes, or why it cannot be. */
export function layOut(
  head: Buffer,
  givenDelimiter: string,
): { failure: string } | Pick<ImportDoc, 'next' | 'layout'> {
  const { encoding, mark } = detectEncoding(head);
  const failure = notText(head, encoding);
  if (failure) return { failure };
  const text = head.subarray(mark);
  const [firstLine = ''] = new TextDecoder(encoding).decode(text).split(/\r?\n/, 1);
  const separator = separatorLine(firstLine);
  const delimiter = givenDelimiter || (separator ?? detectDelimiter(firstLine));

  const splitter = splitterFor(encoding, { offset: mark, line: 1, delimiter });
  const records = [...splitter.push(text), ...splitter.end()];
  const first = records[separator === undefined ? 0 : 1];
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
