import { z } from 'zod';
import { stateCode } from '../codes/states.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';
import { optionalPhone, phoneNumber } from '../phone.js';
import { statePhones } from '../resources/state-phone.js';

const { codes, announce } = statePhones.record.shape;

export const getStatePhone = defineEndpoint({
  name: 'getStatePhone',
  method: 'GET',
  path: '/api/phone/get/{stateId}',
  service: 'telephony',
  access: 'admin',
  given: true,
  audit: 'none',
  summary: 'The number of a state and its area codes.',
  params: z.object({ stateId: stateCode }),
  answer: z.object({ phone: statePhones.record }),
  example: { params: { stateId: 'TX' }, answer: { phone: statePhones.example } },
});

export const updateStatePhone = defineEndpoint({
  name: 'updateStatePhone',
  method: 'POST',
  path: '/api/phone/update',
  service: 'telephony',
  access: 'admin',
  given: true,
  audit: { action: 'state-number.updated', subject: 'state-number/{body.id}' },
  summary: "Changes the given fields of a state's number. An area code belongs to only one state.",
  body: z.object({ id: stateCode, updated: z.object({ codes, phone: optionalPhone, announce }).partial() }),
  answer: outcome.extend({ phone: statePhones.record }),
  example: {
    body: { id: 'TX', updated: { codes: ['214', '469'], phone: '(214)555-0199' } },
    answer: { status: 'success', message: 'Done', phone: statePhones.example },
  },
});

export const ownNumber = defineEndpoint({
  name: 'ownNumber',
  method: 'POST',
  path: '/internal/phones/own-number',
  service: 'telephony',
  access: 'internal',
  callers: ['messaging'],
  given: false,
  summary:
    "The number that a text to a customer goes out from: the user's own, otherwise the one that the customer was called from last, that of the lead's state, of the number's area code, or the default. Null if none is configured.",
  body: z.object({ user_id: id.nullable(), state: stateCode.nullable(), number: phoneNumber }),
  answer: z.object({ phone: phoneNumber.nullable() }),
  example: {
    body: { user_id: '66f0a1b2c3d4e5f601020304', state: 'TX', number: '+12145550117' },
    answer: { phone: '+12145550199' },
  },
});

export const statePhonesEndpoints = [getStatePhone, updateStatePhone, ownNumber];
