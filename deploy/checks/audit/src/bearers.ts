import { roles } from '@crm/contracts/codes/roles.js';
import { signOut } from '@crm/contracts/http/auth.js';
import { agents } from '@crm/contracts/resources/person.js';
import { teams } from '@crm/contracts/resources/team.js';
import { callerFor, people, type Caller } from '@crm/e2e/people.js';
import { password, type TestEnvironment } from '@crm/e2e/environment.js';

/** The callers, in the column order of the expectation. */
export const bearerNames = [
  ...(['admin', 'owner', 'colleague', 'guide', 'lead', 'otherLead'] as const),
  ...(['compliance', 'auditor', 'operator'] as const),
] as const;
export type BearerName = (typeof bearerNames)[number];
export type Bearers = Record<BearerName, Caller>;

export async function signInAll(environment: TestEnvironment): Promise<Bearers> {
  const as = (email: string) => callerFor(environment.url, email);
  const admin = await as(people.admin);
  return {
    admin,
    owner: await as(people.lifeAgent),
    colleague: await as(people.otherLifeAgent),
    guide: await as(people.guide),
    lead: await as(people.teamLead),
    otherLead: await as(await leadOfAnotherTeam(admin)),
    compliance: await as(people.compliance),
    auditor: await as(people.auditor),
    operator: await as(people.operator),
  };
}

/** The account of who leads a team that nobody of the check is in; made the first time. */
async function leadOfAnotherTeam({ client }: Caller): Promise<string> {
  const email = 'lead.elsewhere@example.com';
  const query = { filter: JSON.stringify({ q: email }) };
  if ((await client.call(agents.calls.list, { query })).answer.length > 0) return email;
  const team = await client.call(teams.calls.create, { body: { name: 'Elsewhere' } });
  const made = await client.call(agents.calls.create, {
    body: {
      ...{ fname: 'Noel', lname: 'Elsewhere', email, phone: '', twilio_phone: '', password },
      ...{ role_id: roles.teamLead, team_id: team.answer.id, subroles: [1], states: ['TX'] },
    },
  });
  if (made.status !== 200) throw new Error(`No lead was made: ${JSON.stringify(made.body)}`);
  return email;
}

/** A token that was valid until its user signed out. */
export async function endedToken(environment: TestEnvironment): Promise<string> {
  const { client, token } = await callerFor(environment.url, people.healthAgent);
  await client.call(signOut, {});
  return token;
}
