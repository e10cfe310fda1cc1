import { z } from 'zod';
import { defaultLanguage, languageCode } from '../codes/languages.js';
import { statusCode } from '../codes/statuses.js';
import {
  diallerState,
  exampleConference,
  exampleLiveCall,
  exampleSecond,
  liveCall,
} from '../entities/telephony.js';
import { stateCode } from '../codes/states.js';
import { outcome } from '../errors.js';
import { agentChoice, flag, id } from '../ids.js';
import { phoneNumber } from '../phone.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

const { user_id: userId, id: callId } = exampleLiveCall;
const leadId = exampleLiveCall.lead_id;
const done = { status: 'success', message: 'Done' } as const;

/** What the browser hands to the device when it calls; the carrier brings it back with its first question. */
export const connectParams = z.discriminatedUnion('callType', [
  z.object({
    callType: z.enum(['single', 'conference']),
    number: phoneNumber,
    lead_id: z.union([id, z.literal('')]),
    user_id: id,
  }),
  /** A call to a colleague's device, without a customer. */
  z.object({ callType: z.literal('colleague'), colleague_id: id, user_id: id }),
]);
export type ConnectParams = z.infer<typeof connectParams>;

export const callToken = defineEndpoint({
  name: 'callToken',
  method: 'POST',
  path: '/api/call/token/{userId}',
  service: 'telephony',
  access: 'own',
  given: true,
  audit: 'none',
  summary:
    "A token for the user's calling device. provider names the kind of device; url is where the simulated one connects.",
  subject: { in: 'params', key: 'userId' },
  params: z.object({ userId: id }),
  answer: z.object({
    token: z.string(),
    provider: z.enum(['twilio', 'sim']),
    url: z.string(),
    identity: z.string(),
    /** Seconds for which it holds. */
    ttl: z.int(),
  }),
  example: {
    params: { userId },
    answer: {
      token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
      provider: 'sim',
      url: 'ws://127.0.0.1:4010/_sim/client',
      identity: `user_${userId}`,
      ttl: 3600,
    },
  },
});

export const addParticipant = defineEndpoint({
  name: 'addParticipant',
  method: 'POST',
  path: '/api/call/conference/add-participiant',
  service: 'telephony',
  access: 'own',
  given: true,
  audit: { action: 'call.participant-added', subject: 'number/{body.number}' },
  summary: "Dials a second participant into the user's own live conference. lead_id is the conference's id.",
  subject: { in: 'body', key: 'user_id' },
  body: z.object({ number: phoneNumber, lead_id: z.string().min(1).max(64), user_id: id }),
  answer: outcome,
  example: {
    body: { number: '+12145550118', lead_id: exampleConference.conferenceSid, user_id: userId },
    answer: { status: 'success', message: 'Calling (214) 555-0118' },
  },
});

export const removeParticipant = defineEndpoint({
  name: 'removeParticipant',
  method: 'POST',
  path: '/api/call/conference/remove-participiant',
  service: 'telephony',
  access: 'own',
  given: true,
  audit: { action: 'call.participant-removed', subject: 'call/{body.callSid}' },
  summary: "Removes the second participant from the user's own live conference, or cancels its call.",
  subject: { in: 'body', key: 'user_id' },
  body: z.object({
    conferenceSid: z.string().min(1).max(64),
    callSid: z.string().min(1).max(64),
    user_id: id,
  }),
  answer: outcome,
  example: {
    body: {
      conferenceSid: exampleConference.conferenceSid,
      callSid: exampleSecond.callSid,
      user_id: userId,
    },
    answer: done,
  },
});

export const handleHold = defineEndpoint({
  name: 'handleHold',
  method: 'POST',
  path: '/api/call/conference/handle-hold',
  service: 'telephony',
  access: 'own',
  given: true,
  audit: { action: 'call.hold-changed', subject: 'call/{body.callSid}' },
  summary:
    "Puts the customer of the user's own live conference on hold, or resumes; SET_CONF_PARAMS confirms it.",
  body: z.object({
    callSid: z.string().min(1).max(64),
    conferenceSid: z.string().min(1).max(64),
    hold: z.boolean(),
  }),
  answer: outcome,
  example: {
    body: { callSid: exampleConference.callSid, conferenceSid: exampleConference.conferenceSid, hold: true },
    answer: done,
  },
});

export const getLiveCall = defineEndpoint({
  name: 'getLiveCall',
  method: 'GET',
  path: '/api/rest/calls/live',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary: "The user's own live call, for a reloaded page, or null.",
  answer: z.object({ call: liveCall.nullable() }),
  example: { answer: { call: exampleLiveCall } },
});

