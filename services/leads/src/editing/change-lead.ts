import { Types } from 'mongoose';
import { supervises } from '@crm/contracts/access.js';
import { savableStatus } from '@crm/contracts/codes/statuses.js';
import { sources } from '@crm/contracts/codes/sources.js';
import type { ChangeLeadInput } from '@crm/contracts/entities/lead-input.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { conflict, invalid } from '@crm/platform/errors/app-error.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { releaseFormerUsers } from '../assignment/release.js';
import { saveRecordingConsent } from '../consent/recording-consent.js';
import { onlyDialledSince } from '../lead/ad-status.rules.js';
import type { LeadsContext } from '../context.js';
import { statusWasSaved } from '../work/status-saved.js';
import { wireAgent } from '../lead/agent-choice.js';
import { changeableLead, type Delivery } from '../lead/lead.access.js';
import { isAgent, isPerson, mayChangeSource } from '../lead/lead.policy.js';
import {
  assignedEvent,
  priceChangedEvent,
  statusChangedEvent,
  updatedEvent,
  type EventActor,
} from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { withDerived, type StoredFields } from '../lead/new-lead.js';
import {
  changedFields,
  choiceErrors,
  conflictingFields,
  readLeadInput,
  savingErrors,
  settleHealthFields,
  statusErrors,
} from '../lead/read-input.rules.js';
import { stamped, viewOf, writeLead } from '../lead/write-lead.js';

interface ChangeInput extends Delivery {
  lead_id: string;
  lead: ChangeLeadInput;
}

/** The lead with what was sent, and what a person's save brings along: no longer raw, and an agent's own from now on if a licence allows it. */
async function merged(
  { carrierNames, licencesAtHand, clock }: LeadsContext,
  actor: EventActor,
  stored: LeadDoc,
  fields: object,
): Promise<LeadDoc> {
  const after: LeadDoc = { ...stored, ...fields };
  if (isPerson(actor)) after.empty = 0;
  if (
    isAgent(actor) &&
    wireAgent(stored.user_id) !== actor.id &&
    // A team lead looks after what is an agent's.
    (stored.user_id === null || !supervises(actor)) &&
    (await licencesAtHand.denialReason(actor, after, clock.now())) === undefined
  ) {
    after.user_id = new Types.ObjectId(actor.id);
    after.agent_fullname = actor.fullname;
    after.assigned_why = null;
  }
  return withDerived(settleHealthFields(after), carrierNames.of);
}

/** What cannot change: the type, and for anybody but admins and the system where the lead came from. */
function fixedFieldErrors(
  actor: EventActor,
  stored: LeadDoc,
  { type, source }: ChangeLeadInput,
): Record<string, string> {
  const errors: Record<string, string> = {};
  if ((type === 'life' ? 2 : 4) !== stored.type_id) errors['type'] = 'The type of a lead cannot be changed';
  if (!mayChangeSource(actor) && source !== undefined && sources[stored.source_id - 1]?.name !== source) {
    errors['source'] = 'Only admins can change the source of a lead';
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
  actor: EventActor,
  { lead_id, lead: input, delivery }: ChangeInput,
): Promise<Lead> {
  let tookOver = false;
  const recording: { agreed?: LeadDoc | undefined } = {};
  const saved = await retryOnConflict(async () => {
    const { lead: stored, isRepeat } = await changeableLead(ctx, actor, lead_id, delivery);
    if (isRepeat) return viewOf(ctx, stored);

    const now = ctx.clock.now();
    const { fields, errors } = readLeadInput(input, pacificDate(now));
    const fixed = fixedFieldErrors(actor, stored, input);
    if (fixed['type'] !== undefined) throw invalid(fixed);
    if (!onlyDialledSince(stored, input.version)) refuseConflict(stored, fields);
    const after = await merged(ctx, actor, stored, fields);
    const wrong = {
      ...(isPerson(actor) ? { ...savingErrors(after), ...choiceErrors(stored, after) } : {}),
      ...errors,
      ...fixed,
      ...statusErrors(stored, input),
    };
    if (Object.keys(wrong).length > 0) throw invalid(wrong);

    const changed = changedFields(stored, after);
    if (changed.length === 0) return viewOf(ctx, stored);
    tookOver = changed.includes('user_id');
    recording.agreed = changed.includes('recorded_ok')
      ? { ...after, version: stored.version + 1 }
      : undefined;
    return writeLead(ctx, actor, stored, {
      after: stamped(after, actor, now, delivery),
      events: (change) => [
        updatedEvent(change, changed),
        ...(changed.includes('status') ? [statusChangedEvent(change, stored.status)] : []),
        ...(changed.includes('premium_price') ? [priceChangedEvent(change)] : []),
        ...(tookOver ? [assignedEvent(change, wireAgent(stored.user_id), 'own')] : []),
      ],
    });
  });
  if (recording.agreed) await saveRecordingConsent(ctx, actor, recording.agreed);
  if (savableStatus.safeParse(input.status).success) await statusWasSaved(ctx, lead_id);
  if (tookOver) await releaseFormerUsers(ctx, actor, [lead_id]);
  return saved;
}
