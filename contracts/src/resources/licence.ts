import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';
import { choice, state } from '../fields/choice-kinds.js';
import { person } from '../fields/kept-kinds.js';
import { text } from '../fields/text-kinds.js';
import { date } from '../fields/time-kinds.js';
import { id } from '../ids.js';
import { daysToCheck, licenceStatuses } from '../licences/licence.rules.js';
import { licenceLine } from '../licences/held-licence.js';
import { defineResource } from './define-resource.js';

const lineNames = { life: 'Life', health: 'Health' } as const;
const statusNames = { to_check: 'To be checked', active: 'Active', inactive: 'Inactive' } as const;

/**
 * Licences of agents, one for each agent, state and line; without a valid one an agent is given no lead there, and neither
 * calls, texts nor quotes (rules A21 to A26). Whether one has expired follows from its last day.
 */
export const licences = defineResource({
  name: 'licences',
  service: 'auth',
  one: 'licence',
  many: 'licences',
  fields: {
    agent_id: person({ label: 'Agent', example: '66f0a1b2c3d4e5f601020304' }),
    agent: text({ label: 'Agent', max: 201, writable: 'never', example: 'Dana Reyes-Whitfield' }),
    state: state({ label: 'State', required: true, writable: 'create', example: 'TX' }),
    line: choice({
      label: 'Line',
      of: licenceLine.options.map((each) => ({ id: each, name: lineNames[each] })),
      required: true,
      writable: 'create',
      example: 'life',
    }),
    number: text({ label: 'Licence number', short: 'Number', max: 40, example: '2041877' }),
    from: date({ label: 'Valid from', required: true, example: '2025-03-01' }),
    until: date({ label: 'Valid until', help: 'Empty: does not expire', example: '2027-02-28' }),
    status: choice({
      label: 'Status',
      of: licenceStatuses.map((each) => ({ id: each, name: statusNames[each] })),
      help: `To be checked: valid for at most ${String(daysToCheck)} days`,
      required: true,
      example: 'active',
    }),
    proof: text({
      label: 'Proof',
      help: 'Link or reference of the document',
      max: 500,
      example: 'NIPR report of 2026-10-02',
    }),
  },
  owner: 'agent_id',
  rights: { read: 'owner', create: 'admin', change: 'admin', remove: 'admin' },
  sort: ['agent', 'ASC'],
  search: ['agent', 'number'],
  filters: ['state', 'line', 'status'],
});
export type Licence = z.infer<typeof licences.record>;

/** What is said of a second licence of an agent for the same state and line. */
export const licenceExists = 'This agent already has a licence for this state and line';

export const importLicences = defineEndpoint({
  name: 'importLicences',
  method: 'POST',
  path: '/api/rest/licences/import',
  service: 'auth',
  access: 'admin',
  given: false,
  audit: { action: 'licences.imported' },
  summary:
    "Imports licences from a CSV file with the columns agent e-mail, state, line, number, from, until, proof. A row of an agent's licence that exists already replaces it; refused rows are listed with line and reason, and the others are saved.",
  body: z.object({ csv: z.string().min(1, 'The file is empty').max(900_000, 'The file is too large') }),
  answer: outcome.extend({
    saved: z.int().min(0),
    refused: z.array(z.object({ line: z.int().min(1), reason: z.string() })),
  }),
  example: {
    body: {
      csv: 'agent e-mail,state,line,number,from,until,proof\ndana@example.com,TX,life,2041877,2025-03-01,2027-02-28,NIPR',
    },
    answer: { status: 'success', message: '1 licence saved', saved: 1, refused: [] },
  },
});

/** What becomes of the leads of a licence that ended: how it is to be said and to whom they can go. */
export const licensedAgents = defineEndpoint({
  name: 'licensedAgents',
  method: 'GET',
  path: '/api/rest/licences/{id}/agents',
  service: 'auth',
  access: 'admin',
  given: false,
  audit: { action: 'licence.agents-listed', subject: 'licence/{params.id}' },
  summary:
    'Other agents with a valid licence for the state and line of a licence, not banned and not excluded from assignment, by name.',
  params: z.object({ id }),
  answer: z.object({ agents: z.array(z.object({ id, fullname: z.string() })) }),
  example: {
    params: { id: licences.example.id },
    answer: { agents: [{ id: '66f0a1b2c3d4e5f601020305', fullname: 'Robin Tate' }] },
  },
});
