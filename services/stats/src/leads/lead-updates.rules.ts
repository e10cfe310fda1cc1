import { z } from 'zod';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import {
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadOrigin,
  leadStatusChanged,
} from '@crm/contracts/bus/events.js';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import { leadRow, leadSummaryOf, type EventLead, type LeadSummary } from '@crm/contracts/entities/lead.js';
import { agentChoice, instant } from '@crm/contracts/ids.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';

/**
 * What is known about a lead, as independent facts that hold in whatever order they arrive. Days are in Los
 * Angeles.
 */
export type LeadUpdate =
  | { is: 'stated'; summary: LeadSummary }
  | { is: 'assigned'; agent: string; day: string }
  | { is: 'reached'; status: StatusCode; day: string }
  /** Deleted at a version: a later state of it says that it was restored. */
  | { is: 'gone'; version: number }
  /** Nothing of it is counted any more, whatever comes. */
  | { is: 'erased' };

/** An update of one lead. */
export interface LeadNews {
  lead_id: string;
  updates: readonly LeadUpdate[];
}

/** The events that leads stores permanently, and the fields read from each. */
const keptForms = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(leadCreated.type),
    time: instant,
    data: z.object({ lead: leadRow.pick({ id: true, status: true }), how: leadOrigin }),
  }),
  z.object({
    type: z.literal(leadAssigned.type),
    time: instant,
    data: leadAssigned.data.pick({ lead_id: true }).extend({ to: agentChoice }),
  }),
  z.object({
    type: z.literal(leadStatusChanged.type),
    time: instant,
    data: leadStatusChanged.data.pick({ lead_id: true, to: true }),
  }),
  z.object({
    type: z.literal(leadDeleted.type),
    sequence: z.int(),
    data: leadDeleted.data.pick({ lead_id: true }),
  }),
]);
type KeptForm = z.infer<typeof keptForms>;
export const keptTypes: readonly string[] = keptForms.options.map(({ shape }) => shape.type.value);

function updatesOf(event: KeptForm): LeadNews {
  switch (event.type) {
    case 'lead.created': {
      const { id, status } = event.data.lead;
      const day = pacificDate(new Date(event.time));
      // A migrated lead has its statuses in separate events, each with its own time.
      return { lead_id: id, updates: event.data.how === 'import' ? [] : [{ is: 'reached', status, day }] };
    }
    case 'lead.assigned': {
      const { lead_id, to } = event.data;
      const day = pacificDate(new Date(event.time));
      return { lead_id, updates: to === 0 ? [] : [{ is: 'assigned', agent: to, day }] };
    }
    case 'lead.status-changed': {
      const { lead_id, to: status } = event.data;
      return { lead_id, updates: [{ is: 'reached', status, day: pacificDate(new Date(event.time)) }] };
    }
    case 'lead.deleted':
      return { lead_id: event.data.lead_id, updates: [{ is: 'gone', version: event.sequence }] };
  }
}

type Told = Pick<Envelope, 'type' | 'time' | 'sequence' | 'data'>;

/** Reads a stored event, complete or with only the stored fields. Throws if those are missing too. */
export function newsOfKept(event: Told): LeadNews {
  return updatesOf(keptForms.parse(event));
}

/** Reads a lead event from the bus: what happened, and the lead after it. */
export function newsOf(event: Told, lead?: EventLead): LeadNews {
  const happened = keptTypes.includes(event.type) ? newsOfKept(event) : undefined;
  const lead_id = happened?.lead_id ?? lead?.id;
  if (lead_id === undefined) throw new Error(`${event.type} has no lead`);
  const now: LeadUpdate[] = lead === undefined ? [] : [{ is: 'stated', summary: leadSummaryOf(lead) }];
  return { lead_id, updates: [...now, ...(happened?.updates ?? [])] };
}