export const listColleagues = defineEndpoint({
  name: 'listColleagues',
  method: 'GET',
  path: '/api/rest/colleagues',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary: 'Colleagues who can be called now: online and in no call, by name.',
  answer: z.object({ colleagues: z.array(z.object({ id, fullname: z.string() })) }),
  example: { answer: { colleagues: [{ id: '66f0a1b2c3d4e5f601020305', fullname: 'Robin Tate' }] } },
});

const oneCall = z.object({ id });

export const hangUpCall = defineEndpoint({
  name: 'hangUpCall',
  method: 'POST',
  path: '/api/rest/calls/{id}/hang-up',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: { action: 'call.hung-up', subject: 'call/{params.id}' },
  summary: "Ends the user's own live call, from a window without its calling device. Already ended: 200.",
  params: oneCall,
  answer: outcome,
  example: { params: { id: callId }, answer: done },
});

export const doNotCall = defineEndpoint({
  name: 'doNotCall',
  method: 'POST',
  path: '/api/rest/calls/{id}/do-not-call',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: { action: 'call.do-not-call', subject: 'call/{params.id}' },
  summary:
    "The customer of the user's own call asks not to be called again: the number is closed to calls and texts, the customer hears a farewell, and the call ends for everybody else at once. Repeated, or after the call: 200.",
  params: oneCall,
  answer: outcome,
  example: { params: { id: callId }, answer: { status: 'success', message: 'Will not be contacted' } },
});

export const transferCall = defineEndpoint({
  name: 'transferCall',
  method: 'POST',
  path: '/api/rest/calls/{id}/transfer',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: { action: 'call.transferred', subject: 'call/{params.id}' },
  summary:
    "Warm transfer from the user's own conference. With a user or a number: dials them as second participant. With leave: the user leaves and the others stay; an agent who stays owns the call from then on.",
  params: oneCall,
  body: z.union(
    [z.object({ user_id: id }), z.object({ number: phoneNumber }), z.object({ leave: z.literal(true) })],
    'Specify user_id, number or leave',
  ),
  answer: outcome,
  example: { params: { id: callId }, body: { leave: true }, answer: done },
});

export const dropVoicemail = defineEndpoint({
  name: 'dropVoicemail',
  method: 'POST',
  path: '/api/rest/calls/{id}/drop-voicemail',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: { action: 'call.voicemail-dropped', subject: 'call/{params.id}' },
  summary:
    "Plays one of the user's voicemails to the customer's answering machine and frees the user at once. Refused if the customer has not agreed to recorded calls.",
  params: oneCall,
  body: z.object({ voicemail_id: id }),
  answer: outcome,
  example: { params: { id: callId }, body: { voicemail_id: leadId }, answer: done },
});

export const pauseRecording = defineEndpoint({
  name: 'pauseRecording',
  method: 'POST',
  path: '/api/rest/calls/{id}/recording',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: { action: 'call.recording-changed', subject: 'call/{params.id}' },
  summary: "Pauses the recording of the user's own live call, for example for bank details, or resumes it.",
  params: oneCall,
  body: z.object({ paused: z.boolean() }),
  answer: outcome,
  example: { params: { id: callId }, body: { paused: true }, answer: done },
});

const leadIds = z.array(id).min(1, 'Please select one or more leads').max(200);

export const dialOneByOne = defineEndpoint({
  name: 'dialOneByOne',
  method: 'POST',
  path: '/api/autodialler/one-by-one',
  service: 'telephony',
  access: 'guide, own',
  given: true,
  audit: { action: 'lead.dialled', subject: 'user/{body.guide_id}' },
  summary:
    "Dials the guide's next lead; the server dials each one behind it by itself (event DIALLER_NEXT). If one is already being dialled, it dials no other and says so. No leads left: 404. Carrier unreachable: 502, and the dialler is switched off.",
  subject: { in: 'body', key: 'guide_id' },
  body: z.object({ guide_id: id }),
  answer: outcome.extend({ AD_restart: z.boolean() }),
  example: {
    body: { guide_id: userId },
    answer: { status: 'success', message: 'Calling Raymond Okafor', AD_restart: false },
  },
});

export const callSelected = defineEndpoint({
  name: 'callSelected',
  method: 'POST',
  path: '/api/twilio/call/selected',
  service: 'telephony',
  access: 'guide',
  given: true,
  audit: { action: 'lead.sent-to-dialler', subject: 'lead/{body.leads}' },
  summary: "Creates a run of the guide's selected leads and starts the dialler on it.",
  body: z.object({ leads: leadIds }),
  answer: outcome,
  example: { body: { leads: [leadId] }, answer: { status: 'success', message: '1 lead to call' } },
});

