import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { alive, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { isDeepStrictEqual } from 'node:util';
import type { LeadsContext } from '../context.js';
import type { LiveHold } from '../holds/live-holds.js';
import { emailOfUser } from '../users/find-users.js';
import { isPerson } from './lead.access.js';
import type { Doer, LeadChange } from './lead.events.js';
import type { LeadDoc } from './lead.model.js';
import { leadView } from './lead.view.js';

/** A whole lead for the wire, with what is kept elsewhere: its agent's e-mail and who holds it. */
export async function viewOf(ctx: LeadsContext, lead: LeadDoc, hold: LiveHold | undefined): Promise<Lead> {
  const agentEmail = lead.user_id === null ? null : await emailOfUser(ctx, lead.user_id);
  return leadView(lead, { holder: hold, agentEmail, now: ctx.clock.now() });
}

/** A change of a lead as it is written: the lead after it and what it tells the world. */
export interface PreparedChange {
  after: LeadDoc;
  events: (change: LeadChange) => Envelope[];
}

const mostSeen = 50;

/** The lead after a change with what every change sets: who, when, and the command that asked for it. */
export function stamped(lead: LeadDoc, doer: Doer, now: Date, delivery?: string): LeadDoc {
  return {
    ...lead,
    changed_by: isPerson(doer) ? doer.fullname : null,
    updatedAt: now,
    ...(delivery === undefined ? {} : { seen: [...(lead.seen ?? []), delivery].slice(-mostSeen) }),
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

/**
 * Writes a change and its events in one write, from the version that was read. Answers the lead as it stands then, or
 * undefined where somebody else's write came between.
 */
export async function writeLead(
  ctx: LeadsContext,
  doer: Doer,
  before: LeadDoc,
  hold: LiveHold | undefined,
  { after, events }: PreparedChange,
): Promise<Lead | undefined> {
  const now = ctx.clock.now();
  const stored = { ...after, version: before.version + 1 };
  const lead = await viewOf(ctx, stored, hold);
  const written = await ctx.leads.updateOne(
    alive({ _id: before._id, version: before.version }),
    withEvents({ $set: difference(before, after) }, events({ doer, now, lead }), now),
  );
  if (written.matchedCount === 0) return undefined;
  ctx.relay.wake('leads');
  return lead;
}
