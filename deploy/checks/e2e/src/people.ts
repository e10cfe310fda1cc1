import type { StateCode } from '@crm/contracts/codes/states.js';
import assert from 'node:assert/strict';
import type { Flag } from '@crm/contracts/ids.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import type { User } from '@crm/contracts/entities/user.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { restCreateLead } from '@crm/contracts/http/leads.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { demoAdminEmail, demoTeam } from '@crm/seed/demo-people.js';
import { password } from './environment.js';

/** Demo accounts, by role and type of leads. */
export const people = {
  admin: demoAdminEmail,
  lifeAgent: 'agent.life@example.com',
  healthAgent: 'agent.health@example.com',
  otherLifeAgent: 'marcus@example.com',
  guide: 'guide@example.com',
  teamLead: demoTeam.lead.email,
  compliance: 'compliance@example.com',
  auditor: 'auditor@example.com',
  operator: 'operator@example.com',
} as const;

export interface Caller {
  client: HttpClient;
  token: string;
  user: User;
}

/** An HTTP client signed in as a user, with which tests create fixtures and check results without a browser. */
export async function callerFor(url: string, email: string): Promise<Caller> {
  const { answer } = await httpClient(url).call(signIn, { body: { email, password } });
  return { client: httpClient(url, answer.token), token: answer.token, user: answer.user };
}

/** Creates a life lead; one created by an agent is assigned to that agent. Tests that send texts need a unique phone. */
export async function makeLead(
  { client }: Caller,
  fullname: string,
  besides: { phone?: string; state?: StateCode; recorded_ok?: Flag } = {},
): Promise<LeadRow> {
  const { answer } = await client.call(restCreateLead, {
    body: {
      type: 'life',
      fullname,
      email: `${fullname.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`,
      phone: '+12145550142',
      address: '1 First Street',
      state: 'TX',
      birth_date: '1957-06-02',
      term: 'fex',
      rate_class: 'lb',
      coverage_amount: 10_000,
      disability: 'Cremation',
      ...besides,
    },
  });
  assert.equal(answer.lead.fullname, fullname);
  return answer.lead;
}

/** Creates a health lead, with a spouse and a child, assigned to the agent who creates it. */
export async function makeHealthLead({ client }: Caller): Promise<LeadRow> {
  const person = { gender: 'f', height: 64, weight: 130, birth_date: '1984-03-09', tobacco: 0 } as const;
  const { answer } = await client.call(restCreateLead, {
    body: {
      type: 'health',
      fullname: 'Wilhelmina Okonkwo',
      email: 'wilhelmina.okonkwo@example.com',
      phone: '+12145550143',
      state: 'TX',
      birth_date: '1980-02-29',
      credit_rating: 'good',
      qualifying_life_event: 'none',
      coverage_type: 'Individual Family',
      household_income: 75_000,
      spouse: { ...person, name: 'Emeka Okonkwo', gender: 'm' },
      children: [{ ...person, name: 'Ada Okonkwo', birth_date: '2015-05-05' }],
    },
  });
  return answer.lead;
}
