import { z } from 'zod';
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
export const connectParams = z.object({
  number: phoneNumber,
  lead_id: z.union([id, z.literal('')]),
  user_id: id,
  callType: z.enum(['single', 'conference']),
});
export type ConnectParams = z.infer<typeof connectParams>;

export const callToken = defineEndpoint({
  name: 'callToken',
  method: 'POST',
  path: '/api/call/token/{userId}',
  service: 'telephony',
  access: 'own',
  given: true,
  summary:
    'A token for the calling device of the user. provider says which device it is for; url is where the simulated one connects.',
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
  summary: "Rings a second party into the user's own live conference. lead_id is the conference's id.",
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
  summary: "Takes the second party out of the user's own live conference, or stops its ringing.",
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
  summary:
    "Holds the customer of the user's own live conference, or takes them back; SET_CONF_PARAMS says when it is so.",
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
  summary:
    "The asker's own call that is under way, for a page that was loaded anew; null where there is none.",
  answer: z.object({ call: liveCall.nullable() }),
  example: { answer: { call: exampleLiveCall } },
});

const oneCall = z.object({ id });

export const hangUpCall = defineEndpoint({
  name: 'hangUpCall',
  method: 'POST',
  path: '/api/rest/calls/{id}/hang-up',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  summary: "Ends the asker's own live call, from a window that has no device on it. One that is over: 200.",
  params: oneCall,
  answer: outcome,
  example: { params: { id: callId }, answer: done },
});

export const transferCall = defineEndpoint({
  name: 'transferCall',
  method: 'POST',
  path: '/api/rest/calls/{id}/transfer',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  summary:
    "Warm transfer out of the asker's own conference. With a user or a number: rings them in as the second party. With leave: the asker goes, the others stay; an agent who stays has the call from then on.",
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
  summary:
    "Plays one of the asker's voicemails to the customer's machine and frees the asker at once. Refused where the customer did not agree to recorded calls.",
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
  summary:
    "Pauses the recording of the asker's own live call while bank details are said, or goes on with it.",
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
  summary:
    "Dials the guide's next lead. While one is being dialled it says so and dials none. Nothing left: 404. Carrier out of reach: 502, and the dialler is off.",
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
  summary: 'Makes a run of the chosen leads of the guide and starts the dialler on it.',
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
  summary: "Puts leads into the pool that the guides' diallers draw from when their own leads are done.",
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
  summary: "How the asker's own dialler stands.",
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
  version: 4,
};

export const leadsToCall = defineEndpoint({
  name: 'leadsToCall',
  method: 'POST',
  path: '/internal/leads/to-call',
  service: 'leads',
  access: 'internal',
  given: false,
  summary:
    'Leads as they are before a call: by their ids, or all that have one of some numbers, the one changed last first. Unknown ones are left out.',
  body: z.union(
    [
      z.object({ ids: z.array(id).max(10_000) }),
      z.object({ phones: z.array(z.string().max(40)).max(1_000) }),
    ],
    'Name ids or phones',
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
  given: false,
  summary:
    'The lead of a guide that the dialler takes next: never dialled (no AD_status), of a status that is called, the oldest first; without those that were passed over. Null: none is left.',
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
  given: false,
  summary:
    'Agents who may take a call from a state, of a type of lead where it is known: licensed, not banned, online; the one who waited longest first.',
  body: z.object({ state: stateCode, type_id: z.union([z.literal(2), z.literal(4)]).nullable() }),
  answer: z.object({ users: z.array(id) }),
  example: { body: { state: 'TX', type_id: 2 }, answer: { users: [userId] } },
});

export const callingEndpoints = [
  callToken,
  addParticipant,
  removeParticipant,
  handleHold,
  getLiveCall,
  hangUpCall,
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
];
