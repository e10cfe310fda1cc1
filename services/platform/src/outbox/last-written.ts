import type { Types } from 'mongoose';

/** More than one process has on hand at once; what is forgotten is read. */
const maxKept = 2_000;

/**
 * Documents as this process wrote or read them last, so that the next change of one needs no reading. Another process may have
 * written since: whoever decides by one writes from its version, and reads before deciding that there is nothing to do.
 */
export interface LastWritten<D> {
  /** The document as it was kept, once: whoever writes it keeps it anew. */
  take(id: Types.ObjectId): D | undefined;
  /** The same however often, also while whoever took it writes it: for what never changes of it. */
  peek(id: Types.ObjectId): D | undefined;
  keep(document: D): void;
}

/** `isOver`: nothing more is expected of the document; it is not kept. Without one it is until `most` others came behind it. */
export function createLastWritten<D extends { _id: Types.ObjectId }>(
  isOver: (document: D) => boolean = () => false,
  most = maxKept,
): LastWritten<D> {
  const kept = new Map<string, { document: D; isTaken: boolean }>();
  return {
    take: (id) => {
      const entry = kept.get(id.toHexString());
      if (entry === undefined || entry.isTaken) return undefined;
      entry.isTaken = true;
      return entry.document;
    },
    peek: (id) => kept.get(id.toHexString())?.document,
    keep: (document) => {
      const key = document._id.toHexString();
      kept.delete(key);
      if (isOver(document)) return;
      kept.set(key, { document, isTaken: false });
      // A map keeps the order of adding: the first is the one that was written longest ago.
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
