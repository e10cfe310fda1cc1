import { z } from 'zod';
import { recordChange } from '../bus/record-events.js';
import { typeName } from '../codes/lead-types.js';
import { currentState, exampleCurrentState } from '../entities/agent-state.js';
import { exampleTile, floorTile } from '../entities/floor.js';
import { eventLead, eventLeadRow, exampleEventLead, exampleEventLeadRow } from '../entities/lead.js';
import { priceMap } from '../entities/lead-input.js';
import { eventFollowup, exampleEventFollowup } from '../entities/followup.js';
import {
  eventEmail,
  eventNotification,
  eventText,
  exampleEventEmail,
  exampleEventNotification,
  exampleEventText,
  sendStatus,
} from '../entities/messaging.js';
import {
  callRecord,
  callbackOffer,
  conferenceParams,
  customerVoicemail,
  exampleCallbackOffer,
  exampleConference,
  exampleCustomerVoicemail,
  exampleLiveCall,
  exampleMissedCall,
  exampleNextDial,
  exampleRecord,
  exampleSecond,
  liveCall,
  missedCall,
  nextDial,
  secondParticipant,
} from '../entities/telephony.js';
import { id, recordId } from '../ids.js';

export interface ServerEvent<N extends string = string, P extends z.ZodType = z.ZodType> {
  name: N;
  /** Who is told, in words; `rooms.ts` has the rooms. */
  rooms: string;
  /** True where the name is in the specification. */
  given: boolean;
  payload: P;
  example: z.input<P>;
}

function defineServerEvent<const N extends string, P extends z.ZodType>(
  spec: ServerEvent<N, P>,
): ServerEvent<N, P> {
  return spec;
}

/** How long ago it was is worked out from createdAt. */
/** The lead's version as of the event: two gateways may tell of one lead in either order. */
const leadVersion = z.int().optional();
const userId = '66f0a1b2c3d4e5f601020304';
const leadId = exampleEventLeadRow.id;

