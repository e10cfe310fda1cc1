import type { Connection } from 'mongoose';
import { atHand, type AtHand } from './at-hand.js';
import { onOwnWrites } from './own-writes.js';

/** How long what another process wrote may be unknown here. */
const keptMs = 1_000;

/** A model, or a collection of a connection. */
interface Stored {
  db: Connection;
  collection: { collectionName: string };
}

/** Who forgets what it has at hand when a collection is written, by connection: one listener for all of them. */
const forgetters = new WeakMap<Connection, Map<string, Set<() => void>>>();

function forgettersOf(connection: Connection): Map<string, Set<() => void>> {
  const known = forgetters.get(connection);
  if (known !== undefined) return known;
  const made = new Map<string, Set<() => void>>();
  forgetters.set(connection, made);
  // What is read while a write is under way may be from before it.
  for (const moment of ['operation-start', 'operation-end'] as const)
    onOwnWrites(connection, moment, (collection) => {
      for (const forget of made.get(collection) ?? []) forget();
    });
  return made;
}

/**
 * Keeps what `read` answers of a model that many ask and few change, for a second: what this process writes to its collection is
 * known at once, what another one writes within that second. Throws what `read` throws. `read` is given what it answered last, unless
 * this process has written since.
 */
export function storedAtHand<M extends Stored, T>(
  read: (model: M, last: T | undefined) => Promise<T>,
  steady?: () => number,
): (model: M) => Promise<T> {
  const known = new WeakMap<M, AtHand<T>>();

  function begin(model: M): AtHand<T> {
    // A query is executed anew for each who waits for it.
    const hand = atHand(async (last: T | undefined) => read(model, last), keptMs, steady);
    known.set(model, hand);
    const all = forgettersOf(model.db);
    const { collectionName } = model.collection;
    all.set(collectionName, (all.get(collectionName) ?? new Set()).add(hand.forget));
    return hand;
  }

  return (model) => (known.get(model) ?? begin(model)).get();
}