export const sendToDiallers = defineEndpoint({
  name: 'sendToDiallers',
  method: 'POST',
  path: '/api/telcast',
  service: 'telephony',
  access: 'admin',
  given: true,
  audit: { action: 'lead.sent-to-dialler', subject: 'lead/{body.leads}' },
  summary: "Adds leads to the pool that guides' diallers use once their own leads are done.",
  body: z.object({ leads: z.array(id).min(1, 'Leads are not selected!').max(10_000) }),
  answer: outcome,
  example: { body: { leads: [leadId] }, answer: { status: 'success', message: '1 lead sent' } },
});

export const getDialler = defineEndpoint({
  name: 'getDialler',
  method: 'GET',
  path: '/api/rest/dialler',
  service: 'telephony',
  access: 'guide',
  given: false,
  audit: { action: 'dialler.read' },
  summary: "The state of the user's own dialler.",
  answer: diallerState,
  example: {
    answer: { on: true, run: { total: 30, done: 12 }, call: { ...exampleLiveCall, kind: 'dialler' } },
  },
});

/** What the telephony service must know of a lead before it is dialled. */
export const leadToCall = z.object({
  lead_id: id,
  fullname: z.string(),
  type_id: z.int(),
  state: stateCode.nullable(),
  status: statusCode,
  user_id: agentChoice,
  /** Every number of the lead in E.164, the first one first; hidden ones too. */
  phones: z.array(z.string()),
  /** The customer agreed to recorded calls and messages. */
  recorded_ok: flag,
  language: languageCode.default(defaultLanguage),
  version: z.int(),
});
export type LeadToCall = z.infer<typeof leadToCall>;

const exampleToCall: LeadToCall = {
  lead_id: leadId ?? '',
  fullname: 'Raymond Okafor',
  type_id: 2,
  state: 'TX',
  status: 'newLead',
  user_id: userId,
  phones: ['+12145550117'],
  recorded_ok: 0,
  language: 'en',
  version: 4,
};

export const leadsToCall = defineEndpoint({
  name: 'leadsToCall',
  method: 'POST',
  path: '/internal/leads/to-call',
  service: 'leads',
  access: 'internal',
  callers: ['telephony', 'messaging', 'seed'],
  given: false,
  summary:
    'Lead details for a call, by ids or by phone numbers, last changed first. Unknown ids are omitted.',
  body: z.union(
    [
      z.object({ ids: z.array(id).max(10_000) }),
      z.object({ phones: z.array(z.string().max(40)).max(1_000) }),
    ],
    'Specify ids or phones',
  ),
  answer: z.object({ leads: z.array(leadToCall) }),
  example: { body: { phones: ['+12145550117'] }, answer: { leads: [exampleToCall] } },
});

export const nextLeadOfGuide = defineEndpoint({
  name: 'nextLeadOfGuide',
  method: 'POST',
  path: '/internal/leads/next-of-guide',
  service: 'leads',
  access: 'internal',
  callers: ['telephony'],
  given: false,
  summary:
    "The guide's next lead to dial: never dialled (no AD_status), with a callable status, oldest first, without skipped ones. Null: none left.",
  body: z.object({ guide_id: id, without: z.array(id).max(10_000) }),
  answer: z.object({ lead: leadToCall.nullable() }),
  example: { body: { guide_id: userId, without: [] }, answer: { lead: exampleToCall } },
});

export const suitableAgents = defineEndpoint({
  name: 'suitableAgents',
  method: 'POST',
  path: '/internal/leads/suitable-agents',
  service: 'leads',
  access: 'internal',
  callers: ['telephony'],
  given: false,
  summary:
    'Agents who can take a call from a state and, if known, for a lead type: licensed, not banned, online or in a call; longest idle first.',
  body: z.object({ state: stateCode, type_id: z.union([z.literal(2), z.literal(4)]).nullable() }),
  answer: z.object({ users: z.array(id) }),
  example: { body: { state: 'TX', type_id: 2 }, answer: { users: [userId] } },
});

export const takeoverDenial = defineEndpoint({
  name: 'takeoverDenial',
  method: 'POST',
  path: '/internal/leads/takeover-denial',
  service: 'leads',
  access: 'internal',
  callers: ['telephony'],
  given: false,
  summary:
    "Why a user may not take over a call with a lead: the missing licence for the lead's state and type; null where nothing is missing or the lead is unknown.",
  body: z.object({ lead_id: id, user_id: id }),
  answer: z.object({ reason: z.string().nullable() }),
  example: {
    body: { lead_id: leadId, user_id: userId },
    answer: { reason: 'Dana Reyes-Whitfield holds no life licence for Vermont' },
  },
});

export const callingEndpoints = [
  callToken,
  addParticipant,
  removeParticipant,
  handleHold,
  getLiveCall,
  listColleagues,
  hangUpCall,
  doNotCall,
  transferCall,
  dropVoicemail,
  pauseRecording,
  dialOneByOne,
  callSelected,
  sendToDiallers,
  getDialler,
  leadsToCall,
  nextLeadOfGuide,
  suitableAgents,
  takeoverDenial,
];
