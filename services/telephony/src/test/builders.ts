import { exampleUser, type User } from '@crm/contracts/entities/user.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { uniqueId, uniqueEmail, uniqueName, uniquePhone } from '@crm/platform/testing/unique.js';

/** A user as auth tells of them: an agent who is online, with a number of their own. */
export function userOf(given: Partial<User> = {}): User {
  const fname = uniqueName('Dana');
  return {
    ...exampleUser,
    id: uniqueId(),
    fname,
    lname: 'Reyes',
    fullname: `${fname} Reyes`,
    email: uniqueEmail('agent'),
    twilio_phone: uniquePhone(),
    subroles: [1, 2],
    states: ['TX', 'CA'],
    uncompleted_lead: null,
    version: 1,
    ...given,
  };
}

/** A lead as leads tells telephony of it: in Texas, with one number, of whoever is named. */
export function leadOf(given: Partial<LeadToCall> = {}): LeadToCall {
  return {
    lead_id: uniqueId(),
    fullname: uniqueName('Raymond'),
    type_id: 2,
    state: 'TX',
    status: 'newLead',
    user_id: 0,
    phones: [uniquePhone()],
    recorded_ok: 0,
    language: 'en',
    version: 1,
    ...given,
  };
}
