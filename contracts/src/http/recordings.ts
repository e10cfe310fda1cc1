import { z } from 'zod';
import {
  callRecord,
  customerVoicemail,
  exampleCustomerVoicemail,
  exampleListedMissedCall,
  exampleRecord,
  exampleVoicemail,
  listedMissedCall,
  voicemail,
} from '../entities/telephony.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { listQuery } from '../endpoint/page-in-query.js';

const userId = exampleVoicemail.id;
const done = { status: 'success', message: 'Done' } as const;

const query = listQuery('createdAt');
const recordPage = z.object({ records: z.array(callRecord), totalCount: z.int() });
const exampleRecords = { records: [exampleRecord], totalCount: 1 };

export const listRecords = defineEndpoint({
  name: 'listRecords',
  method: 'GET',
  path: '/api/records/all',
  service: 'telephony',
  access: 'admin',
  given: true,
  audit: { action: 'recordings.listed' },
  summary: 'Recorded calls, newest first; searchable by lead and agent name.',
  query,
  answer: recordPage,
  example: { query: {}, answer: exampleRecords },
});

export const listRecordsOfLead = defineEndpoint({
  name: 'listRecordsOfLead',
  method: 'GET',
  path: '/api/records/lead/{id}',
  service: 'telephony',
  access: 'lead',
  given: true,
  audit: { action: 'recordings.listed', subject: 'lead/{params.id}' },
  summary: 'Recorded calls of one lead, newest first.',
  params: z.object({ id }),
  answer: z.object({ records: z.array(callRecord) }),
  example: { params: { id: exampleRecord.lead_id }, answer: { records: [exampleRecord] } },
});

export const listLongRecords = defineEndpoint({
  name: 'listLongRecords',
  method: 'GET',
  path: '/api/records/min-duration/{n}',
  service: 'telephony',
  access: 'admin',
  given: true,
  audit: { action: 'recordings.listed' },
  summary: 'Recorded calls of at least this many seconds.',
  params: z.object({ n: z.coerce.number().int().min(0).max(86_400) }),
  query,
  answer: recordPage,
  example: {
    params: { n: '123' },
    query: { search: 'okafor', sort: 'createdAt:DESC' },
    answer: exampleRecords,
  },
});

export const getRecord = defineEndpoint({
  name: 'getRecord',
  method: 'GET',
  path: '/api/records/{id}',
  service: 'telephony',
  access: 'lead',
  given: true,
  audit: { action: 'recording.opened', subject: 'recording/{params.id}' },
  summary: 'One recorded call, with a playable url and its transcript.',
  params: z.object({ id }),
  answer: outcome.extend({ record: callRecord }),
  example: { params: { id: exampleRecord.id }, answer: { ...done, record: exampleRecord } },
});

const upload = z.object({ user_id: id });

export const uploadGreeting = defineEndpoint({
  name: 'uploadGreeting',
  method: 'POST',
  path: '/api/lead/upload/voice-mail-audio',
  service: 'telephony',
  access: 'self',
  given: true,
  audit: { action: 'greeting.uploaded', subject: 'user/{body.user_id}' },
  summary:
    'Uploads a greeting (mp3 or wav, at most 5 MB) in the form part `audio` and returns its url, to be saved with user/update voice_mail or settings/update-fields default_voice_mail.',
  subject: { in: 'body', key: 'user_id' },
  bodyKind: 'multipart',
  body: upload,
  answer: outcome.extend({ url: z.string() }),
  example: {
    body: { user_id: userId },
    answer: { ...done, url: '/media/greeting/66f0a1b2c3d4e5f6010209cc' },
  },
});

export const getGreeting = defineEndpoint({
  name: 'getGreeting',
  method: 'GET',
  path: '/api/rest/greetings/{id}',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary:
    "A playable url of a greeting: the user's own or the default one; for admins any. id is the last part of the url stored in users and settings, which is not playable itself.",
  params: z.object({ id }),
  answer: z.object({ url: z.string(), duration: z.int().min(0) }),
  example: { params: { id: userId }, answer: { url: exampleVoicemail.url, duration: 18 } },
});

export const listVoicemails = defineEndpoint({
  name: 'listVoicemails',
  method: 'GET',
  path: '/api/voicemail/{userId}',
  service: 'telephony',
  access: 'self',
  given: true,
  audit: { action: 'outbound-voicemails.listed', subject: 'user/{params.userId}' },
  summary: "The agent's outbound voicemails.",
  subject: { in: 'params', key: 'userId' },
  params: z.object({ userId: id }),
  answer: z.object({ voicemails: z.array(voicemail) }),
  example: { params: { userId }, answer: { voicemails: [exampleVoicemail] } },
});

