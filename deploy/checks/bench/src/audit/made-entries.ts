import { chained, type AuditedAction, type AuditEntry } from '@crm/platform/audit/audit-entry.js';

const actors = 300;
const entriesPerLead = 100;
const dayMs = 86_400_000;
const actions = [
  ...['lead.opened', 'lead.opened', 'lead.opened', 'lead.opened', 'leads.listed'],
  ...['lead.updated', 'lead.opened', 'note.created', 'timeline.read', 'lead.opened'],
];
const batch = 2_000;

const hex = (number: number) => number.toString(16).padStart(24, '0');

/** A lead that everybody looks at: one entry in a few hundred. */
export const popularLead = `lead/${hex(0)}`;
export const leadOf = (index: number): string => `lead/${hex(1 + index)}`;
export const actorOf = (index: number): string => hex(9_000_000 + index);

/** What an office of hundreds leaves in a year, in its order: which lead, by whom and what goes round with different steps. */
function actionAt(index: number, wanted: number, until: Date): AuditedAction {
  const leads = Math.max(1, Math.floor(wanted / entriesPerLead));
  const who = (index * 7_919) % actors;
  const subject = index % 331 === 0 ? popularLead : leadOf((index * 104_729) % leads);
  // Shifted with each round over the leads: each of them is met by every action.
  const action = actions[(index + Math.floor(index / leads)) % actions.length] ?? 'lead.opened';
  return {
    at: new Date(until.getTime() - Math.round(((wanted - index) / wanted) * 365 * dayMs)),
    actor_id: actorOf(who),
    actor_name: `Agent ${String(who)}`,
    action,
    subjects:
      action === 'leads.listed'
        ? [subject, ...Array.from({ length: 9 }, (_, next) => leadOf((index + next * 31) % leads))]
        : [subject],
    outcome: index % 500 === 0 ? 'denied' : 'done',
    address: `198.51.${String(who % 100)}.${String(who % 250)}`,
    correlation_id: `3f0e8a52-7b9c-4d7c-9a4e-${String(index).padStart(12, '0')}`,
    changes: action === 'lead.updated' ? [{ field: 'state', before: 'TX', after: 'FL' }] : [],
    full_record: action === 'lead.opened',
  };
}

/** That many entries in batches, chained behind the last one that is there. */
export function* madeEntries(
  wanted: number,
  head: { seq: number; hash: string },
  until: Date,
): Generator<AuditEntry[]> {
  let last = head;
  for (let from = 0; from < wanted; from += batch) {
    const made = Array.from({ length: Math.min(batch, wanted - from) }, (_, index) =>
      actionAt(from + index, wanted, until),
    );
    const entries = chained(made, last, 'bench');
    const end = entries.at(-1);
    if (end !== undefined) last = { seq: end._id, hash: end.hash };
    yield entries;
  }
}
