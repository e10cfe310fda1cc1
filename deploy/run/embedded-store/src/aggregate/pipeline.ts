/** The interface of pipeline stages, and shared helpers. */
import type { Reads } from './expressions.js';
import { PAUSE, type Turns } from '../turns.js';
import type { Doc } from '../values/values.js';

export { PAUSE };

/**
 * A stream of documents, interleaved with PAUSE (yield to the event loop). Any source may emit it; every stage passes it
 * on immediately, and blocking stages such as `$group` pass it on while they buffer their input.
 */
export type Flow = Iterable<Doc | typeof PAUSE>;

export interface Pipeline {
  run(input: Flow): Flow;
  /** Top-level fields of the input that the pipeline reads; undefined: the whole document. */
  readonly fields: string[] | undefined;
}

export interface Stage {
  run(input: Flow): Flow;
  /** The fields of its input that it reads itself, in addition to those that later stages read. */
  readonly reads: Reads;
  /** Its output contains only what it reads, so that later stages need no further field of the input. */
  readonly closes?: boolean;
}

export const readNothing = (): Reads => ({ fields: new Set() });

export const topField = (path: string): string => path.split('.', 1)[0] as string;

/** A stage that maps each document; `undefined` drops it. */
export function eachDocument(reads: Reads, change: (doc: Doc) => Doc | undefined, closes = false): Stage {
  return {
    reads,
    closes,
    *run(input) {
      for (const doc of input) {
        if (doc === PAUSE) {
          yield PAUSE;
          continue;
        }
        const changed = change(doc);
        if (changed !== undefined) yield changed;
      }
    },
  };
}

/** A stream of documents in memory, with a PAUSE when the time slice is used up. */
export function* flowOf(docs: Iterable<Doc>, turns: Turns | undefined): Flow {
  for (const doc of docs) {
    yield doc;
    if (turns?.isOver() === true) yield PAUSE;
  }
}
