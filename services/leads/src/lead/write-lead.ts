import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { alive, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { auditChanges, auditSubject } from '@crm/platform/audit/add-details.js';
import { isDeepStrictEqual } from 'node:util';
import type { LeadsContext } from '../context.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { auditedLeadChanges } from './audited-lead.js';
import { claimsOf, takenClaims, withClaims } from './claims.js';
import { agentEmailsOf } from '../users/find-users.js';
import { isPerson } from './lead.policy.js';
import type { EventActor, LeadChange } from './lead.events.js';
import type { LeadDoc } from './lead.model.js';
import { leadView } from './lead.view.js';

/** A whole lead for the wire, with what is kept elsewhere: its agent's e-mail. */
export async function viewOf(ctx: LeadsContext, lead: LeadDoc): Promise<Lead> {
  const agentEmailOf = await agentEmailsOf(ctx, [lead]);
  return leadView(lead, { agentEmail: agentEmailOf(lead), now: ctx.clock.now() });
}

/** A change of a lead as it is written: the lead after it and what it tells the world. */
export interface PreparedChange {
  after: LeadDoc;
  events: (change: LeadChange) => Envelope[];
}

const maxSeen = 50;

/** The lead after a change with what every change sets: who, when, and the command that asked for it. */
export function stamped(lead: LeadDoc, actor: EventActor, now: Date, delivery?: string): LeadDoc {
  return {
    ...lead,
    changed_by: isPerson(actor) ? actor.fullname : null,
    updatedAt: now,
    ...(delivery === undefined ? {} : { seen: [...(lead.seen ?? []), delivery].slice(-maxSeen) }),
  };
}

function difference(before: LeadDoc, after: LeadDoc): Record<string, unknown> {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => name !== 'version' && !isDeepStrictEqual(value, was.get(name)),
    ),
  );
}

/** What a lead claims after a change of phone or e-mail: what no other lead has; undefined where neither changed. */
async function claimsAfter(
  ctx: LeadsContext,
  before: LeadDoc,
  after: LeadDoc,
): Promise<string[] | undefined> {
  const claims = claimsOf(after);
  if (isDeepStrictEqual(claims, claimsOf(before))) return undefined;
  const taken = await takenClaims(ctx, claims, before._id);
  return claims.filter((claim) => !taken.has(claim));
}

/**
 * Writes a change and its events in one write, from the version that was read. Answers the lead as it stands then, or
 * undefined where somebody else's write came between.
 */
export async function writeLead(
  ctx: LeadsContext,
  actor: EventActor,
  before: LeadDoc,
  { after, events }: PreparedChange,
): Promise<Lead | undefined> {
  const now = ctx.clock.now();
  const stored = { ...after, version: before.version + 1 };
  const lead = await viewOf(ctx, stored);
  const claims = await claimsAfter(ctx, before, after);
  const set = { ...difference(before, after), ...withClaims(claims ?? []) };
  const update = claims?.length === 0 ? { $set: set, $unset: { claims: 1 as const } } : { $set: set };
  const record = `lead/${before._id.toHexString()}`;
  auditChanges(record, auditedLeadChanges(before, stored));
  try {
    const written = await ctx.leads.updateOne(
      alive({ _id: before._id, version: before.version }),
      withEvents(update, events({ actor, now, lead }), now),
    );
    if (written.matchedCount > 0) {
      auditSubject(record);
      return lead;
    }
  } catch (error) {
    // Another lead took the number or the address at the same moment: asked anew, this one leaves it to that.
    if (!isDuplicate(error)) throw error;
  }
  auditChanges(record, []);
  return undefined;
}
