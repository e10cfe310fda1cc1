import { z } from 'zod';
import { coverageType, creditRating, maritalStatuses, qualifyingLifeEvent } from '../codes/health-lists.js';
import { lineLength } from '../fields/formats.js';
import {
  amount,
  anyState,
  genderOfPerson,
  hoursOfWeek,
  leadChoice,
  leadLongText,
  leadText,
  listed,
  namedByThemselves,
  optionsOf,
  plainDay,
  severalListedAs,
  yesNo,
} from '../fields/lead-kinds.js';
import { defineLead } from './define-lead.js';
import { family, relative } from './family.js';
import {
  agreedToRecording,
  bodyFields,
  contactFields,
  incomeInFiles,
  saidOfGender,
  saidOfState,
  saidOfTobacco,
} from './lead-contact.js';

const conditions = z.array(z.string()).max(60);

/** A health lead: what is known of a customer who wants to be insured with the family (rule L6). */
export const healthLeads = defineLead({
  groups: { contact: 'Contact', coverage: 'Coverage', person: 'Person', health: 'Health', family: 'Family' },
  sections: {
    contact: { title: 'Geo and Contact', group: 'contact', tab: 'all' },
    person: { title: 'Personal Information', group: 'person', tab: 'all' },
    conditions: { title: 'Major Conditions', group: 'health', tab: 'all' },
    policy: { title: 'Current Policy', group: 'coverage', tab: 'all' },
    coverage: { title: 'Requested Coverage', group: 'coverage', tab: 'all' },
  },
  fields: {
    ...contactFields,
    fullname: { ...contactFields.fullname, section: 'person' },
    state: anyState(saidOfState),
    recorded_ok: { ...agreedToRecording, section: 'contact' },
    address_2: leadText({ label: 'Address 2', section: 'contact', example: null }),
    city: leadText({
      label: 'City',
      section: 'contact',
      importAs: { headings: ['city', 'town'] },
      example: 'Dallas',
    }),
    county: leadText({
      label: 'Country',
      short: 'County',
      section: 'contact',
      importAs: { label: 'County', headings: ['county'] },
      example: 'Dallas',
    }),
    contact: leadText({ label: 'Contact name', section: 'contact', example: 'Nora' }),

    coverage_type: leadChoice({
      label: 'Coverage Type',
      short: 'Coverage type',
      section: 'coverage',
      needed: 'saving',
      row: true,
      codes: coverageType,
      options: namedByThemselves(coverageType.options),
      example: 'Individual Family',
    }),
    qualifying_life_event: leadChoice({
      label: 'Qualifying Life Event',
      short: 'Life event',
      section: 'policy',
      needed: 'saving',
      codes: qualifyingLifeEvent,
      options: namedByThemselves(qualifyingLifeEvent.options),
      example: 'permanent move',
    }),
    qualifying_life_event_date: plainDay({
      label: 'Qualifying Life Event Date',
      short: 'Event date',
      section: 'policy',
      example: '2026-10-01',
    }),
    currently_insured: yesNo({
      label: 'Currently Insured',
      short: 'Insured now',
      section: 'policy',
      example: 1,
    }),
    current_company: listed({
      label: 'Current Company',
      short: 'Current company',
      section: 'policy',
      example: 'aetna',
    }),
    denied_coverage: yesNo({
      label: 'Denied Coverage',
      short: 'Denied coverage',
      section: 'policy',
      example: 0,
    }),
    lost_coverage: yesNo({ label: 'Lost Coverage', short: 'Lost coverage', section: 'policy', example: 1 }),

    ...bodyFields,
    gender: genderOfPerson({
      ...saidOfGender,
      section: 'person',
      needed: 'saving',
      initially: 'm',
      unknown: '',
      example: 'f',
    }),
    marital_status: leadChoice({
      label: 'Marital Status',
      short: 'Marital status',
      section: 'person',
      // The form offers these; partners write what they like.
      codes: z.string().max(lineLength),
      options: optionsOf(maritalStatuses),
      example: 'married',
    }),
    credit_rating: leadChoice({
      label: 'Credit Rating',
      short: 'Credit rating',
      section: 'person',
      needed: 'saving',
      codes: creditRating,
      options: namedByThemselves(creditRating.options),
      example: 'good',
    }),
    household_income: amount({
      label: 'Household Income',
      short: 'Household income',
      section: 'person',
      initially: '$75000',
      importAs: incomeInFiles,
      example: 82_000,
    }),
    self_employed: yesNo({ label: 'Self Employed', short: 'Self employed', section: 'person', example: 1 }),
    biz_type: leadText({ label: 'Biz. Type', short: 'Biz. type', section: 'person', example: 'Retail' }),
    biz_name: leadText({
      label: 'Biz. Name',
      short: 'Biz. name',
      section: 'person',
      example: 'Orchard Books',
    }),
    datavendor_id: leadText({ label: 'Datavendor ID', section: 'person', example: 'DV-118' }),

    /** The major conditions: one alone may be sent as its code. */
    medications: severalListedAs(
      { label: 'Disease', short: 'Health', section: 'conditions', example: ['asthma'] },
      z.union([conditions, z.string().min(1).max(100)]).optional(),
    ),
    prescription_medications: leadLongText({
      label: 'Medications',
      short: 'Prescriptions',
      section: 'person',
      group: 'health',
      max: 2_000,
      example: 'Albuterol',
    }),
    tobacco: yesNo({ ...saidOfTobacco, section: 'person', group: 'health', example: 0 }),
    pregnant: yesNo({ label: 'Pregnant', section: 'person', group: 'health', example: 0 }),
    treated: yesNo({ label: 'Treated', section: 'person', group: 'health', example: 1 }),
    hospitalized: yesNo({ label: 'Hospitalized', section: 'person', group: 'health', example: 0 }),
    weekly_exercise_hours: hoursOfWeek({
      label: 'Exercise hours a week',
      short: 'Exercise',
      section: 'person',
      group: 'health',
      example: 3,
    }),

    spouse: relative({
      label: 'Spouse',
      section: 'person',
      group: 'family',
      example: {
        name: 'Sam Whitfield',
        gender: 'm',
        height: 71,
        weight: 190,
        birth_date: '1978-01-30',
        tobacco: 1,
      },
    }),
    children: family({
      label: 'Children',
      section: 'person',
      group: 'family',
      example: [
        {
          name: 'Ada Whitfield',
          gender: 'f',
          height: 48,
          weight: 55,
          birth_date: '2017-09-03',
          tobacco: 0,
        },
      ],
    }),
  },
  together: [
    { title: 'Birth date', fields: ['birth_year', 'birth_month', 'birth_day'] },
    { title: 'Qualifying Life Event', fields: ['qualifying_life_event', 'qualifying_life_event_date'] },
    { title: 'Currently Insured', fields: ['currently_insured', 'current_company'] },
  ],
});
