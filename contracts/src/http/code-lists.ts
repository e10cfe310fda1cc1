import { z } from 'zod';
import { source, sources } from '../codes/sources.js';
import { state, states } from '../codes/states.js';
import { status, statuses } from '../codes/statuses.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

export const listStates = defineEndpoint({
  name: 'listStates',
  method: 'GET',
  path: '/api/state/get-all',
  service: 'leads',
  access: 'signed-in',
  given: true,
  audit: 'none',
  summary: 'The 50 states.',
  answer: z.object({ states: z.array(state) }),
  example: { answer: { states: states.slice(0, 2) } },
});

export const listStatuses = defineEndpoint({
  name: 'listStatuses',
  method: 'GET',
  path: '/api/status/get-all',
  service: 'leads',
  access: 'signed-in',
  given: true,
  audit: 'none',
  summary: 'The statuses of a lead with group, label and colour.',
  answer: z.object({ statuses: z.array(status) }),
  example: { answer: { statuses: statuses.slice(0, 2) } },
});

export const listSources = defineEndpoint({
  name: 'listSources',
  method: 'GET',
  path: '/api/source/get-all',
  service: 'leads',
  access: 'signed-in',
  given: true,
  audit: 'none',
  summary: 'The sources of leads.',
  answer: z.object({ sources: z.array(source) }),
  example: { answer: { sources: [...sources] } },
});

export const codeListEndpoints = [listStates, listStatuses, listSources];
