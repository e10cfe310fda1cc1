import { Types } from 'mongoose';
import { savableStatus } from '@crm/contracts/codes/statuses.js';
import { sources } from '@crm/contracts/codes/sources.js';
import type { ChangeLeadInput } from '@crm/contracts/entities/lead-input.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { conflict, invalid } from '@crm/platform/errors/app-error.js';
import { untilWritten } from '@crm/platform/outbox/until-written.js';
import { letGoOfLeads } from '../assignment/let-go.js';
import { onlyDialledSince } from '../calling/ad-status.rules.js';
import type { LeadsContext } from '../context.js';
import { statusWasSaved } from '../work/status-saved.js';
import { wireAgent } from './agent-choice.js';
import { changeableLead, type Delivery } from './lead.access.js';
import { isAgent, isPerson, mayChangeSource } from './lead.policy.js';
import {
  assignedEvent,
  priceChangedEvent,
  statusChangedEvent,
  updatedEvent,
  type Doer,
} from './lead.events.js';
import type { LeadDoc } from './lead.model.js';
import { withDerived, type StoredFields } from './new-lead.js';
import {
  changedFields,
  choiceErrors,
  conflictingFields,
  readLeadInput,
  savingErrors,
  settleHealthFields,
  statusErrors,
} from './read-input.rules.js';
import { stamped, viewOf, writeLead } from './write-lead.js';

interface ChangeInput extends Delivery {
  lead_id: string;
  lead: ChangeLeadInput;
}

/** The lead with what was sent, and what a person's save brings along: no longer raw, and an agent's own from now on. */
function merged({ carrierNames }: LeadsContext, doer: Doer, stored: LeadDoc, fields: object): LeadDoc {
  const after: LeadDoc = { ...stored, ...fields };
  if (isPerson(doer)) after.empty = 0;
  if (isAgent(doer) && wireAgent(stored.user_id) !== doer.id) {
    after.user_id = new Types.ObjectId(doer.id);
    after.agent_fullname = doer.fullname;
    after.assigned_why = null;
  }
  return withDerived(settleHealthFields(after), carrierNames.of);
}

/** What cannot change: the type, and for anybody but admins and the system where the lead came from. */
function fixedFieldErrors(
  doer: Doer,
  stored: LeadDoc,
  { type, source }: ChangeLeadInput,
): Record<string, string> {
  const errors: Record<string, string> = {};
  if ((type === 'life' ? 2 : 4) !== stored.type_id) errors['type'] = 'The type of a lead does not change';
  if (!mayChangeSource(doer) && source !== undefined && sources[stored.source_id - 1]?.name !== source) {
    errors['source'] = 'The source of a lead is not yours to change';
  }
  return errors;
}

/** A late save goes through where it would change nothing that somebody else saved. */
function refuseConflict(stored: LeadDoc, fields: StoredFields): void {
  const differing = conflictingFields(fields, stored);
  if (differing.length === 0) return;
  throw conflict({ version: stored.version, changed_by: stored.changed_by, fields: differing });
}

/**
 * Changes a lead from the version named (process-lead with an id, PUT /api/rest/leads/{id}, lead.update). Somebody else
 * saved first: 409 with every sent field that differs, unless none does. Held by somebody else: 423. Throws `invalid`
 * with every wrong field of what was sent and, for a person's save, of the lead as it would be.
 */
export async function changeLead(
  ctx: LeadsContext,
  doer: Doer,
  { lead_id, lead: input, delivery }: ChangeInput,
): Promise<Lead> {
  let tookOver = false;
  const saved = await untilWritten(async () => {
    const { lead: stored, hold, isRepeat } = await changeableLead(ctx, doer, lead_id, delivery);
    if (isRepeat) return viewOf(ctx, stored, hold);

    const now = ctx.clock.now();
    const { fields, errors } = readLeadInput(input, pacificDate(now));
    const fixed = fixedFieldErrors(doer, stored, input);
    if (fixed['type'] !== undefined) throw invalid(fixed);
    if (!onlyDialledSince(stored, input.version)) refuseConflict(stored, fields);
    const after = merged(ctx, doer, stored, fields);
    const wrong = {
      ...(isPerson(doer) ? { ...savingErrors(after), ...choiceErrors(stored, after) } : {}),
      ...errors,
      ...fixed,
      ...statusErrors(stored, input),
    };
    if (Object.keys(wrong).length > 0) throw invalid(wrong);

    const changed = changedFields(stored, after);
    if (changed.length === 0) return viewOf(ctx, stored, hold);
    tookOver = changed.includes('user_id');
    return writeLead(ctx, doer, stored, hold, {
      after: stamped(after, doer, now, delivery),
      events: (change) => [
        updatedEvent(change, changed),
        ...(changed.includes('status') ? [statusChangedEvent(change, stored.status)] : []),
        ...(changed.includes('premium_price') ? [priceChangedEvent(change)] : []),
        ...(tookOver ? [assignedEvent(change, wireAgent(stored.user_id), 'own')] : []),
      ],
    });
  });
  if (savableStatus.safeParse(input.status).success) await statusWasSaved(ctx, lead_id);
  if (tookOver) await letGoOfLeads(ctx, doer, [lead_id]);
  return saved;
}
