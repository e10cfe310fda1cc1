import type { StateCode } from '@crm/contracts/codes/states.js';
import { roles, type RoleId, type SubroleId } from '@crm/contracts/codes/roles.js';
import type { Agent, StaffAccount } from '@crm/contracts/resources/person.js';
import { toE164 } from '@crm/contracts/phone.js';

export interface DemoPerson {
  role_id: Extract<RoleId, 2 | 3>;
  fname: string;
  lname: string;
  email: string;
  phone: string;
  /** The user's own number, which rings them and is their caller id. */
  twilio_phone: string;
  states: StateCode[];
  subroles: SubroleId[];
}

/** The admin created at first start, who creates all others. */
export const demoAdminEmail = 'admin@example.com';

/** All numbers of the demo's office are in one area code that no demo customer has. */
const officeLine = (line: string) => `(737)555-01${line}`;

const agent = (
  name: string,
  email: string,
  line: string,
  states: StateCode[],
  subroles: SubroleId[],
): DemoPerson => {
  const [fname = '', ...rest] = name.split(' ');
  return {
    role_id: 2,
    fname,
    lname: rest.join(' '),
    email,
    phone: `(214)555-01${line}`,
    twilio_phone: officeLine(line),
    states,
    subroles,
  };
};

const south: StateCode[] = ['TX', 'OK', 'LA', 'AR', 'NM', 'MS', 'AL', 'TN'];
const west: StateCode[] = ['CA', 'NV', 'AZ', 'OR', 'WA', 'UT', 'ID', 'CO'];
const east: StateCode[] = ['FL', 'GA', 'NC', 'SC', 'VA', 'MD', 'NY', 'PA', 'NJ'];
const middle: StateCode[] = ['OH', 'MI', 'IN', 'IL', 'WI', 'MN', 'MO', 'IA', 'KS', 'KY'];

/** The demo's agents and guides: one account per way of working, and colleagues in several states. */
export const demoPeople: readonly DemoPerson[] = [
  agent('Dana Reyes-Whitfield', 'agent.life@example.com', '00', [...south, ...west], [1]),
  agent('Joel Abernathy', 'agent.health@example.com', '01', [...south, ...east], [2]),
  agent('Priya Sandoval', 'priya@example.com', '02', [...south, ...middle], [1, 2]),
  agent('Marcus Oyelaran', 'marcus@example.com', '03', ['TX', ...west], [1]),
  agent('Beatrice Lindqvist', 'beatrice@example.com', '04', ['TX', ...east], [1]),
  agent('Tomás Villanueva', 'tomas@example.com', '05', [...west, ...south], [1, 2]),
  agent('Grace Hollingsworth-Adeyemi', 'grace@example.com', '06', middle, [1]),
  agent('Ruben Castellanos', 'ruben@example.com', '07', [...east, ...middle], [2]),
  agent('Naomi Feld', 'naomi@example.com', '08', [...east, ...south], [1]),
  agent('Owen Kaczmarek', 'owen@example.com', '09', [...middle, ...west], [2]),
  {
    role_id: 3,
    fname: 'Lena',
    lname: 'Marchetti',
    email: 'guide@example.com',
    phone: '(214)555-0110',
    twilio_phone: officeLine('10'),
    states: [],
    subroles: [],
  },
  {
    role_id: 3,
    fname: 'Curtis',
    lname: 'Bowman',
    email: 'curtis@example.com',
    phone: '(214)555-0111',
    twilio_phone: officeLine('11'),
    states: [],
    subroles: [],
  },
];

/** The demo's team: its lead, who sells in no state, and the agents who are led. */
export const demoTeam = {
  name: 'Austin',
  lead: {
    ...{ fname: 'Helena', lname: 'Brandt', email: 'lead@example.com', phone: '+12145550112' },
    ...{ twilio_phone: '', states: [], subroles: [1, 2], role_id: roles.teamLead },
  } satisfies Partial<Agent>,
  agents: ['agent.life@example.com', 'agent.health@example.com', 'priya@example.com'],
};

const member = (name: string, email: string, role_id: StaffAccount['role_id']) => {
  const [fname = '', ...rest] = name.split(' ');
  return { fname, lname: rest.join(' '), email, phone: '' as const, role_id };
};

/** Who checks and who runs the demo's office. */
export const demoStaff = [
  member('Ingrid Solberg', 'compliance@example.com', roles.compliance),
  member('Victor Amadi', 'auditor@example.com', roles.auditor),
  member('Sam Whitlock', 'operator@example.com', roles.operator),
] as const;

/** The accounts that are told when the demo starts: one of each role. */
export const demoAccounts: readonly string[] = [
  demoAdminEmail,
  ...['agent.life@example.com', 'agent.health@example.com', 'guide@example.com'],
  demoTeam.lead.email,
  ...demoStaff.map(({ email }) => email),
];

/** The caller id for a state, if the agent has no number. */
export const demoStateLines: Partial<Record<StateCode, string>> = {
  TX: officeLine('40'),
  CA: officeLine('41'),
  FL: officeLine('42'),
  NY: officeLine('43'),
};
export const demoDefaultLine = officeLine('50');

/** Every number of the office, as the carrier has it. */
export const demoNumbers: readonly string[] = [
  ...demoPeople.map(({ twilio_phone }) => twilio_phone),
  ...Object.values(demoStateLines),
  demoDefaultLine,
].flatMap((number) => toE164(number) ?? []);
