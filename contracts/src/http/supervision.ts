import { z } from 'zod';
import { supervisionMode } from '../codes/supervision-codes.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import {
  exampleSupervisedCall,
  exampleSupervision,
  supervisedCall,
  supervision,
} from '../entities/supervision.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';

const oneCall = z.object({ id });
const params = { id: exampleSupervisedCall.id };
const audit = { action: 'call.supervised', subject: 'call/{params.id}' } as const;
const body = z.object({ mode: supervisionMode });

export const listLiveCalls = defineEndpoint({
  name: 'listLiveCalls',
  method: 'GET',
  path: '/api/rest/supervision/calls',
  service: 'telephony',
  access: 'admin',
  given: false,
  audit: { action: 'calls.listed' },
  summary: 'Every call that goes on, the one that began first first, 500 at most.',
  answer: z.object({ calls: z.array(supervisedCall) }),
  example: { answer: { calls: [exampleSupervisedCall] } },
});

export const getSupervision = defineEndpoint({
  name: 'getSupervision',
  method: 'GET',
  path: '/api/rest/supervision',
  service: 'telephony',
  access: 'admin',
  given: false,
  audit: 'none',
  summary: 'The call that the user supervises, or null; read again after each LIVE_CALLS_CHANGED.',
  answer: z.object({ supervision: supervision.nullable() }),
  example: { answer: { supervision: exampleSupervision } },
});

export const superviseCall = defineEndpoint({
  name: 'superviseCall',
  method: 'POST',
  path: '/api/rest/calls/{id}/supervision',
  service: 'telephony',
  access: 'admin',
  given: false,
  audit,
  summary:
    "Rings the admin's device into a call that goes on. listen: nobody hears them; whisper: the agent alone does; join: everybody does. Not in a conference, or the customer is on hold: 422. Supervised by another admin, or in another call: 409.",
  params: oneCall,
  body,
  answer: outcome,
  example: {
    params,
    body: { mode: 'listen' },
    answer: { status: 'success', message: 'You are listening to Dana Reyes-Whitfield' },
  },
});

export const changeSupervision = defineEndpoint({
  name: 'changeSupervision',
  method: 'PUT',
  path: '/api/rest/calls/{id}/supervision',
  service: 'telephony',
  access: 'admin',
  given: false,
  audit,
  summary:
    'Changes between listen, whisper and join while in the call. To whisper or join while the customer is on hold: 422.',
  params: oneCall,
  body,
  answer: outcome,
  example: {
    params,
    body: { mode: 'whisper' },
    answer: { status: 'success', message: 'Only Dana Reyes-Whitfield hears you' },
  },
});

export const stopSupervising = defineEndpoint({
  name: 'stopSupervising',
  method: 'DELETE',
  path: '/api/rest/calls/{id}/supervision',
  service: 'telephony',
  access: 'admin',
  given: false,
  audit,
  summary: 'Takes the admin out of the call that they supervise. Not in it any more: 200.',
  params: oneCall,
  answer: outcome,
  example: { params, answer: { status: 'success', message: 'You left the call' } },
});

export const askForHelp = defineEndpoint({
  name: 'askForHelp',
  method: 'POST',
  path: '/api/rest/calls/{id}/help',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: { action: 'call.help-asked', subject: 'call/{params.id}' },
  summary: "Asks the admins for help in the user's own call. Asked already: 200.",
  params: oneCall,
  answer: outcome,
  example: { params, answer: { status: 'success', message: 'The supervisors were asked for help' } },
});

export const withdrawHelp = defineEndpoint({
  name: 'withdrawHelp',
  method: 'DELETE',
  path: '/api/rest/calls/{id}/help',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: { action: 'call.help-withdrawn', subject: 'call/{params.id}' },
  summary: "Withdraws the question for help in the user's own call. Nothing asked: 200.",
  params: oneCall,
  answer: outcome,
  example: { params, answer: { status: 'success', message: 'Help is no longer asked for' } },
});

export const supervisionEndpoints = [
  listLiveCalls,
  getSupervision,
  superviseCall,
  changeSupervision,
  stopSupervising,
  askForHelp,
  withdrawHelp,
];
