import type { Actor } from '@crm/contracts/access.js';
import type { Permission } from '@crm/contracts/customers/contact.js';
import type { DayReason, DayRow } from '@crm/contracts/entities/day.js';
import type { LeadsContext } from '../context.js';
import { leadRowView, type StoredRow } from '../lead/lead.view.js';
import { permissionFor, permissionsOf, phoneWays } from '../permission/lead-permission.js';
import type { FoundLead } from './find-day.js';

/** A lead of a day with how it may be contacted. */
export interface DayEntry extends FoundLead {
  permissions: Pick<DayRow, 'zones' | 'call' | 'text' | 'opens_at'>;
  /** When the clock alone changes that. */
  changesAt: string | null;
}

/**
 * When a lead may be contacted for a reason: null for now, undefined for not before something else changes. A reply may be
 * answered by text too; a call-back without a number is kept by e-mail.
 */
export function opensAt(
  { kind }: Pick<DayReason, 'kind'>,
  call: Permission | null,
  text: Permission | null,
): string | null | undefined {
  const fitting = [call, ...(kind === 'reply' ? [text] : [])].filter((each) => each !== null);
  if (fitting.length === 0) return kind === 'callback' ? null : undefined;
  if (fitting.some(({ allowed }) => allowed)) return null;
  return fitting.flatMap(({ next_allowed_at }) => next_allowed_at ?? []).sort()[0];
}

/** How some leads may be contacted now, in their order; those that nothing but a change opens are left out. */
export async function withPermissions(
  ctx: LeadsContext,
  actor: Actor,
  found: readonly FoundLead[],
  now: Date,
): Promise<DayEntry[]> {
  const answers = await permissionsOf(
    ctx,
    actor,
    found.map(({ lead }) => lead),
    { ways: phoneWays, now },
  );
  return found.flatMap((each, index) => {
    const answer = answers[index];
    if (answer === undefined) return [];
    const [call, text] = [permissionFor(answer, 'call'), permissionFor(answer, 'text')];
    const opens_at = opensAt(each.reason, call, text);
    if (opens_at === undefined) return [];
    const { zones, changes_at: changesAt } = answer;
    return [{ ...each, permissions: { zones, call, text, opens_at }, changesAt }];
  });
}

/** An entry on the wire, from the lead as it stands. */
export function dayRowOf({ reason, permissions }: DayEntry, lead: StoredRow, now: Date): DayRow {
  return { lead: leadRowView(lead, now), reason, ...permissions };
}
