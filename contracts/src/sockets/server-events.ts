import { z } from 'zod';
import { typeName } from '../codes/lead-types.js';
import { exampleLeadRow, exampleLifeLead, lead, leadRow, rawLeadRow } from '../entities/lead.js';
import { priceMap } from '../entities/lead-input.js';
import {
  callRecord,
  conferenceParams,
  customerVoicemail,
  exampleConference,
  exampleCustomerVoicemail,
  exampleLiveCall,
  exampleMissedCall,
  exampleRecord,
  exampleSecond,
  liveCall,
  missedCall,
  secondParticipant,
} from '../entities/telephony.js';
import { id } from '../ids.js';

export interface ServerEvent<N extends string = string, P extends z.ZodType = z.ZodType> {
  name: N;
  /** Who is told, in words; `rooms.ts` has the rooms. */
  rooms: string;
  /** True where the name stands in the specification. */
  given: boolean;
  payload: P;
  example: z.input<P>;
}

function defineServerEvent<const N extends string, P extends z.ZodType>(
  spec: ServerEvent<N, P>,
): ServerEvent<N, P> {
  return spec;
}

const userId = '66f0a1b2c3d4e5f601020304';
const leadId = exampleLeadRow.id;

export const serverEvents = {
  createLead: defineServerEvent({
    name: 'CREATE_LEAD',
    rooms:
      "the source room (admins); the assigned agent's or guide's own room; the type room only for a lead without an agent",
    given: true,
    payload: leadRow,
    example: exampleLeadRow,
  }),
  updateLeads: defineServerEvent({
    name: 'UPDATE_LEADS',
    rooms: 'as CREATE_LEAD; an agent who lost the lead gets DELETE_LEAD',
    given: true,
    payload: leadRow,
    example: exampleLeadRow,
  }),
  updateLead: defineServerEvent({
    name: 'UPDATE_LEAD',
    rooms: "who has the lead open; the client says 'Lead updated'",
    given: true,
    payload: lead,
    example: exampleLifeLead,
  }),
  deleteLead: defineServerEvent({
    name: 'DELETE_LEAD',
    rooms: 'as CREATE_LEAD',
    given: true,
    payload: z.object({ lead_id: id }),
    example: { lead_id: leadId },
  }),
  updatePremiumCarrier: defineServerEvent({
    name: 'UPDATE_PREMIUM_CARRIER',
    rooms: 'as UPDATE_LEADS',
    given: true,
    payload: z.object({
      lead_id: id,
      premium_carrier: z.string().nullable(),
      premium_price: z.number().nullable(),
      price: priceMap,
    }),
    example: {
      lead_id: leadId,
      premium_carrier: 'Mutual of Omaha',
      premium_price: 64.2,
      price: { mutual_of_omaha: 64.2 },
    },
  }),
  rawLeadAdd: defineServerEvent({
    name: 'RAW_LEAD_ADD',
    rooms: 'admins and agents on the raw-leads page',
    given: true,
    payload: rawLeadRow,
    example: exampleLeadRow,
  }),
  /** Many leads changed at once: one hint to read the list again instead of an event per row, at most every 250 ms a room. */
  leadsChanged: defineServerEvent({
    name: 'LEADS_CHANGED',
    rooms: 'as CREATE_LEAD, when more leads changed than are worth telling one by one',
    given: false,
    payload: z.object({ type: typeName, count: z.int() }),
    example: { type: 'life', count: 5000 },
  }),
  addLeadId: defineServerEvent({
    name: 'ADD_LEAD_ID',
    rooms: 'one agent; the client opens that lead after 5 seconds',
    given: false,
    payload: z.object({ lead_id: id }),
    example: { lead_id: leadId },
  }),
  /** Audio has an address for one listener alone: it is fetched with the record when somebody plays it. */
  recordAdd: defineServerEvent({
    name: 'RECORD_ADD',
    rooms: 'who has the lead open',
    given: true,
    payload: callRecord.omit({ url: true }),
    example: { ...exampleRecord },
  }),
  createRecordInTable: defineServerEvent({
    name: 'CREATE_RECORD_IN_TABLE',
    rooms: 'admins',
    given: true,
    payload: callRecord.omit({ url: true }),
    example: { ...exampleRecord },
  }),
  createCustomerVoiceMail: defineServerEvent({
    name: 'CREATE_CUSTOMER_VOICE_MAIL',
    rooms:
      "the owning agent or admins; '{lead} just left you a new voicemail. Please check it as soon as possible.'",
    given: true,
    payload: z.object({ voicemail: customerVoicemail.omit({ url: true }) }),
    example: { voicemail: { ...exampleCustomerVoicemail } },
  }),
  missedCallAdd: defineServerEvent({
    name: 'MISSED_CALL_ADD',
    rooms: 'the agent or guide called; guides and admins for shared ones',
    given: false,
    payload: missedCall,
    example: exampleMissedCall,
  }),
  restartAd: defineServerEvent({
    name: 'RESTART_AD',
    rooms: 'one guide',
    given: true,
    payload: z.object({ guide_id: id }),
    example: { guide_id: userId },
  }),
  setConfParams: defineServerEvent({
    name: 'SET_CONF_PARAMS',
    rooms: 'one user',
    given: true,
    payload: conferenceParams.nullable(),
    example: exampleConference,
  }),
  setSecondParticipiantParams: defineServerEvent({
    name: 'SET_SECOND_PARTICIPIANT_PARAMS',
    rooms: "one user; ringing counts as on for the dialog's buttons",
    given: true,
    payload: secondParticipant,
    example: exampleSecond,
  }),
  /** The call as the server knows it, whenever it changed: a reload, a second tab and a lost socket see the same one. */
  callChanged: defineServerEvent({
    name: 'CALL_CHANGED',
    rooms: 'one user',
    given: false,
    payload: liveCall,
    example: exampleLiveCall,
  }),
  getOnlineAgents: defineServerEvent({
    name: 'GET_ONLINE_AGENTS',
    rooms: 'all',
    given: true,
    payload: z.object({ agents: z.int().min(0) }),
    example: { agents: 12 },
  }),
  uncompletedLead: defineServerEvent({
    name: 'UNCOMPLETED_LEAD',
    rooms: 'one user',
    given: false,
    payload: z.object({ lead_id: id.nullable() }),
    example: { lead_id: leadId },
  }),
  /** The socket no longer holds the lead (its lease ran out, or another took it over): it has left the lead's room. */
  holdLost: defineServerEvent({
    name: 'HOLD_LOST',
    rooms: 'the one socket that held the lead',
    given: false,
    payload: z.object({ lead_id: id }),
    example: { lead_id: leadId },
  }),
  importProgress: defineServerEvent({
    name: 'IMPORT_PROGRESS',
    rooms: 'admins',
    given: false,
    payload: z.object({
      import_id: id,
      read: z.int(),
      saved: z.int(),
      refused: z.int(),
      duplicates: z.int(),
      done: z.boolean(),
    }),
    example: { import_id: leadId, read: 1200, saved: 1150, refused: 40, duplicates: 10, done: false },
  }),
  banned: defineServerEvent({
    name: 'banned',
    rooms: 'one user; the client signs out',
    given: true,
    payload: z.object({ user_id: id }),
    example: { user_id: userId },
  }),
} as const;

export type ServerEventKey = keyof typeof serverEvents;
export type ServerEventName = (typeof serverEvents)[ServerEventKey]['name'];
export type PayloadOf<K extends ServerEventKey> = z.output<(typeof serverEvents)[K]['payload']>;