export const serverEvents = {
  createLead: defineServerEvent({
    name: 'CREATE_LEAD',
    rooms:
      "the source room (admins); the assigned agent's or guide's own room; the type room only for a lead without an agent",
    given: true,
    payload: eventLeadRow,
    example: exampleEventLeadRow,
  }),
  updateLeads: defineServerEvent({
    name: 'UPDATE_LEADS',
    rooms: 'as CREATE_LEAD; an agent who lost the lead gets DELETE_LEAD',
    given: true,
    payload: eventLeadRow,
    example: exampleEventLeadRow,
  }),
  updateLead: defineServerEvent({
    name: 'UPDATE_LEAD',
    rooms: "who has the lead open; the client says 'Lead updated'",
    given: true,
    payload: eventLead,
    example: exampleEventLead,
  }),
  deleteLead: defineServerEvent({
    name: 'DELETE_LEAD',
    rooms: 'as CREATE_LEAD',
    given: true,
    payload: z.object({ lead_id: id, version: leadVersion }),
    example: { lead_id: leadId, version: 5 },
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
      version: leadVersion,
    }),
    example: {
      lead_id: leadId,
      premium_carrier: 'Mutual of Omaha',
      premium_price: 64.2,
      price: { mutual_of_omaha: 64.2 },
      version: 5,
    },
  }),
  rawLeadAdd: defineServerEvent({
    name: 'RAW_LEAD_ADD',
    rooms: 'admins and agents on the raw-leads page',
    given: true,
    payload: eventLeadRow,
    example: exampleEventLeadRow,
  }),
  /** Many leads changed at once: one hint to read the list again instead of an event per row, at most every 250 ms a room. */
  leadsChanged: defineServerEvent({
    name: 'LEADS_CHANGED',
    rooms: 'as CREATE_LEAD, when more leads changed than are worth telling one by one',
    given: false,
    payload: z.object({ type: typeName, count: z.int() }),
    example: { type: 'life', count: 5000 },
  }),
  /** Of every resource without events of its own: what is shown of it is read again. */
  recordChanged: defineServerEvent({
    name: 'RECORD_CHANGED',
    rooms: "who may read the resource: its roles, or the owner's own room",
    given: false,
    payload: z.object({ resource: z.string(), id: recordId, change: recordChange, version: z.int() }),
    example: { resource: 'partners', id: '66f0a1b2c3d4e5f6010204aa', change: 'updated', version: 3 },
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
  /** It came, or was played: what shows it is read again. */
  voicemailChanged: defineServerEvent({
    name: 'VOICEMAIL_CHANGED',
    rooms: 'who has the lead open; whom it was left for; guides and admins for shared ones',
    given: false,
    payload: z.object({ voicemail_id: id, lead_id: id.nullable() }),
    example: { voicemail_id: exampleCustomerVoicemail.id, lead_id: exampleCustomerVoicemail.lead_id },
  }),
  addMessage: defineServerEvent({
    name: 'ADD_MESSAGE',
    rooms: 'who has the lead open',
    given: true,
    payload: eventText,
    example: exampleEventText,
  }),
  /** With the text as it is now: whoever did not have it has it then. */
  updateSendStatus: defineServerEvent({
    name: 'UPDATE_SEND_STATUS',
    rooms: 'who has the lead open',
    given: true,
    payload: z.object({ message_id: id, send_status: sendStatus, text_message: eventText }),
    example: { message_id: exampleEventText.id, send_status: 'sent', text_message: exampleEventText },
  }),
  receiveMessage: defineServerEvent({
    name: 'RECEIVE_MESSAGE',
    rooms: "the owning agent; '{lead} just left you a new message. Please check it as soon as possible.'",
    given: true,
    payload: eventNotification,
    example: exampleEventNotification,
  }),
  /** What came to the list and what left it; both may name ones that the client has, or has not. */
  notificationsUpdate: defineServerEvent({
    name: 'NOTIFICATIONS_UPDATE',
    rooms: 'one user',
    given: false,
    payload: z.object({ added: z.array(eventNotification), removed: z.array(eventNotification) }),
    example: { added: [exampleEventNotification], removed: [] },
  }),
  followupCreate: defineServerEvent({
    name: 'FOLLOWUP_CREATE',
    rooms: 'the owner, admins',
    given: true,
    payload: eventFollowup,
    example: exampleEventFollowup,
  }),
  followupUpdate: defineServerEvent({
    name: 'FOLLOWUP_UPDATE',
    rooms: 'the owner, admins',
    given: true,
    payload: eventFollowup,
    example: { ...exampleEventFollowup, completed: 1, version: 2 },
  }),
  followupDelete: defineServerEvent({
    name: 'FOLLOWUP_DELETE',
    rooms: 'the owner, admins',
    given: false,
    payload: z.object({ id, lead_id: id }),
    example: { id: exampleEventFollowup.id, lead_id: exampleEventFollowup.lead_id },
  }),
  followupNotification: defineServerEvent({
    name: 'FOLLOWUP_NOTIFICATION',
    rooms: 'the owner, when it falls due',
    given: false,
    payload: z.object({ followup: eventFollowup, lead_name: z.string() }),
    example: { followup: exampleEventFollowup, lead_name: 'Raymond Okafor' },
  }),
  emailAdd: defineServerEvent({
    name: 'EMAIL_ADD',
    rooms: 'who has the lead open',
    given: false,
    payload: eventEmail,
    example: exampleEventEmail,
  }),
  /** What has a live event of its own (a text, a recording, an e-mail, an opt-out, a voicemail) is told by that one. */
  timelineChanged: defineServerEvent({
    name: 'TIMELINE_CHANGED',
    rooms: 'who has the lead open',
    given: false,
    payload: z.object({ lead_id: id }),
    example: { lead_id: leadId },
  }),
  /** Names no lead: the same number may be that of leads which the receiver may not know of. */
  contactChanged: defineServerEvent({
    name: 'CONTACT_CHANGED',
    rooms:
      'who has the lead open, its agent and admins, when its do-not-contact entries or overrides changed',
    given: false,
    payload: z.object({}),
    example: {},
  }),
  missedCallAdd: defineServerEvent({
    name: 'MISSED_CALL_ADD',
    rooms: 'the agent or guide called; guides and admins for shared ones',
    given: false,
    payload: missedCall,
    example: exampleMissedCall,
  }),
  callbackOffered: defineServerEvent({
    name: 'CALLBACK_OFFERED',
    rooms: 'the agent who is asked to call back; null once they are asked no longer',
    given: false,
    payload: callbackOffer.nullable(),
    example: exampleCallbackOffer,
  }),
  restartAd: defineServerEvent({
    name: 'RESTART_AD',
    rooms: 'one guide',
    given: true,
    payload: z.object({ guide_id: id }),
    example: { guide_id: userId },
  }),
  diallerNext: defineServerEvent({
    name: 'DIALLER_NEXT',
    rooms: "one guide: what came of the server's own next dial, and whether the dialler is still on",
    given: false,
    payload: nextDial,
    example: exampleNextDial,
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
  /** One tile as it is now, at most once: after a gap and now and then the floor is read again. */
  floorTile: defineServerEvent({
    name: 'FLOOR_TILE',
    rooms: 'admins who have the floor open',
    given: false,
    payload: floorTile,
    example: exampleTile,
  }),
  agentState: defineServerEvent({
    name: 'AGENT_STATE',
    rooms: 'one user',
    given: false,
    payload: currentState,
    example: exampleCurrentState,
  }),
  /** What shows calls that go on, or the call that one supervises, is read again. */
  liveCallsChanged: defineServerEvent({
    name: 'LIVE_CALLS_CHANGED',
    rooms: 'admins',
    given: false,
    payload: z.object({}),
    example: {},
  }),
  helpAsked: defineServerEvent({
    name: 'HELP_ASKED',
    rooms: 'admins; the client names the agent and offers to listen',
    given: false,
    payload: z.object({ call_id: id }),
    example: { call_id: exampleLiveCall.id },
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
