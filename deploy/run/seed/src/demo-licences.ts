import type { LicenceLine } from '@crm/contracts/licences/held-licence.js';
import { linesOf } from '@crm/contracts/licences/licence.rules.js';
import { addDays, pacificDate } from '@crm/contracts/time/pacific.js';
import { demoPeople, type DemoPerson } from './demo-people.js';

/** The demo's licence that ends soon, and the one that nobody has checked yet. */
const special = { email: 'naomi@example.com', endsSoon: 'TN', toCheck: 'NJ' } as const;
const soonDays = 24;

const isSpecial = ({ email }: DemoPerson, state: string, which: 'endsSoon' | 'toCheck') =>
  email === special.email && state === special[which];

/** A line of the file: numbers as states give them, and ends spread over two years. */
function row(person: DemoPerson, place: number, line: LicenceLine, index: number, today: string): string {
  const state = person.states[index] ?? '';
  const number = String(2_040_000 + place * 1_000 + index * 10 + (line === 'life' ? 1 : 2));
  const days = isSpecial(person, state, 'endsSoon') ? soonDays : 120 + ((place * 97 + index * 53) % 600);
  const cells = [
    person.email,
    state,
    line,
    number,
    addDays(today, days - 730),
    addDays(today, days),
    'NIPR report',
  ];
  return cells.join(',');
}

/** The demo's licences as an admin imports them: active for each state of an agent, save the one to be checked. */
export function demoLicences(now: Date): string {
  const today = pacificDate(now);
  const rows = demoPeople.flatMap((person, place) =>
    person.states.flatMap((state, index) =>
      isSpecial(person, state, 'toCheck')
        ? []
        : linesOf(person.subroles).map((line) => row(person, place, line, index, today)),
    ),
  );
  return ['agent e-mail,state,line,number,from,until,proof', ...rows].join('\n');
}
