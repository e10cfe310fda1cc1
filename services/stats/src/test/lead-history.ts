import type { z } from 'zod';
import {
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadPriceChanged,
  leadStatusChanged,
  leadUpdated,
} from '@crm/contracts/bus/events.js';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import {
  exampleLifeLead,
  leadSummaryOf,
  type LeadSummary,
  type LifeLead,
} from '@crm/contracts/entities/lead.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { uniqueId, uniqueName } from '@crm/platform/testing/unique.js';

/** Leads as they were created, assigned, sold and deleted, with the events that the leads service publishes. */
export class LeadHistory {
  readonly events: Envelope[] = [];
  readonly #leads = new Map<string, LifeLead>();

  /** What the leads service has now, in short. */
  get summaries(): LeadSummary[] {
    return [...this.#leads.values()].map(leadSummaryOf);
  }

  #tell<S extends z.ZodType>(spec: MessageSpec<S>, lead: LifeLead, at: string, data: z.input<S>): void {
    this.events.push(
      newEvent(spec, {
        source: 'leads',
        subject: `lead/${lead.id}`,
        sequence: lead.version,
        data,
        actor: 'system',
        now: new Date(at),
      }),
    );
  }

  #change(id: string, given: Partial<LifeLead>): { before: LifeLead; lead: LifeLead } {
    const before = this.#leads.get(id);
    if (before === undefined) throw new Error(`There is no lead ${id}`);
    const lead = { ...before, ...given, version: before.version + 1 };
    this.#leads.set(id, lead);
    return { before, lead };
  }

  /** A new lead without agent, or an agent's own from the start. */
  made(at: string, given: Partial<LifeLead> = {}): string {
    const lead: LifeLead = {
      ...exampleLifeLead,
      id: uniqueId(),
      fullname: uniqueName('Raymond'),
      status: 'newLead',
      user_id: 0,
      agent_fullname: null,
      premium_price: null,
      premium_carrier: null,
      coverage_amount: null,
      version: 1,
      ...given,
    };
    this.#leads.set(lead.id, lead);
    this.#tell(leadCreated, lead, at, { lead, how: 'person' });
    if (lead.user_id !== 0)
      this.#tell(leadAssigned, lead, at, { lead_id: lead.id, from: 0, to: lead.user_id, how: 'own' });
    return lead.id;
  }

  given(at: string, id: string, agent: { id: AgentChoice; fullname: string | null }): void {
    const { before, lead } = this.#change(id, { user_id: agent.id, agent_fullname: agent.fullname });
    this.#tell(leadAssigned, lead, at, {
      lead_id: id,
      from: before.user_id,
      to: lead.user_id,
      how: 'manual',
      lead,
    });
  }

  reached(at: string, id: string, status: StatusCode): void {
    const { before, lead } = this.#change(id, { status });
    this.#tell(leadUpdated, lead, at, { lead, changed: ['status'] });
    this.#tell(leadStatusChanged, lead, at, {
      lead_id: id,
      type_id: lead.type_id,
      source: lead.source,
      user_id: lead.user_id,
      from: before.status,
      to: status,
      premium: lead.premium_price,
      coverage: lead.coverage_amount,
    });
  }

  priced(at: string, id: string, premium_price: number, premium_carrier = 'Mutual of Omaha'): void {
    const { lead } = this.#change(id, { premium_price, premium_carrier });
    const { price, type_id, source, user_id } = lead;
    this.#tell(leadUpdated, lead, at, { lead, changed: ['premium_price', 'premium_carrier'] });
    this.#tell(leadPriceChanged, lead, at, {
      ...{ lead_id: id, type_id, source, user_id },
      ...{ price, premium_carrier, premium_price },
    });
  }

  edited(at: string, id: string, given: Partial<LifeLead>): void {
    const { lead } = this.#change(id, given);
    this.#tell(leadUpdated, lead, at, { lead, changed: Object.keys(given) });
  }

  deleted(at: string, id: string): void {
    const { lead } = this.#change(id, {});
    this.#leads.delete(id);
    const { type_id, source, user_id } = lead;
    this.#tell(leadDeleted, lead, at, { lead_id: id, type_id, source, user_id });
  }
}
