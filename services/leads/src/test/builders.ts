import type { CreateLeadInput, HealthLeadInput, LifeLeadInput } from '@crm/contracts/entities/lead-input.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import { licenceLine, type HeldLicence } from '@crm/contracts/licences/held-licence.js';
import { exampleUser, type User } from '@crm/contracts/entities/user.js';
import { uniqueEmail, uniqueId, uniqueName, uniquePhone } from '@crm/platform/testing/unique.js';

type LifeInput = Extract<CreateLeadInput, { type: 'life' }>;
type HealthInput = Omit<HealthLeadInput, 'id' | 'version'>;

/** A life lead that a person may save, unlike any other. */
export function lifeInput(given: Partial<Omit<LifeLeadInput, 'type'>> = {}): LifeInput {
  return {
    type: 'life',
    fullname: uniqueName('Raymond'),
    email: uniqueEmail('client'),
    phone: uniquePhone(),
    state: 'TX',
    birth_date: '1957-06-02',
    gender: 'm',
    term: 'fex',
    rate_class: 'lb',
    coverage_amount: 15_000,
    disability: 'Cremation',
    ...given,
  };
}

/** A health lead that a person may save, unlike any other. */
export function healthInput(given: Partial<Omit<HealthLeadInput, 'type'>> = {}): HealthInput {
  return {
    type: 'health',
    fullname: uniqueName('Wanda'),
    email: uniqueEmail('client'),
    phone: uniquePhone(),
    state: 'CA',
    birth_date: '1980-02-29',
    gender: 'f',
    credit_rating: 'good',
    qualifying_life_event: 'none',
    coverage_type: 'Short Term',
    ...given,
  };
}

/** Licences for both lines in some states, which do not expire. */
export const licencesFor = (states: readonly StateCode[]): HeldLicence[] =>
  states.flatMap((state) =>
    licenceLine.options.map((line) => ({ state, line, from: '2020-01-01', until: null })),
  );

/** A user as auth tells of them: an agent for both types, licensed in Texas and California. */
export function userOf(given: Partial<User> = {}): User {
  const fname = uniqueName('Dana');
  return {
    ...exampleUser,
    id: uniqueId(),
    fname,
    lname: 'Reyes',
    fullname: `${fname} Reyes`,
    email: uniqueEmail('agent'),
    subroles: [1, 2],
    states: ['TX', 'CA'],
    licences: licencesFor(given.states ?? ['TX', 'CA']),
    uncompleted_lead: null,
    version: 1,
    ...given,
  };
}
