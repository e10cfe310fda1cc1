import { isHeading, numberIn } from './number-lines.rules.js';

/** What some lines of a file came to. */
export interface NumberBatch {
  /** E.164, each once within the batch. */
  numbers: string[];
  /** Lines without a number. */
  refused: number;
}

/** Numbers of one insert. */
const batchSize = 2_000;
/** A line that is longer has no number that matters; a file without line ends must not fill the memory. */
const longestLine = 64 * 1024;

/** The numbers of a file, a batch at a time, whatever its size. */
export async function* readNumbers(content: AsyncIterable<Buffer>): AsyncGenerator<NumberBatch> {
  let numbers = new Set<string>();
  let refused = 0;
  let isFirst = true;
  let rest = '';
  const take = (line: string) => {
    const text = line.trim();
    const mayBeHeading = isFirst;
    if (text === '') return;
    isFirst = false;
    const number = numberIn(text);
    if (number !== undefined) numbers.add(number);
    else if (!mayBeHeading || !isHeading(text)) refused += 1;
  };
  for await (const chunk of content) {
    // Digits and separators are the same in every encoding by bytes; a file of UTF-16 has zeros between them.
    const text = rest + chunk.toString('latin1').replaceAll('\0', '');
    const lines = text.split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '').slice(-longestLine);
    for (const line of lines) {
      take(line);
      if (numbers.size + refused < batchSize) continue;
      yield { numbers: [...numbers], refused };
      numbers = new Set();
      refused = 0;
    }
  }
  take(rest);
  yield { numbers: [...numbers], refused };
}
