import { z } from 'zod';
import { outcome } from '../errors.js';
import {
  referenceList,
  referenceListInput,
  referenceListName,
  type ReferenceList,
} from '../reference/reference-list.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

const example: ReferenceList = {
  list: 'medications',
  version: 2,
  changed_by: 'Ada Admin',
  changed_at: '2026-11-20T17:41:00.000Z',
  entries: [
    { code: 'copd', text: 'COPD or emphysema', active: true },
    { code: 'gout', text: 'Gout', active: false },
  ],
};

const params = z.object({ list: referenceListName });

export const getReferenceList = defineEndpoint({
  name: 'getReferenceList',
  method: 'GET',
  path: '/api/rest/reference/{list}',
  service: 'leads',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary:
    'A reference list that admins maintain, including entries no longer offered. Supports ETag and If-None-Match (304).',
  params,
  answer: referenceList,
  example: { params: { list: 'medications' }, answer: example },
});

export const changeReferenceList = defineEndpoint({
  name: 'changeReferenceList',
  method: 'PUT',
  path: '/api/rest/reference/{list}',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'reference-list.updated', subject: 'reference-list/{params.list}' },
  summary:
    'Replaces a list based on the given version. Version conflict: 409. Saved entries can be hidden, not removed.',
  params,
  body: referenceListInput,
  answer: outcome.extend({ reference: referenceList }),
  example: {
    params: { list: 'medications' },
    body: { list: 'medications', version: 1, entries: example.entries },
    answer: { status: 'success', message: 'List saved', reference: example },
  },
});

export const listReferenceChanges = defineEndpoint({
  name: 'listReferenceChanges',
  method: 'GET',
  path: '/api/rest/reference/{list}/changes',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: 'none',
  summary: 'Change history of a list: who, when, which entries; newest first, at most 1,000.',
  params,
  answer: z.object({
    changes: z.array(
      z.object({
        version: z.int(),
        at: z.iso.datetime(),
        actor_id: z.string(),
        actor_name: z.string(),
        codes: z.array(z.string()),
      }),
    ),
  }),
  example: {
    params: { list: 'medications' },
    answer: {
      changes: [
        {
          version: 2,
          at: '2026-11-20T17:41:00.000Z',
          actor_id: '66f0a1b2c3d4e5f601020304',
          actor_name: 'Ada Admin',
          codes: ['gout'],
        },
      ],
    },
  },
});

export const referenceEndpoints = [getReferenceList, changeReferenceList, listReferenceChanges];
