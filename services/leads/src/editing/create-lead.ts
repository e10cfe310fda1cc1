import { Types } from 'mongoose';
import { typeIdOf } from '@crm/contracts/codes/lead-types.js';
import { sourceIdOf, type SourceName } from '@crm/contracts/codes/sources.js';
import type { CreateLeadInput } from '@crm/contracts/entities/lead-input.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { IntakeRefusal } from '@crm/contracts/http/intake.js';
import { forbidden, invalid } from '@crm/platform/errors/app-error.js';
import { alive, evenDeleted, insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { chooseAgent } from '../assignment/choose-agent.js';
import { saveRecordingConsent } from '../consent/recording-consent.js';
import { listByStatus } from '../permission/list-by-status.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { LeadsContext } from '../context.js';
import { claimsOf, takenClaims, withClaims } from '../lead/claims.js';
import { type Delivery } from '../lead/lead.access.js';
import { isAgent, isPerson, mayCreate } from '../lead/lead.policy.js';
import {
  firstAssignedEvent,
  createdEvent,
  offeredEvent,
  type AssignedHow,
  type EventActor,
  type LeadOrigin,
} from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { newLead, withDerived } from '../lead/new-lead.js';
import { choiceErrors, readLeadInput, savingErrors, settleHealthFields } from '../lead/read-input.rules.js';
import { viewOf } from '../lead/write-lead.js';

/** A person's leads are manual, save those of the marketplace form (rule L24); a command says where it is from. */
function sourceOf(actor: EventActor, given: SourceName | undefined): SourceName {
  if (isPerson(actor)) return given === 'mediaalpha' ? 'mediaalpha' : 'manual';
  return given ?? 'manual';
}

interface NewLead extends Delivery {
  lead: CreateLeadInput;
  /** Makes a second delivery harmless. */
  external_id?: string;
  /** How it came in, where the actor does not tell. */
  how?: LeadOrigin;
  /** Filled in by a person though nobody is signed in: whole, and no raw lead. */
  isFilledIn?: boolean;
  /** No second lead of a person whom a lead of the type has already; a form is the decision of whoever fills it in. */
  refusesKnown?: boolean;
}

/** The lead that was made, or was there already under its external id, or why there is none. */
export type Created = { lead: Lead } | { refused: Exclude<IntakeRefusal, 'do_not_contact'> };

/**
 * An agent's lead is the agent's own from the start, unless a licence for it is missing; that one and any other finds an
 * agent by itself where the setting says so.
 */
async function withAgent(
  ctx: LeadsContext,
  actor: EventActor,
  lead: LeadDoc,
): Promise<{ lead: LeadDoc; assigned: AssignedHow | undefined }> {
  const denied = isAgent(actor)
    ? await ctx.licencesAtHand.denialReason(actor, lead, ctx.clock.now())
    : undefined;
  if (isAgent(actor) && denied === undefined) {
    const own = { user_id: new Types.ObjectId(actor.id), agent_fullname: actor.fullname };
    return { lead: withDerived({ ...lead, ...own }, ctx.carrierNames.of), assigned: 'own' };
  }
  const choice = await chooseAgent(ctx, lead);
  if (choice === undefined) {
    return { lead: denied === undefined ? lead : { ...lead, assigned_why: denied }, assigned: undefined };
  }
  const { agent, why: assigned_why } = choice;
  if (agent === undefined) return { lead: { ...lead, assigned_why }, assigned: undefined };
  const given = { user_id: agent._id, agent_fullname: agent.fullname, assigned_why };
  return { lead: withDerived({ ...lead, ...given }, ctx.carrierNames.of), assigned: 'automatic' };
}

/**
 * Inserts a lead with its events and with what it claims. Where another lead has claimed the person it is left out, or
 * takes its place without what is claimed. Answers whether it is in, or which key kept it out.
 */
function insertClaiming(
  ctx: LeadsContext,
  lead: LeadDoc,
  events: readonly Envelope[],
  { now, refusesKnown }: { now: Date; refusesKnown: boolean },
): Promise<'inserted' | 'repeat' | 'duplicate'> {
  let claims = claimsOf(lead);
  return retryOnConflict(async () => {
    try {
      await ctx.leadCollection.insertOne(insertWithEvents({ ...lead, ...withClaims(claims) }, events, now));
      return 'inserted';
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    if (lead.external_id !== undefined && (await isKnown(ctx, lead.external_id))) return 'repeat';
    const taken = await takenClaims(ctx, claims);
    if (refusesKnown && taken.size > 0) return 'duplicate';
    claims = claims.filter((claim) => !taken.has(claim));
    return undefined;
  });
}

/**
 * Makes a lead (process-lead without an id, POST /api/rest/leads, lead.create). An agent becomes its agent. With an
 * `external_id` a second delivery changes nothing and answers the lead that is there, or that it was deleted since. With
 * `refusesKnown` a lead of a person who is known comes to nothing: asked of the store with the insert itself. Throws `invalid` with every wrong field, `forbidden` for a type that the agent has no sub-role for.
 */
export async function createLead(
  ctx: LeadsContext,
  actor: EventActor,
  {
    lead: input,
    external_id,
    how = isPerson(actor) ? 'person' : 'bus',
    delivery,
    isFilledIn = isPerson(actor),
    refusesKnown = false,
  }: NewLead,
): Promise<Created> {
  const typeId = typeIdOf[input.type];
  if (!mayCreate(actor, typeId)) throw forbidden();

  const now = ctx.clock.now();
  const { fields, errors } = readLeadInput(input, pacificDate(now));
  const made = settleHealthFields(
    newLead(
      typeId,
      {
        gender: 'm',
        ...fields,
        source_id: sourceIdOf(sourceOf(actor, input.source)),
        empty: isFilledIn ? 0 : 1,
        changed_by: isPerson(actor) ? actor.fullname : null,
        ...(external_id === undefined ? {} : { external_id }),
        ...(delivery === undefined ? {} : { seen: [delivery] }),
      },
      now,
    ),
  );
  const wrong = {
    ...(isFilledIn ? { ...savingErrors(made), ...choiceErrors(undefined, made) } : {}),
    ...errors,
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);

  if (external_id !== undefined && (await isKnown(ctx, external_id))) return leadOf(ctx, external_id);

  // A lead that is entered with a status about its numbers closes them, as a status saved later does.
  await listByStatus(ctx, actor, made, { status: made.status, by: made.changed_by });
  const { lead, assigned } = await withAgent(ctx, actor, made);
  const view = await viewOf(ctx, lead);
  const change = { actor, now, lead: view };
  const events = [
    createdEvent(change, how),
    ...(assigned === undefined ? [] : [firstAssignedEvent(change, assigned)]),
  ];
  if (assigned === 'automatic' && view.source === 'liveTransfer' && view.user_id !== 0) {
    events.push(offeredEvent(change, view.user_id));
  }
  const outcome = await insertClaiming(ctx, lead, events, { now, refusesKnown });
  if (outcome === 'repeat' && external_id !== undefined) return leadOf(ctx, external_id);
  if (outcome === 'duplicate') return { refused: 'duplicate' };
  if (lead.recorded_ok === 1) await saveRecordingConsent(ctx, actor, { ...lead, version: 1 });
  return { lead: view };
}

async function isKnown(ctx: LeadsContext, external_id: string): Promise<boolean> {
  return (
    (await ctx.leadCollection.findOne(evenDeleted({ external_id }), { projection: { _id: 1 } })) !== null
  );
}

/** The lead that was made under this id before, as far as more than its tombstone is left. */
async function leadOf(ctx: LeadsContext, externalId: string): Promise<Created> {
  const known = await ctx.leadCollection.findOne(alive({ external_id: externalId }));
  return known === null ? { refused: 'deleted' } : { lead: await viewOf(ctx, known) };
}
