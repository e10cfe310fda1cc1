import { coverageType, creditRating, maritalStatuses, qualifyingLifeEvent } from '../codes/health-lists.js';
import {
  choice,
  flag,
  gender,
  listed,
  namedByThemselves,
  openChoice,
  optionsOf,
  severalListed,
  state,
} from '../fields/choice-kinds.js';
import { hoursOfWeek, money } from '../fields/number-kinds.js';
import { longText, text } from '../fields/text-kinds.js';
import { isoDate } from '../fields/time-kinds.js';
import { defineLead } from './define-lead.js';
import { family, relative } from './family.js';
import {
  agreedToRecording,
  bodyFields,
  contactFields,
  incomeInFiles,
  leadLine,
  saidOfGender,
  saidOfState,
  saidOfTobacco,
} from './lead-contact.js';

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
    state: state(saidOfState),
    recorded_ok: { ...agreedToRecording, section: 'contact' },
    address_2: text({ ...leadLine, label: 'Address 2', section: 'contact', example: null }),
    city: text({
      ...leadLine,
      label: 'City',
      section: 'contact',
      importAs: { headings: ['city', 'town'] },
      example: 'Dallas',
    }),
    county: text({
      ...leadLine,
      label: 'Country',
      short: 'County',
      section: 'contact',
      importAs: { label: 'County', headings: ['county'] },
      example: 'Dallas',
    }),
    contact: text({ ...leadLine, label: 'Contact name', section: 'contact', example: 'Nora' }),

    coverage_type: choice({
      label: 'Coverage Type',
      short: 'Coverage type',
      section: 'coverage',
      needed: 'saving',
      row: true,
      of: namedByThemselves(coverageType.options),
      example: 'Individual Family',
    }),
    qualifying_life_event: choice({
      label: 'Qualifying Life Event',
      short: 'Life event',
      section: 'policy',
      needed: 'saving',
      of: namedByThemselves(qualifyingLifeEvent.options),
      example: 'permanent move',
    }),
    qualifying_life_event_date: isoDate({
      label: 'Qualifying Life Event Date',
      short: 'Event date',
      section: 'policy',
      example: '2026-10-01',
    }),
    currently_insured: flag({
      nothing: null,
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
    denied_coverage: flag({
      nothing: null,
      label: 'Denied Coverage',
      short: 'Denied coverage',
      section: 'policy',
      example: 0,
    }),
    lost_coverage: flag({
      nothing: null,
      label: 'Lost Coverage',
      short: 'Lost coverage',
      section: 'policy',
      example: 1,
    }),

    ...bodyFields,
    gender: gender({
      ...saidOfGender,
      section: 'person',
      needed: 'saving',
      initially: 'm',
      unknown: '',
      example: 'f',
    }),
    marital_status: openChoice({
      label: 'Marital Status',
      short: 'Marital status',
      section: 'person',
      // The form offers these; partners write what they like.
      of: optionsOf(maritalStatuses),
      example: 'married',
    }),
    credit_rating: choice({
      label: 'Credit Rating',
      short: 'Credit rating',
      section: 'person',
      needed: 'saving',
      of: namedByThemselves(creditRating.options),
      example: 'good',
    }),
    household_income: money({
      label: 'Household Income',
      short: 'Household income',
      section: 'person',
      initially: '$75000',
      importAs: incomeInFiles,
      example: 82_000,
    }),
    self_employed: flag({
      nothing: null,
      label: 'Self Employed',
      short: 'Self employed',
      section: 'person',
      example: 1,
    }),
    biz_type: text({
      ...leadLine,
      label: 'Biz. Type',
      short: 'Biz. type',
      section: 'person',
      example: 'Retail',
    }),
    biz_name: text({
      ...leadLine,
      label: 'Biz. Name',
      short: 'Biz. name',
      section: 'person',
      example: 'Orchard Books',
    }),
    datavendor_id: text({ ...leadLine, label: 'Datavendor ID', section: 'person', example: 'DV-118' }),

    /** The major conditions: one alone may be sent as its code. */
    medications: severalListed({
      label: 'Disease',
      short: 'Health',
      section: 'conditions',
      orAlone: true,
      example: ['asthma'],
    }),
    prescription_medications: longText({
      nothing: null,
      label: 'Medications',
      short: 'Prescriptions',
      section: 'person',
      group: 'health',
      max: 2_000,
      example: 'Albuterol',
    }),
    tobacco: flag({ nothing: null, ...saidOfTobacco, section: 'person', group: 'health', example: 0 }),
    pregnant: flag({ nothing: null, label: 'Pregnant', section: 'person', group: 'health', example: 0 }),
    treated: flag({ nothing: null, label: 'Treated', section: 'person', group: 'health', example: 1 }),
    hospitalized: flag({
      nothing: null,
      label: 'Hospitalized',
      section: 'person',
      group: 'health',
      example: 0,
    }),
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
