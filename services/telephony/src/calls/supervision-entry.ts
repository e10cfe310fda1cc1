import { callSupervised } from '@crm/contracts/bus/call-events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { ownEntry } from '@crm/platform/audit/own-entry.js';
import type { OwnEntries } from '@crm/platform/outbox/outbox-fields.js';
import type { CallDoc } from './call.model.js';
import { supervisorOf } from './supervisor.rules.js';

/**
 * The audit entry of a supervision that ended without being asked to, beside the event that says so: the call ended, or the
 * supervisor's browser did. Whoever leaves has the entry of their request.
 */
export function unaskedEndOf(
  before: CallDoc,
  after: CallDoc,
  { events, now }: { events: readonly Envelope[]; now: Date },
): OwnEntries {
  const former = supervisorOf(before);
  const event = events.find(({ type }) => type === callSupervised.type);
  if (former === undefined || supervisorOf(after) !== undefined || event === undefined) return new Map();
  if (after.supervisor?.leaving === true) return new Map();
  const lead = after.lead_id === null ? [] : [`lead/${after.lead_id.toHexString()}`];
  const entry = ownEntry({
    at: now,
    ...{ actor_id: former.user_id, actor_name: former.name, action: 'call.supervised' },
    subjects: [`call/${after._id.toHexString()}`, ...lead],
    changes: [{ field: 'mode', before: former.mode, after: null }],
  });
  return new Map([[event.id, entry]]);
}
