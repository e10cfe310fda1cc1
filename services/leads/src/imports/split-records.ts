const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;

/** One record of a CSV file as bytes, with the line on which it begins (the first is 1) and where it ends. */
export interface RawRecord {
  line: number;
  bytes: Buffer;
  /** Offset of the first byte after the record and its line end. */
  end: number;
  /** The line after the record. */
  nextLine: number;
  /** Why the record cannot be read; such a record is one line long and the next line begins anew. */
  broken?: string;
}

const maxLines = 20;
const maxBytes = 64 * 1024;

const openQuote = 'Unclosed quote';
const tooLong = 'The row is longer than 64 KB';
const strayQuote = 'Unexpected text after a closing quote';

/**
 * Splits the bytes of a CSV file into records. A parser that skips broken records would swallow all that follows an
 * unclosed quote, so the borders are found here: a record over 20 lines or 64 KB, or a quote that is still open at the
 * end, costs the one line on which it begins (settled: CSV). Works on bytes because an offset to go on from must be
 * one of bytes; quote, delimiter and line end are ASCII in every encoding that is read.
 */
export class RecordSplitter {
  #rest: Buffer = Buffer.alloc(0);
  #offset: number;
  #line: number;
  /** A broken line whose end has not come yet: what is kept of it, while the rest is passed over. */
  #passingOver: Pick<RawRecord, 'bytes' | 'broken'> | undefined;
  readonly #delimiter: number;

  constructor(start: { offset: number; line: number; delimiter: string }) {
    this.#offset = start.offset;
    this.#line = start.line;
    this.#delimiter = start.delimiter.charCodeAt(0);
  }

  /** Takes the next bytes of the file and answers the records that they complete. */
  push(chunk: Buffer): RawRecord[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    return this.#take(false);
  }

  /** The file is over: answers the records that are left. */
  end(): RawRecord[] {
    return this.#take(true);
  }

  #take(isLast: boolean): RawRecord[] {
    const records: RawRecord[] = [];
    let from = 0;
    if (this.#passingOver) {
      const lineEnd = this.#rest.indexOf(LF);
      if (lineEnd === -1 && !isLast) {
        this.#offset += this.#rest.length;
        this.#rest = Buffer.alloc(0);
        return [];
      }
      from = lineEnd === -1 ? this.#rest.length : lineEnd + 1;
      records.push({
        ...this.#passingOver,
        line: this.#line,
        end: this.#offset + from,
        nextLine: this.#line + 1,
      });
      this.#line += 1;
      this.#passingOver = undefined;
    }
    while (from < this.#rest.length) {
      const record = this.#next(from, isLast);
      if (record === 'more') break;
      if (record === 'passing over') {
        from = this.#rest.length;
        break;
      }
      from = record.end - this.#offset;
      this.#line = record.nextLine;
      if (record.bytes.length > 0) records.push(record);
    }
    this.#rest = this.#rest.subarray(from);
    this.#offset += from;
    return records;
  }

  /** The record that begins at `from`, or what must come before it can be told. */
  #next(from: number, isLast: boolean): RawRecord | 'more' | 'passing over' {
    const bytes = this.#rest;
    let lines = 1;
    let isQuoted = false;
    let atFieldStart = true;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (at - from > maxBytes) return this.#firstLine(from, isQuoted ? openQuote : tooLong, isLast);
      if (isQuoted) {
        if (byte === LF) {
          lines += 1;
          if (lines > maxLines) return this.#firstLine(from, openQuote, isLast);
        } else if (byte === QUOTE) {
          const next = bytes[at + 1];
          if (next === undefined && !isLast) return 'more';
          if (next === QUOTE) at += 1;
          else if (next === undefined || next === this.#delimiter || next === CR || next === LF)
            isQuoted = false;
          else return this.#firstLine(from, strayQuote, isLast);
        }
      } else if (byte === LF) {
        return this.#record(from, at, lines);
      } else if (byte === QUOTE && atFieldStart) {
        isQuoted = true;
        atFieldStart = false;
      } else {
        atFieldStart = byte === this.#delimiter;
      }
    }
    if (!isLast) return 'more';
    return isQuoted ? this.#firstLine(from, openQuote, isLast) : this.#record(from, bytes.length, lines);
  }

  #record(from: number, lineEnd: number, lines: number, broken?: string): RawRecord {
    const end = Math.min(lineEnd + 1, this.#rest.length);
    const last = this.#rest[lineEnd - 1] === CR && lineEnd > from ? lineEnd - 1 : lineEnd;
    return {
      line: this.#line,
      bytes: this.#rest.subarray(from, last),
      end: this.#offset + end,
      nextLine: this.#line + lines,
      ...(broken ? { broken } : {}),
    };
  }

  #firstLine(from: number, broken: string, isLast: boolean): RawRecord | 'more' | 'passing over' {
    const lineEnd = this.#rest.indexOf(LF, from);
    if (lineEnd === -1 && !isLast) {
      if (this.#rest.length - from <= maxBytes) return 'more';
      this.#passingOver = { bytes: Buffer.from(this.#rest.subarray(from, from + maxBytes)), broken };
      return 'passing over';
    }
    const record = this.#record(from, lineEnd === -1 ? this.#rest.length : lineEnd, 1, broken);
    return { ...record, bytes: record.bytes.subarray(0, maxBytes) };
  }
}
