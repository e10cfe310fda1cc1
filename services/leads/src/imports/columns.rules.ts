import {
  importColumns,
  type ImportColumn,
  type ImportField,
} from '@crm/contracts/resources/import-columns.js';

const fieldsByHeading = (columns: readonly ImportColumn[]) =>
  new Map<string, ImportField>(
    columns.flatMap(({ name, headings }) => headings.map((heading) => [heading, name] as const)),
  );
const known = fieldsByHeading(importColumns);

const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * Which column fills which field, by its heading: position to field. The first column of a field counts; a second
 * phone column fills the second phone.
 */
export function matchColumns(
  headings: readonly string[],
  fieldOf: ReadonlyMap<string, ImportField> = known,
): Map<number, ImportField> {
  const columns = new Map<number, ImportField>();
  const taken = new Set<ImportField>();
  for (const [position, heading] of headings.entries()) {
    const named = fieldOf.get(plain(heading));
    const field = named === 'phone' && taken.has('phone') ? 'second_phone' : named;
    if (!field || taken.has(field)) continue;
    taken.add(field);
    columns.set(position, field);
  }
  return columns;
}

/** Why a file with these columns cannot be imported, or undefined where it can. */
export function missingColumns(
  columns: ReadonlyMap<number, ImportField>,
  headings: readonly string[],
): string | undefined {
  const fields = new Set(columns.values());
  const missing = [
    ...(fields.has('fullname') || fields.has('first_name') || fields.has('last_name')
      ? []
      : ['the full name']),
    ...(fields.has('phone') ? [] : ['the phone number']),
  ];
  if (missing.length === 0) return undefined;
  const found = headings
    .map((heading) => heading.trim())
    .filter(Boolean)
    .slice(0, 12)
    .join(', ');
  return `No column holds ${missing.join(' and ')}. The first line has: ${found || 'nothing'}`;
}

const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** The delimiter that the first line of a file speaks for: the one that is in it most often outside quotes. */
export function detectDelimiter(firstLine: string): Delimiter {
  const outside = firstLine.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => ({ delimiter, count: outside.split(delimiter).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}

/** How the text of a file is stored. */
export type FileEncoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** The delimiter that Excel's own first line names (`sep=;`); such a line is no part of the table. */
export function separatorLine(firstLine: string): string | undefined {
  return /^"?sep=([\t!-/:-@[-`{-~])"?$/i.exec(firstLine)?.[1];
}

const isUtf16 = (head: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const units = Math.floor(head.length / 2);
  const zeros = [0, 0];
  for (let at = 0; at < units * 2; at += 1) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  // Headings, delimiters, digits: nearly a third of any table is below 256, and its first character is. A zero on the
  // other side is a rare letter; where both sides have many it is no text.
  const isClear = (some: number, others: number) => some >= units * 0.3 && some > others * 4;
  if (head[0] !== 0 && head[1] === 0 && isClear(second, first)) return 'utf-16le';
  if (head[0] === 0 && head[1] !== 0 && isClear(first, second)) return 'utf-16be';
  return undefined;
};

/**
 * The encoding of a file by its first bytes, decided on 64 KB, and how many bytes of a byte order mark stand before the
 * text: what the mark says; without one UTF-16 where every other byte is zero, UTF-8 where they are valid UTF-8, else
 * windows-1252 (settled: CSV). A character cut at the very end is no sign against UTF-8.
 */
export function detectEncoding(head: Buffer): { encoding: FileEncoding; mark: number } {
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', mark: 2 };
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  const wide = mark === 0 ? isUtf16(head) : undefined;
  if (wide !== undefined) return { encoding: wide, mark };
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return { encoding: 'utf-8', mark };
  } catch {
    return { encoding: 'windows-1252', mark };
  }
}

/** Why the first bytes, read as this encoding, cannot be those of a text file, or undefined. */
export function notText(head: Buffer, encoding: FileEncoding): string | undefined {
  if (head.length === 0) return 'The file is empty';
  const hasZero = encoding.startsWith('utf-16')
    ? new TextDecoder(encoding).decode(head).includes('\0')
    : head.includes(0);
  return hasZero ? 'The file is not a CSV text file' : undefined;
}
