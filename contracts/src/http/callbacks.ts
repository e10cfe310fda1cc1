import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { callbackOffer, exampleCallbackOffer } from '../entities/telephony.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';

export const getCallbackOffer = defineEndpoint({
  name: 'getCallbackOffer',
  method: 'GET',
  path: '/api/rest/callbacks/offer',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary: 'The caller whom the user is asked to call back right now, for a reloaded page, or null.',
  answer: z.object({ offer: callbackOffer.nullable() }),
  example: { answer: { offer: exampleCallbackOffer } },
});

export const declineCallback = defineEndpoint({
  name: 'declineCallback',
  method: 'POST',
  path: '/api/rest/callbacks/{id}/decline',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: { action: 'callback.declined', subject: 'call/{params.id}' },
  summary:
    'The user does not call back, and the next agent is asked. Nothing changes where the user is no longer asked.',
  params: z.object({ id }),
  answer: outcome,
  example: {
    params: { id: exampleCallbackOffer.call_id },
    answer: { status: 'success', message: 'Passed on' },
  },
});

export const callbackEndpoints = [getCallbackOffer, declineCallback];
