import { allowContact } from '@crm/contracts/http/permission.js';
import { restCreateLead } from '@crm/contracts/http/leads.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { lifeLead, newNumber } from './customers.js';
import type { Person } from './person.js';

/** A lead of an agent that may be called and texted at any hour. */
export interface Reachable {
  id: string;
  phone: string;
  /** The agent's own number, used as caller id. */
  line: string;
}

export async function reachable(agent: Person, admin: Person, fullname: string): Promise<Reachable> {
  const phone = newNumber();
  const { id } = await agent.must(restCreateLead, { body: lifeLead(fullname, phone) });
  for (const channel of ['call', 'text'] as const) {
    await admin.must(allowContact, {
      params: { id },
      body: {
        place: 'phone',
        channel,
        reason: 'Asked to be reached now',
        requested_on: pacificDate(new Date()),
        minutes: 24 * 60,
      },
    });
  }
  return { id, phone, line: agent.user.twilio_phone };
}
