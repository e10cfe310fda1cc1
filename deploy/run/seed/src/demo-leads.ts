import { faker } from '@faker-js/faker/locale/en_US';
import type { z } from 'zod';
import type { LanguageCode } from '@crm/contracts/codes/languages.js';
import { carrierCode } from '@crm/contracts/codes/carriers.js';
import {
  coverageType,
  creditRating,
  healthConditions,
  qualifyingLifeEvent,
} from '@crm/contracts/codes/health-lists.js';
import {
  fexCoverageAmounts,
  fexRateClass,
  funeralType,
  jobStatus,
  medications,
  term,
  termCoverageAmounts,
  termRateClass,
} from '@crm/contracts/codes/life-lists.js';
import { subroleFor, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { sources, type SourceName } from '@crm/contracts/codes/sources.js';
import { addDays, pacificDate } from '@crm/contracts/time/pacific.js';
import { states, type StateCode } from '@crm/contracts/codes/states.js';
import { isListedDeal, statuses, type StatusCode } from '@crm/contracts/codes/statuses.js';
import type { migrateLeads } from '@crm/contracts/http/lead-migration.js';
import type { DemoPerson } from './demo-people.js';

export type DemoLead = z.input<NonNullable<typeof migrateLeads.body>>['leads'][number];

export interface DemoOwner extends Pick<DemoPerson, 'role_id' | 'states' | 'subroles'> {
  id: string;
}

// A ZIP prefix of each state, so that hours and licences match the address.
const zipBeginnings: Record<StateCode, string> = {
  AL: '352',
  AK: '995',
  AZ: '850',
  AR: '722',
  CA: '900',
  CO: '802',
  CT: '061',
  DE: '198',
  FL: '331',
  GA: '303',
  HI: '968',
  ID: '837',
  IL: '606',
  IN: '462',
  IA: '503',
  KS: '672',
  KY: '402',
  LA: '701',
  ME: '041',
  MD: '212',
  MA: '021',
  MI: '482',
  MN: '554',
  MS: '392',
  MO: '631',
  MT: '591',
  NE: '681',
  NV: '891',
  NH: '031',
  NJ: '071',
  NM: '871',
  NY: '100',
  NC: '282',
  ND: '581',
  OH: '432',
  OK: '731',
  OR: '972',
  PA: '191',
  RI: '029',
  SC: '292',
  SD: '571',
  TN: '372',
  TX: '752',
  UT: '841',
  VT: '054',
  VA: '232',
  WA: '981',
  WV: '253',
  WI: '532',
  WY: '820',
};

// An area code of each state, so that numbers match the address.
const areaCodes: Record<StateCode, string> = {
  AL: '205',
  AK: '907',
  AZ: '602',
  AR: '501',
  CA: '323',
  CO: '303',
  CT: '203',
  DE: '302',
  FL: '813',
  GA: '404',
  HI: '808',
  ID: '208',
  IL: '312',
  IN: '317',
  IA: '515',
  KS: '316',
  KY: '502',
  LA: '504',
  ME: '207',
  MD: '410',
  MA: '617',
  MI: '313',
  MN: '612',
  MS: '601',
  MO: '314',
  MT: '406',
  NE: '402',
  NV: '702',
  NH: '603',
  NJ: '201',
  NM: '505',
  NY: '212',
  NC: '704',
  ND: '701',
  OH: '216',
  OK: '405',
  OR: '503',
  PA: '215',
  RI: '401',
  SC: '803',
  SD: '605',
  TN: '615',
  TX: '214',
  UT: '801',
  VT: '802',
  VA: '804',
  WA: '206',
  WV: '304',
  WI: '414',
  WY: '307',
};

// Frequency of a status; the rest of the twenty-two share the remainder.
const commonStatuses: readonly (readonly [StatusCode, number])[] = [
  ['newLead', 26],
  ['contactAttempt1', 12],
  ['contactAttempt2', 8],
  ['contactAttempt3', 5],
  ['followUp', 9],
  ['thinkingAboutIt', 6],
  ['notInterested', 7],
  ['inApplication', 5],
  ['in-force', 4],
];
const commonSources: readonly (readonly [SourceName, number])[] = [
  ['own', 30],
  ['mediaalpha', 25],
  ['bulk', 20],
];

const weighted = <T extends string>(common: readonly (readonly [T, number])[], all: readonly T[]): T =>
  faker.helpers.weightedArrayElement([
    ...common.map(([value, weight]) => ({ value, weight })),
    ...all
      .filter((value) => !common.some(([known]) => known === value))
      .map((value) => ({ value, weight: 2 })),
  ]);

const quoted: ReadonlySet<StatusCode> = new Set(
  statuses.filter(({ group }) => group === 'After Quote' || group === 'After Submitted').map(({ id }) => id),
);
const flagOf = (probability: number) => (faker.datatype.boolean(probability) ? 1 : 0);
const day = (from: string, to: string) => faker.date.between({ from, to }).toISOString().slice(0, 10);

function pricesFor(status: StatusCode, coverage: number): Record<string, number> {
  if (!quoted.has(status)) return {};
  const base = 12 + coverage / 400;
  const chosen = faker.helpers.arrayElements(carrierCode.options, { min: 3, max: 7 });
  return Object.fromEntries(
    chosen.map((carrier) => [
      carrier,
      Math.min(9999, Number((base * faker.number.float({ min: 0.8, max: 1.6 })).toFixed(2))),
    ]),
  );
}

function lifeQuote() {
  const product = faker.helpers.arrayElement(['fex' as const, ...term.options]);
  if (product === 'fex') {
    return {
      term: product,
      rate_class: faker.helpers.arrayElement(fexRateClass.options),
      coverage_amount: faker.helpers.arrayElement(fexCoverageAmounts.slice(4, 30)),
      disability: faker.helpers.arrayElement(funeralType.options),
      policy: 1 as const,
    };
  }
  const jobstatus = faker.helpers.arrayElement(jobStatus.options);
  return {
    term: product,
    rate_class: faker.helpers.arrayElement(termRateClass.options),
    coverage_amount: faker.helpers.arrayElement(termCoverageAmounts.slice(4, 50)),
    jobstatus,
    ...(jobstatus === '1' ? { total_income: faker.number.int({ min: 24, max: 140 }) * 1000 } : {}),
    ...(jobstatus === '2' || jobstatus === '4'
      ? { mortgage: 1 as const, mortgage_remaining: faker.number.int({ min: 20, max: 300 }) * 1000 }
      : {}),
  };
}

/** Data of an application: submitted when the status was saved, drafted two weeks later. */
function policyOf(status: StatusCode, changedAt: Date, index: number) {
  if (!isListedDeal(status)) return {};
  const app_date = pacificDate(changedAt);
  return {
    app_date,
    // A few have no policy number yet.
    ...(index % 5 === 0 ? {} : { policy_number: `P${String(4_410_000 + index * 7)}` }),
    draft_date: addDays(app_date, 14),
  };
}

/** Half of a guide's leads have never been dialled; none is being dialled during seeding. */
const diallerMark = (index: number, outcome: number) => (index % 2 === 0 ? null : Math.max(2, outcome));

const boughtSources: ReadonlySet<SourceName> = new Set([
  'mediaalpha',
  'bulk',
  'clickListing',
  'liveTransfer',
]);

/** Customers of the demo who speak Spanish. */
const spanishNames = {
  male: ['José Hernández', 'Luis Medina', 'Carlos Rivera', 'Miguel Ángel Torres', 'Rafael Ortiz'],
  female: ['María Guadalupe Flores', 'Rosa Medina', 'Carmen Delgado', 'Lucía Ramírez', 'Ana Sofía Castillo'],
} as const;

/** Bought leads agreed to be called and texted, save every tenth; so did those who agreed to recorded messages. */
function consentOf(
  index: number,
  of: { source: SourceName; createdAt: Date; isRecorded: boolean; agency: string },
): Pick<DemoLead, 'consent'> {
  if (!of.isRecorded && (!boughtSources.has(of.source) || index % 10 === 0)) return {};
  return {
    consent: {
      consent_text: `By clicking Submit I agree to be called and texted by ${of.agency}, also by recorded messages, at the number I gave.`,
      consent_url: 'https://quotes.example.com/final-expense',
      consent_ip: `203.0.113.${String(index % 250)}`,
      consent_at: of.createdAt.toISOString(),
      seller: of.agency,
      channels: ['call', 'text'],
      ...(index % 2 === 0
        ? { trustedform_cert_url: `https://cert.trustedform.com/${(index + 2 ** 32).toString(16).repeat(4)}` }
        : {}),
    },
  };
}

/**
 * Realistic leads of all sources and statuses, deterministic by seed. Phone numbers are only of the reserved
 * 555-01XX kind, so that no real person is ever called.
 */
export function demoLeads(options: {
  count: number;
  /** Whom the people agreed to be contacted by. */
  agency?: string | undefined;
  owners: readonly DemoOwner[];
  now: Date;
  seed?: number;
}): DemoLead[] {
  faker.seed(options.seed ?? 20_261_120);
  const agents = options.owners.filter(({ role_id }) => role_id === 2);
  const guides = options.owners.filter(({ role_id }) => role_id === 3);

  const { agency = 'Juniper Insurance' } = options;

  const lines = new Map<StateCode, number>();
  const nextPhone = (state: StateCode) => {
    const line = lines.get(state) ?? 0;
    lines.set(state, line + 1);
    return `+1${areaCodes[state]}55501${String(line % 100).padStart(2, '0')}`;
  };
  const ownerOf = (type: TypeId, state: StateCode): DemoOwner | undefined => {
    if (faker.datatype.boolean(0.04)) return faker.helpers.arrayElement(guides);
    if (faker.datatype.boolean(0.12)) return undefined;
    const suitable = agents.filter(
      ({ states: own, subroles }) => own.includes(state) && subroles.includes(subroleFor[type]),
    );
    return suitable.length > 0 ? faker.helpers.arrayElement(suitable) : undefined;
  };

  /** Every lead with an application has an agent. */
  const sellerOf = (type: TypeId, status: StatusCode, index: number): DemoOwner | undefined => {
    const sellers = agents.filter(({ subroles }) => subroles.includes(subroleFor[type]));
    return isListedDeal(status) ? sellers[index % sellers.length] : undefined;
  };

  return Array.from({ length: options.count }, (_, index): DemoLead => {
    const type: TypeId = faker.datatype.boolean(0.72) ? 2 : 4;
    const { code: state } = faker.helpers.arrayElement(states);
    const sex = faker.helpers.arrayElement(['male', 'female'] as const);
    const drawn = `${faker.person.firstName(sex)} ${faker.person.lastName()}${faker.datatype.boolean(0.06) ? `-${faker.person.lastName()}` : ''}`;
    // Not drawn, so that the other leads stay as they are.
    const language: LanguageCode = index % 8 === 5 ? 'es' : 'en';
    const fullname =
      language === 'es'
        ? (spanishNames[sex][Math.floor(index / 8) % spanishNames[sex].length] ?? drawn)
        : drawn;
    const source = weighted(
      commonSources,
      sources.map(({ name }) => name),
    );
    const isRaw = source === 'bulk' && faker.datatype.boolean(0.5);
    const status = isRaw
      ? 'newLead'
      : weighted(
          commonStatuses,
          statuses.map(({ id }) => id),
        );
    const cameAt = faker.date.recent({ days: 120, refDate: options.now });
    const lastAt = faker.date.between({ from: cameAt, to: options.now });
    // What was sold goes back a year.
    const back = isListedDeal(status) ? 3 : 1;
    const stretched = (at: Date) =>
      new Date(options.now.getTime() - back * (options.now.getTime() - at.getTime()));
    const [createdAt, changedAt] = [stretched(cameAt), stretched(lastAt)];
    const owner = (isRaw ? undefined : ownerOf(type, state)) ?? sellerOf(type, status, index);
    const contact = {
      source,
      fullname,
      email: `${fullname
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^a-z]+/g, '.')}.${String(index)}@example.com`,
      phone: nextPhone(state),
      address: faker.location.streetAddress(),
      zipcode: `${zipBeginnings[state]}${faker.string.numeric(2)}`,
      state,
      language,
      birth_date: day('1938-01-01', '1990-12-31'),
      gender: sex === 'male' ? ('m' as const) : ('f' as const),
      height: faker.number.int({ min: 58, max: 76 }),
      weight: faker.number.int({ min: 105, max: 290 }),
      // Some of the dialler's leads agreed to recorded messages: voicemails can be dropped on their machines.
      recorded_ok: owner?.role_id === 3 && index % 3 === 0 ? (1 as const) : (0 as const),
    };
    const quote = lifeQuote();
    const lead: DemoLead['lead'] =
      type === 2
        ? {
            ...contact,
            ...quote,
            ...policyOf(status, changedAt, index),
            type: 'life',
            medications: faker.helpers
              .arrayElements(medications, { min: 0, max: 3 })
              .map(({ value }) => value),
            married: flagOf(0.6),
            tobacco: flagOf(0.2),
            currently_insured: flagOf(0.3),
            checking_account: flagOf(0.7),
          }
        : {
            ...contact,
            type: 'health',
            city: faker.location.city(),
            credit_rating: faker.helpers.arrayElement(creditRating.options),
            qualifying_life_event: faker.helpers.arrayElement(qualifyingLifeEvent.options),
            coverage_type: faker.helpers.arrayElement(coverageType.options),
            household_income: faker.number.int({ min: 20, max: 150 }) * 1000,
            medications: faker.helpers
              .arrayElements(healthConditions, { min: 0, max: 2 })
              .map(({ value }) => value),
            tobacco: flagOf(0.2),
            children: [],
          };
    return {
      external_id: `demo:${String(index)}`,
      lead,
      ...consentOf(index, { source, createdAt, isRecorded: contact.recorded_ok === 1, agency }),
      status,
      agent: owner?.id ?? 0,
      price: type === 2 ? pricesFor(status, quote.coverage_amount) : {},
      empty: isRaw ? 1 : 0,
      AD_status: owner?.role_id === 3 ? diallerMark(index, faker.number.int({ min: 1, max: 5 })) : null,
      created_at: createdAt.toISOString(),
      changed_at: changedAt.toISOString(),
    };
  });
}
