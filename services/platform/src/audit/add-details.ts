import type { AuditDetails, AuditedChange } from '../log/audit-details.js';
import { currentContext } from '../log/request-context.js';

const maxChanges = 200;

function details(): AuditDetails | undefined {
  const context = currentContext();
  if (context === undefined) return undefined;
  context.audit ??= { subjects: [], changes: new Map() };
  return context.audit;
}

/**
 * Says in the audit entry of the work at hand what changes of a record, `lead/<id>`; does nothing where there is none
 * (start-up, timers). Said before the write, it is in the entry that the write itself carries. Said again of the same
 * record, only the last counts: of a write that came to nothing, none.
 */
export function auditChanges(record: string, changes: readonly AuditedChange[]): void {
  const own = details();
  if (own === undefined) return;
  own.changes.delete(record);
  const room = maxChanges - changesIn(own).length;
  if (changes.length > 0 && room > 0) own.changes.set(record, changes.slice(0, room));
}

/** What changed of all records together. */
export const changesIn = (own: AuditDetails | undefined): AuditedChange[] =>
  own === undefined ? [] : [...own.changes.values()].flat();

/** Adds a record, `lead/<id>`, to those that the work at hand is done to. */
export function auditSubject(subject: string): void {
  const own = details();
  if (own !== undefined && !own.subjects.includes(subject)) own.subjects.push(subject);
}

/** Says who acts where no session does: the user who just signed in, the partner of a key. */
export function auditActor(id: string, name: string): void {
  const own = details();
  if (own !== undefined) own.actor = { id, name };
}
