import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { currentContext } from '../log/request-context.js';
import { changesIn } from './add-details.js';
import type { AuditedAction, AuditOutcome } from './audit-entry.js';
import { ownEntry } from './own-entry.js';

/** The entry of a command of the bus, in whose context this is called; refused ones are denied. */
export function commandEntry(
  { type, subject, actorid, correlationid }: Envelope,
  outcome: AuditOutcome,
  at: Date,
): AuditedAction {
  const details = currentContext()?.audit;
  return ownEntry({
    ...{ at, actor_id: actorid, actor_name: '', action: `command.${type}`, outcome },
    subjects: [...new Set([subject, ...(details?.subjects ?? [])])],
    correlation_id: correlationid,
    changes: outcome === 'done' ? changesIn(details) : [],
  });
}
