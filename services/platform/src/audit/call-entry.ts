import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { currentContext, type RequestContext } from '../log/request-context.js';
import type { AuditedAction } from './audit-entry.js';

/** The entry of a call that changes something, from its beginning to its end. */
export interface CallEntry {
  /** The entry to store beside an event of the call, in the same write; undefined where none is needed there. */
  beside(event: Pick<Envelope, 'id' | 'subject'>): AuditedAction | undefined;
  /**
   * The change is done: resolves when its entry is on record, in the log or in an outbox. Throws `unavailable` where that
   * takes longer than 10 s.
   */
  done(entry: AuditedAction | undefined): Promise<void>;
  /** The call broke: its entry, if it is worth one, is stored with the next batch. */
  broke(entry: AuditedAction | undefined): void;
}

const entries = new WeakMap<RequestContext, CallEntry>();

/** Ties the entry of a call to the context that it is served in: its first write carries it. */
export function tieEntry(context: RequestContext, entry: CallEntry): void {
  entries.set(context, entry);
}

/** The entry of the call at hand, where that changes something. */
export function entryAtHand(): CallEntry | undefined {
  const context = currentContext();
  return context && entries.get(context);
}