export const listCustomerVoicemails = defineEndpoint({
  name: 'listCustomerVoicemails',
  method: 'GET',
  path: '/api/voicemail/customers/{userId}',
  service: 'telephony',
  access: 'self',
  given: true,
  audit: { action: 'voicemails.listed', subject: 'user/{params.userId}' },
  summary: "A user's customer voicemails, newest first; for admins also those without a recipient.",
  subject: { in: 'params', key: 'userId' },
  params: z.object({ userId: id }),
  answer: z.object({ vm: z.array(customerVoicemail) }),
  example: { params: { userId }, answer: { vm: [exampleCustomerVoicemail] } },
});

export const listVoicemailsOfLead = defineEndpoint({
  name: 'listVoicemailsOfLead',
  method: 'GET',
  path: '/api/rest/leads/{id}/voicemails',
  service: 'telephony',
  access: 'lead',
  given: false,
  audit: { action: 'voicemails.listed', subject: 'lead/{params.id}' },
  summary: "Voicemails of a lead's customer, newest first.",
  params: z.object({ id }),
  answer: z.object({ vm: z.array(customerVoicemail) }),
  example: { params: { id: exampleRecord.lead_id }, answer: { vm: [exampleCustomerVoicemail] } },
});

export const getCustomerVoicemail = defineEndpoint({
  name: 'getCustomerVoicemail',
  method: 'GET',
  path: '/api/rest/voicemails/{id}',
  service: 'telephony',
  access: 'lead',
  given: false,
  audit: { action: 'voicemail.opened', subject: 'voicemail/{params.id}' },
  summary:
    'A voicemail of a customer or unknown caller, with a playable url: for admins, its recipient, and anyone who may work the lead; for guides also those without lead and recipient.',
  params: z.object({ id }),
  answer: z.object({ vm: customerVoicemail }),
  example: { params: { id: exampleCustomerVoicemail.id }, answer: { vm: exampleCustomerVoicemail } },
});

export const readVoicemail = defineEndpoint({
  name: 'readVoicemail',
  method: 'POST',
  path: '/api/rest/voicemails/{id}/read',
  service: 'telephony',
  access: 'lead',
  given: false,
  audit: { action: 'voicemail.marked-read', subject: 'voicemail/{params.id}' },
  summary: "Marks a customer's voicemail as played. For admins only if it has no other recipient.",
  params: z.object({ id }),
  answer: outcome,
  example: { params: { id: exampleCustomerVoicemail.id }, answer: done },
});

export const createVoicemail = defineEndpoint({
  name: 'createVoicemail',
  method: 'POST',
  path: '/api/voicemail/create',
  service: 'telephony',
  access: 'self',
  given: true,
  audit: { action: 'outbound-voicemail.created', subject: 'outbound-voicemail/{answer.vm.id}' },
  summary: 'Adds an outbound voicemail (mp3 or wav, at most 5 MB) from the form part `audio`.',
  subject: { in: 'body', key: 'user_id' },
  bodyKind: 'multipart',
  body: upload,
  answer: outcome.extend({ vm: voicemail }),
  example: { body: { user_id: userId }, answer: { ...done, vm: exampleVoicemail } },
});

export const deleteVoicemail = defineEndpoint({
  name: 'deleteVoicemail',
  method: 'POST',
  path: '/api/voicemail/delete',
  service: 'telephony',
  access: 'owner',
  given: true,
  audit: { action: 'outbound-voicemail.deleted', subject: 'outbound-voicemail/{body.recordId}' },
  summary: 'Removes an outbound voicemail.',
  body: z.object({ recordId: id }),
  answer: outcome,
  example: { body: { recordId: exampleVoicemail.id }, answer: done },
});

export const listMissedCalls = defineEndpoint({
  name: 'listMissedCalls',
  method: 'GET',
  path: '/api/missed-calls',
  service: 'telephony',
  access: 'guide|admin',
  given: true,
  audit: { action: 'missed-calls.listed' },
  summary: 'Missed calls, newest first; guides see their own and shared ones.',
  query,
  answer: z.object({ missedCalls: z.array(listedMissedCall), totalCount: z.int() }),
  example: { query: {}, answer: { missedCalls: [exampleListedMissedCall], totalCount: 1 } },
});

export const recordingsEndpoints = [
  listRecords,
  listRecordsOfLead,
  listLongRecords,
  getRecord,
  uploadGreeting,
  getGreeting,
  listVoicemails,
  listCustomerVoicemails,
  listVoicemailsOfLead,
  getCustomerVoicemail,
  readVoicemail,
  createVoicemail,
  deleteVoicemail,
  listMissedCalls,
];
