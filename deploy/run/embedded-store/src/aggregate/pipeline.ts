/** What the stages of a pipeline share. */
import type { Reads } from './expressions.js';
import { PAUSE, type Turns } from '../turns.js';
import type { Doc } from '../values/values.js';

export { PAUSE };

/**
 * Documents, and now and then a PAUSE: "nothing yet, let others work". Any source may yield it; every stage passes it
 * on at once, and those that collect everything first pass it on while they collect.
 */
export type Flow = Iterable<Doc | typeof PAUSE>;

export interface Pipeline {
  run(input: Flow): Flow;
  /** Top-level fields of the input that the pipeline reads; undefined is all of the document. */
  readonly fields: string[] | undefined;
}

export interface Stage {
  run(input: Flow): Flow;
  /** What it reads of its input, beside what it passes on. */
  readonly reads: Reads;
  /** Its output holds nothing of the input but what it reads. */
  readonly closes?: boolean;
}

export const readNothing = (): Reads => ({ fields: new Set() });

export const topField = (path: string): string => path.split('.', 1)[0] as string;

/** A stage that makes one document of each; `undefined` drops it. */
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

/** Documents that are at hand, with a pause where it is time for one. */
export function* flowOf(docs: Iterable<Doc>, turns: Turns | undefined): Flow {
  for (const doc of docs) {
    yield doc;
    if (turns?.isOver() === true) yield PAUSE;
  }
}
