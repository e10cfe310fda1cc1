import { z } from 'zod';
import { typeName } from '../codes/lead-types.js';
import { savableStatus } from '../codes/statuses.js';
import { exampleLeadRow, exampleLifeLead, lead, leadRow } from '../entities/lead.js';
import { priceMap, processLeadInput } from '../entities/lead-input.js';
import { errorAnswer, outcome } from '../errors.js';
import { agentChoice, flag, id } from '../ids.js';

/** Who may send an event, in the words of the catalogue. */
export type SocketAccess =
  | 'signed-in'
  | 'own'
  | 'own, not admin'
  | 'admin'
  | 'lead'
  | 'admin; agent with that sub-role'
  | 'admin; agent with sub-role 1'
  | 'admin; agent with sub-role 2'
  | 'create: admin|agent; change: lead'
  | 'admin; the assigned agent, to a suitable agent or 0'
  | 'admin|agent';

export interface ClientEvent<
  N extends string = string,
  P extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> {
  name: N;
  access: SocketAccess;
  /** True where the name is in the specification. */
  given: boolean;
  summary: string;
  payload: P;
  /** What the acknowledgement carries when it went well; a refusal carries the error envelope instead. */
  answer: A;
  example: { payload: unknown; answer: unknown };
}

type EventSpec<N extends string, P extends z.ZodType> = Omit<ClientEvent<N, P>, 'answer'>;

/** Without an answer of its own an event is acknowledged with an outcome. */
function defineClientEvent<const N extends string, P extends z.ZodType>(
  spec: EventSpec<N, P> & { answer?: undefined },
): ClientEvent<N, P, typeof outcome>;
function defineClientEvent<const N extends string, P extends z.ZodType, A extends z.ZodType>(
  spec: EventSpec<N, P> & { answer: A },
): ClientEvent<N, P, A>;
function defineClientEvent(
  spec: EventSpec<string, z.ZodType> & { answer?: z.ZodType | undefined },
): ClientEvent {
  return { ...spec, answer: spec.answer ?? outcome };
}

const userId = '66f0a1b2c3d4e5f601020304';
const leadId = exampleLeadRow.id;
const fine = { status: 'success', message: 'Joined' } as const;
const ofType = z.object({ type: typeName });

const joinSource = <const N extends string>(name: N, number: number, given = true) =>
  defineClientEvent({
    name,
    access: 'admin',
    given,
    summary: `An admin joins the room of source ${String(number)}.`,
    payload: ofType,
    example: { payload: { type: 'life' }, answer: fine },
  });

