import { evenDeleted } from '@crm/platform/outbox/outbox-fields.js';
import { typeIdOf } from '@crm/contracts/codes/lead-types.js';
import type { ConsentInput } from '@crm/contracts/customers/consent.js';
import { consentErrors } from '@crm/contracts/customers/consent.rules.js';
import type { CreateLeadInput } from '@crm/contracts/entities/lead-input.js';
import type { IntakeRefusal } from '@crm/contracts/http/intake.js';
import { toE164 } from '@crm/contracts/phone.js';
import { Types } from 'mongoose';
import { alreadyExists, invalid } from '@crm/platform/errors/app-error.js';
import { saveConsent } from '../consent/save-consent.js';
import type { LeadsContext } from '../context.js';
import { createLead } from '../editing/create-lead.js';
import { findDuplicates } from '../lead/duplicates.js';
import type { LeadOrigin } from '../lead/lead.events.js';
import { isClosedToCalls } from '../permission/do-not-contact.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { fingerprintOf } from './intake.rules.js';
import type { IntakeDoc } from './intake.model.js';

/** A lead that somebody outside delivers, under an id of theirs. */
export interface Delivered {
  external_id: string;
  lead: CreateLeadInput;
  /** What the sender knows of the consent of the person. */
  consent?: ConsentInput | undefined;
  /** Who delivers it, for the record of the consent. */
  received_from: string;
  how: Extract<LeadOrigin, 'intake' | 'bus'>;
  /** The id of the command that brought it; none where it came by call. */
  delivery?: string;
}

/** What became of it. `isRepeat`: it was answered before, to the command named if any, and nothing was changed now. */
export type Taken = { isRepeat: boolean; delivery: string | null } & (
  | { result: 'accepted'; lead_id: string }
  | { result: 'rejected'; reason: IntakeRefusal }
);

const takenOf = ({ lead_id, reason, delivery }: IntakeDoc, isRepeat: boolean): Taken =>
  lead_id === null
    ? { isRepeat, delivery, result: 'rejected', reason: reason ?? 'deleted' }
    : { isRepeat, delivery, result: 'accepted', lead_id: lead_id.toHexString() };

async function answeredBefore(
  ctx: LeadsContext,
  external_id: string,
  fingerprint: string,
): Promise<Taken | undefined> {
  const known = await ctx.intakes.findById(external_id).lean<IntakeDoc>();
  if (known === null) return undefined;
  if (known.fingerprint !== fingerprint) {
    throw alreadyExists('This id was already used for another lead, please send a new id');
  }
  return takenOf(known, true);
}

/** Why a well-formed lead is not taken; undefined where it is. */
async function refusalFor(ctx: LeadsContext, lead: CreateLeadInput): Promise<IntakeRefusal | undefined> {
  const phone = toE164(lead.phone);
  const { phones, emails } = await findDuplicates(
    ctx,
    typeIdOf[lead.type],
    phone === undefined ? [] : [phone],
    [lead.email.trim().toLowerCase()],
  );
  if (phones.size > 0 || emails.size > 0) return 'duplicate';
  return phone !== undefined && (await isClosedToCalls(ctx, phone)) ? 'do_not_contact' : undefined;
}

async function made(ctx: LeadsContext, { external_id, lead, how, delivery }: Delivered) {
  const created = await createLead(ctx, 'system', {
    external_id,
    lead,
    how,
    refusesKnown: true,
    ...(delivery ? { delivery } : {}),
  });
  return 'lead' in created
    ? { lead_id: new Types.ObjectId(created.lead.id), reason: null }
    : { lead_id: null, reason: created.refused };
}

/**
 * Takes a lead in that a partner's call (POST /api/intake/{source}) or a command (lead.create) delivers. The external id
 * makes a second delivery harmless: it is answered as the first one was. What proves the person's consent is kept, whatever
 * becomes of the lead. Throws `invalid` with every wrong field, and
 * `already_exists` where the id stands for another lead.
 */
export async function ingestLead(ctx: LeadsContext, delivered: Delivered): Promise<Taken> {
  const { external_id, lead, consent = {}, received_from } = delivered;
  const fingerprint = fingerprintOf({ ...lead, ...consent });
  const before = await answeredBefore(ctx, external_id, fingerprint);
  if (before !== undefined) return before;
  const wrong = consentErrors(consent, ctx.clock.now());
  if (Object.keys(wrong).length > 0) throw invalid(wrong);

  const refusal = await refusalFor(ctx, lead);
  // A lead made under this id whose answer is not written down, or not yet, counts as no duplicate of itself: it is looked
  // for last, since another delivery may make it meanwhile.
  const isMade = (await ctx.leadCollection.countDocuments(evenDeleted({ external_id }), { limit: 1 })) > 0;
  const isTaken = isMade || refusal === undefined;
  const outcome = isTaken ? await made(ctx, delivered) : { lead_id: null, reason: refusal };
  await saveConsent(ctx, { external_id, consent, person: lead, lead_id: outcome.lead_id, received_from });
  const answer: IntakeDoc = {
    _id: external_id,
    fingerprint,
    ...outcome,
    delivery: delivered.delivery ?? null,
    at: ctx.clock.now(),
  };
  try {
    await ctx.intakes.create(answer);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // Delivered twice at the same moment: both get what was written first.
    const first = await answeredBefore(ctx, external_id, fingerprint);
    if (first !== undefined) return first;
  }
  return takenOf(answer, isMade);
}
