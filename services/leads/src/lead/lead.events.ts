import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import {
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadOffered,
  leadPriceChanged,
  leadRestored,
  leadStatusChanged,
  leadUpdated,
  type leadOrigin,
} from '@crm/contracts/bus/events.js';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';

/** Who does something: a signed-in user, or the system itself by a command of the bus. */
export type EventActor = Actor | 'system';

/** How a lead came in; how it changed hands. */
export type LeadOrigin = z.infer<typeof leadOrigin>;
export type AssignedHow = z.infer<(typeof leadAssigned)['data']>['how'];

/** Who changed a lead, when, and the lead as it is after the change. */
export interface LeadChange {
  actor: EventActor;
  now: Date;
  lead: Lead;
}

function leadEvent<S extends z.ZodType>(
  spec: MessageSpec<S>,
  { actor, now, lead }: LeadChange,
  data: z.input<S>,
): Envelope {
  return newEvent(spec, {
    source: 'leads',
    subject: `lead/${lead.id}`,
    sequence: lead.version,
    data,
    actor,
    now,
  });
}

export function createdEvent(change: LeadChange, how: LeadOrigin): Envelope {
  return leadEvent(leadCreated, change, { lead: change.lead, how });
}

export function updatedEvent(change: LeadChange, changed: readonly string[]): Envelope {
  return leadEvent(leadUpdated, change, { lead: change.lead, changed: [...changed] });
}

export function statusChangedEvent(change: LeadChange, from: StatusCode): Envelope {
  const { lead } = change;
  return leadEvent(leadStatusChanged, change, {
    lead_id: lead.id,
    type_id: lead.type_id,
    source: lead.source,
    user_id: lead.user_id,
    from,
    to: lead.status,
    premium: lead.premium_price,
    coverage: lead.type === 'life' ? lead.coverage_amount : null,
  });
}

export function priceChangedEvent(change: LeadChange): Envelope {
  const { lead } = change;
  return leadEvent(leadPriceChanged, change, {
    lead_id: lead.id,
    type_id: lead.type_id,
    source: lead.source,
    user_id: lead.user_id,
    price: lead.price,
    premium_carrier: lead.premium_carrier,
    premium_price: lead.premium_price,
  });
}

export function assignedEvent(change: LeadChange, from: AgentChoice, how: AssignedHow): Envelope {
  const { lead } = change;
  return leadEvent(leadAssigned, change, { lead_id: lead.id, from, to: lead.user_id, how, lead });
}

/** A lead has its agent from the start: what the lead is, `lead.created` of the same write says. */
export function firstAssignedEvent(change: LeadChange, how: AssignedHow): Envelope {
  const { id, user_id } = change.lead;
  return leadEvent(leadAssigned, change, { lead_id: id, from: 0, to: user_id, how });
}

/** The lead is put before its agent at once: the customer is on the line. */
export function offeredEvent(change: LeadChange, userId: string): Envelope {
  return leadEvent(leadOffered, change, { lead_id: change.lead.id, user_id: userId, why: 'live-transfer' });
}

export function restoredEvent(change: LeadChange): Envelope {
  return leadEvent(leadRestored, change, { lead: change.lead });
}

/** `lead` is the lead as it was; its last event stands one version above it. */
export function deletedEvent({ actor, now, lead }: LeadChange): Envelope {
  return leadEvent(
    leadDeleted,
    { actor, now, lead: { ...lead, version: lead.version + 1 } },
    { lead_id: lead.id, type_id: lead.type_id, source: lead.source, user_id: lead.user_id },
  );
}