export const clientEvents = {
  connected: defineClientEvent({
    name: 'connected',
    access: 'signed-in',
    given: true,
    summary: "Joins the user's own room and role room, by the token; the payload is ignored.",
    payload: z.unknown(),
    example: { payload: { id: userId }, answer: fine },
  }),
  setOnlineStatus: defineClientEvent({
    name: 'set_online_status',
    access: 'own, not admin',
    given: true,
    summary: 'As user/change-status, field online.',
    payload: z.object({ id, status: flag }),
    example: { payload: { id: userId, status: 1 }, answer: fine },
  }),
  agentOnline: defineClientEvent({
    name: 'agent-online',
    access: 'own, not admin',
    given: true,
    summary: 'Broadcasts the number of online agents.',
    payload: z.object({ user_id: id, online: flag }),
    example: { payload: { user_id: userId, online: 1 }, answer: fine },
  }),
  joinLeadsType: defineClientEvent({
    name: 'join_leads_type',
    access: 'admin; agent with that sub-role',
    given: true,
    summary: 'Joins the room of a lead type.',
    payload: ofType,
    example: { payload: { type: 'life' }, answer: fine },
  }),
  lifeLeads: defineClientEvent({
    name: 'life_leads',
    access: 'admin; agent with sub-role 1',
    given: true,
    summary: 'The life dashboard was opened.',
    payload: z.unknown(),
    example: { payload: null, answer: fine },
  }),
  healthLeads: defineClientEvent({
    name: 'health_leads',
    access: 'admin; agent with sub-role 2',
    given: true,
    summary: 'The health dashboard was opened.',
    payload: z.unknown(),
    example: { payload: null, answer: fine },
  }),
  joinOwnLeads: joinSource('join_own_leads', 1, false),
  joinMediaalphaLeads: joinSource('join_mediaalpha_leads', 2),
  joinManualLeads: joinSource('join_manual_leads', 3),
  joinBulkLeads: joinSource('join_bulk_leads', 4),
  joinClickListingLeads: joinSource('join_clickListing_leads', 5),
  joinLiveTransferLeads: joinSource('join_liveTransfer_leads', 6),
  joinAgentLeads: defineClientEvent({
    name: 'join_agent_leads',
    access: 'own',
    given: true,
    summary: "An agent joins their own room by source and type; another agent's id is refused.",
    payload: z.object({ source: z.int().min(1).max(6), type: typeName, user_id: id }),
    example: { payload: { source: 1, type: 'life', user_id: userId }, answer: fine },
  }),
  joinRawLeads: defineClientEvent({
    name: 'join_raw_leads',
    access: 'admin|agent',
    given: false,
    summary: 'The raw-leads page was opened.',
    payload: z.unknown(),
    example: { payload: null, answer: fine },
  }),
  joinFloor: defineClientEvent({
    name: 'join_floor',
    access: 'admin',
    given: false,
    summary: 'The floor was opened.',
    payload: z.unknown(),
    example: { payload: null, answer: fine },
  }),
  processLead: defineClientEvent({
    name: 'process-lead',
    access: 'create: admin|agent; change: lead',
    given: true,
    summary: 'Saves the lead; acknowledged with the lead, or with the field errors.',
    payload: processLeadInput,
    answer: outcome.extend({ id, lead }),
    example: {
      payload: { id: leadId, lead: { type: 'life', version: 4, address: '4180 Juniper Hollow Rd' } },
      answer: { status: 'success', message: 'Saved', id: leadId, lead: exampleLifeLead },
    },
  }),
  updateStatus: defineClientEvent({
    name: 'update-status',
    access: 'lead',
    given: true,
    summary: 'Saves the status.',
    payload: z.object({ lead_id: id, status: savableStatus }),
    answer: outcome.extend({ lead: leadRow, next: z.enum(['follow-up', 'complete']) }),
    example: {
      payload: { lead_id: leadId, status: 'followUp' },
      answer: { status: 'success', message: 'Status saved', lead: exampleLeadRow, next: 'follow-up' },
    },
  }),
  updatePrice: defineClientEvent({
    name: 'update-price',
    access: 'lead',
    given: true,
    summary: 'Saves the carrier prices and the premium calculated from them.',
    payload: z.object({ lead_id: id, price: priceMap }),
    example: { payload: { lead_id: leadId, price: { mutual_of_omaha: 64.2 } }, answer: fine },
  }),
  assignAgent: defineClientEvent({
    name: 'assign-agent',
    access: 'admin; the assigned agent, to a suitable agent or 0',
    given: true,
    summary: 'Assigns the lead.',
    payload: z.object({ lead_id: id, agent_id: agentChoice }),
    example: { payload: { lead_id: leadId, agent_id: 0 }, answer: fine },
  }),
  busyLead: defineClientEvent({
    name: 'busy-lead',
    access: 'lead',
    given: true,
    summary:
      "Holds the lead for this socket's user and joins its room. Held by another user: admins join without the hold, anyone else gets 423. With opens, `opened` has what the lead's page shows: `openedLead` of http/opened-lead.ts.",
    payload: z.object({ lead_id: id, opens: z.literal(true).optional() }),
    // Read by its own schema where it is shown: every page loads this file, and few open a lead.
    answer: outcome.extend({ held: z.boolean(), opened: z.looseObject({}).optional() }),
    example: {
      payload: { lead_id: leadId, opens: true },
      answer: { ...fine, held: true },
    },
  }),
  unbusyLead: defineClientEvent({
    name: 'unbusy-lead',
    access: 'lead',
    given: true,
    summary: 'Releases the lead and leaves its room.',
    payload: z.object({ lead_id: id }),
    example: { payload: { lead_id: leadId }, answer: fine },
  }),
} as const;

export type ClientEventKey = keyof typeof clientEvents;

/** What every acknowledgement is: the event's own answer, or the error envelope with its HTTP status. */
export const refusedAck = errorAnswer.extend({ http_status: z.int() });
export type RefusedAck = z.infer<typeof refusedAck>;
