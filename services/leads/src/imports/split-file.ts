import { StringDecoder } from 'node:string_decoder';
import type { FileEncoding } from './columns.rules.js';
import { RecordSplitter, type RawRecord } from './split-records.js';

interface Start {
  offset: number;
  line: number;
  delimiter: string;
}

/** What splits the bytes of a file into records, each with where it ends in the file. */
export type FileSplitter = Pick<RecordSplitter, 'push' | 'end'>;

/** Kept for the mapping of offsets: more than a record and the chunk of the file in which it ends. */
const keptBytes = 1024 * 1024;

/** How many units of UTF-16 this UTF-8 text has, cut wherever it is: one for each first byte, two for those of four bytes. */
function unitsOf(utf8: Buffer): number {
  let units = 0;
  for (const byte of utf8) {
    if (byte >= 0xf0) units += 2;
    else if ((byte & 0xc0) !== 0x80) units += 1;
  }
  return units;
}

/**
 * Splits a file of UTF-16: its text as UTF-8 goes through the splitter of bytes, and where a record ends is counted back
 * into the file, two bytes for each unit.
 */
class Utf16Splitter implements FileSplitter {
  readonly #inner: RecordSplitter;
  readonly #decoder = new StringDecoder('utf16le');
  readonly #isBigEndian: boolean;
  /** The odd byte of a chunk that ended within a unit. */
  #half: Buffer = Buffer.alloc(0);
  /** Text since the place that both offsets below stand at. */
  #text: Buffer = Buffer.alloc(0);
  #inText = 0;
  #inFile: number;

  constructor({ offset, ...start }: Start, isBigEndian: boolean) {
    this.#inner = new RecordSplitter({ ...start, offset: 0 });
    this.#isBigEndian = isBigEndian;
    this.#inFile = offset;
  }

  push(chunk: Buffer): RawRecord[] {
    const bytes = Buffer.concat([this.#half, chunk]);
    const whole = bytes.length - (bytes.length % 2);
    this.#half = bytes.subarray(whole);
    // Swapped in the copy that was just made.
    const units = this.#isBigEndian ? bytes.subarray(0, whole).swap16() : bytes.subarray(0, whole);
    return this.#split(Buffer.from(this.#decoder.write(units)));
  }

  end(): RawRecord[] {
    return [...this.#split(Buffer.from(this.#decoder.end())), ...this.#mapped(this.#inner.end())];
  }

  #split(text: Buffer): RawRecord[] {
    this.#text = Buffer.concat([this.#text, text]);
    const records = this.#mapped(this.#inner.push(text));
    // A line without an end: no record ends so far back any more.
    if (this.#text.length > 2 * keptBytes) this.#goTo(this.#inText + this.#text.length - keptBytes);
    return records;
  }

  #mapped(records: RawRecord[]): RawRecord[] {
    return records.map((record) => {
      this.#goTo(record.end);
      return { ...record, end: this.#inFile };
    });
  }

  #goTo(inText: number): void {
    const passed = inText - this.#inText;
    this.#inFile += 2 * unitsOf(this.#text.subarray(0, passed));
    this.#text = this.#text.subarray(passed);
    this.#inText = inText;
  }
}

/** What splits a file of this encoding from a place on that it was split to before, or from its beginning. */
export function splitterFor(encoding: FileEncoding, start: Start): FileSplitter {
  return encoding === 'utf-16le' || encoding === 'utf-16be'
    ? new Utf16Splitter(start, encoding === 'utf-16be')
    : new RecordSplitter(start);
}

/** In what the bytes of its records are: those of a file of UTF-16 come as UTF-8. */
export function encodingOfRecords(encoding: FileEncoding): 'utf-8' | 'windows-1252' {
  return encoding === 'windows-1252' ? encoding : 'utf-8';
}
