import type { AuditDetails, AuditedChange } from '../log/audit-details.js';
import { currentContext } from '../log/request-context.js';

const maxChanges = 200;

function details(): AuditDetails | undefined {
  const context = currentContext();
  if (context === undefined) return undefined;
  context.audit ??= { subjects: [], changes: [] };
  return context.audit;
}

/** Adds to the audit entry of the work at hand what changed by it; nothing where there is none (start-up, timers). */
export function auditChanges(changes: readonly AuditedChange[]): void {
  const own = details();
  if (own !== undefined) own.changes.push(...changes.slice(0, maxChanges - own.changes.length));
}

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
