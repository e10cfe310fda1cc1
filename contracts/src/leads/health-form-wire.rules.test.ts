import { exampleHealthLead } from '../entities/lead.js';
import { changeLeadInput, createLeadInput } from '../entities/lead-input.js';
import { healthLead, type HealthLead } from '../entities/lead.js';
import { healthFormErrors } from './health-form-errors.rules.js';
import { formatHealthLeadChange, formatNewHealthLead, loadHealthForm } from './health-form-wire.rules.js';
import { emptyHealthForm, toggleChildren, toggleSpouse, type HealthForm } from './health-form.rules.js';
import { majorConditionFlags } from '../entities/major-conditions.rules.js';

const loaded = loadHealthForm(exampleHealthLead);
const changeOf = (change: Partial<HealthForm>, original = exampleHealthLead) =>
  formatHealthLeadChange({ ...loadHealthForm(original), ...change }, original);
const head = { type: 'health', version: exampleHealthLead.version };

test('the example is a lead of the contract that its form lets pass', () => {
  expect(healthLead.safeParse(exampleHealthLead).error).toBeUndefined();
  expect(healthFormErrors(loaded, '2026-11-21')).toEqual({});
});

describe('loading a stored lead', () => {
  test('splits the birth date, masks the phone, writes money with its sign and lists the family', () => {
    expect(loaded).toMatchObject({
      birth_year: '1980',
      birth_month: '04',
      birth_day: '12',
      phone: '(214)555-0117',
      household_income: '$82000',
      weekly_exercise_hours: '3',
      spouse: { name: 'Sam Whitfield', height: '71', birth_date: '1978-01-30', tobacco: 1 },
      children: [{ name: 'Ada Whitfield', weight: '55' }],
    });
  });

  test.each<[string, Partial<HealthLead>, Partial<HealthForm>]>([
    ['prescriptions on with a text', {}, { takes_prescriptions: 1, prescription_medications: 'Albuterol' }],
    ['off without one', { prescription_medications: null }, { takes_prescriptions: 0 }],
    ['no income where none is stored', { household_income: null }, { household_income: '' }],
    ['no birth date', { birth_date: null }, { birth_year: '', birth_month: '', birth_day: '' }],
    ['no spouse', { spouse: null }, { spouse: null }],
    ['no children', { children: [] }, { children: [] }],
    ['unknown flags as off', { pregnant: null, tobacco: null }, { pregnant: 0, tobacco: 0 }],
    ['hidden phones as nothing', { phone: null, phone_hidden: true }, { phone: '', phone_hidden: true }],
  ])('%s', (_what, stored, form) => {
    expect(loadHealthForm({ ...exampleHealthLead, ...stored })).toMatchObject(form);
  });
});

describe('what creating sends', () => {
  const sent = formatNewHealthLead({ ...loaded, fullname: ' Nora Whitfield ' }, 'manual');

  test('is a lead of the contract, with the person under primary and the source', () => {
    expect(createLeadInput.safeParse(sent).error).toBeUndefined();
    expect(sent).toMatchObject({
      type: 'health',
      source: 'manual',
      primary: {
        name: 'Nora Whitfield',
        gender: 'f',
        height: 65,
        weight: 140,
        birth_year: '1980',
        birth_month: '04',
        birth_day: '12',
        birth_date: '1980-04-12',
        tobacco: 0,
      },
      household_income: 82_000,
    });
    expect(sent).not.toHaveProperty('fullname');
  });

  test('carries each major condition as a flag of its own', () => {
    expect(sent).toMatchObject({ medications: ['asthma'], ...majorConditionFlags(['asthma']) });
  });

  test('leaves out what is empty', () => {
    const bare = formatNewHealthLead({ ...emptyHealthForm(), fullname: 'N', birth_year: '1980' }, 'manual');
    expect(bare).not.toHaveProperty('city');
    expect(bare).not.toHaveProperty('spouse');
    expect(bare).toMatchObject({ household_income: 75_000, children: [] });
  });

  test.each<[string, Partial<HealthForm>, string]>([
    ['the company of someone not insured', { currently_insured: 0 }, 'current_company'],
    ['the date of no event', { qualifying_life_event: 'none' }, 'qualifying_life_event_date'],
    ['medications when their toggle is off', { takes_prescriptions: 0 }, 'prescription_medications'],
  ])('clears %s', (_what, change, field) => {
    expect(sent).toHaveProperty(field);
    expect(formatNewHealthLead({ ...loaded, ...change }, 'manual')).not.toHaveProperty(field);
  });
});

describe('what updating sends', () => {
  test.each<[string, Partial<HealthForm>, Record<string, unknown>]>([
    ['nothing but the version where nothing changed', {}, {}],
    ['what changed', { city: 'Plano' }, { city: 'Plano' }],
    ['null for what was emptied', { city: ' ' }, { city: null }],
    [
      'null for the company of someone not insured any more',
      { currently_insured: 0 },
      {
        currently_insured: 0,
        current_company: null,
      },
    ],
    [
      'null for the date of an event that is none now',
      { qualifying_life_event: 'none' },
      {
        qualifying_life_event: 'none',
        qualifying_life_event_date: null,
      },
    ],
    [
      'null for medications when their toggle went off',
      { takes_prescriptions: 0 },
      {
        prescription_medications: null,
      },
    ],
    [
      'the flags with the list of conditions',
      { medications: ['stroke'] },
      {
        medications: ['stroke'],
        ...majorConditionFlags(['stroke']),
      },
    ],
    ['that recordings were agreed to', { recorded_ok: 1 }, { recorded_ok: 1 }],
    ['no spouse', toggleSpouse(0), { spouse: null }],
    ['no children', toggleChildren(0), { children: [] }],
    [
      'a blank child',
      toggleChildren(1),
      {
        children: [{ name: '', gender: null, height: null, weight: null, birth_date: null, tobacco: 0 }],
      },
    ],
    ['the whole birth date', { birth_day: '13' }, { birth_date: '1980-04-13' }],
  ])('%s', (_what, change, expected) => {
    const sent = changeOf(change);
    expect(sent).toEqual({ ...expected, ...head });
    expect(changeLeadInput.safeParse(sent).error).toBeUndefined();
  });

  const hidden: HealthLead = { ...exampleHealthLead, phone: null, phone_hidden: true };
  test.each<[string, Partial<HealthForm>, Record<string, unknown>]>([
    ['keeps hidden phones', { city: 'Plano' }, { city: 'Plano' }],
    ['never clears them', { phone: '', second_phone: '' }, {}],
  ])('%s', (_what, change, expected) => {
    expect(changeOf(change, hidden)).toEqual({ ...expected, ...head });
  });
});

test.each<[string, Record<string, unknown>, string[]]>([
  ['neither name nor birth date', {}, ['fullname', 'birth_date']],
  ['both under primary', { primary: { name: 'Nora', birth_date: '1980-04-12' } }, []],
  [
    'the birth date in parts',
    { primary: { name: 'Nora', birth_year: '1980', birth_month: '04', birth_day: '12' } },
    [],
  ],
  [
    'parts that are no day',
    { primary: { name: 'Nora', birth_year: '1980', birth_month: '02', birth_day: '30' } },
    ['birth_date'],
  ],
  ['both at the top', { fullname: 'Nora', birth_date: '1980-04-12' }, []],
  ['another wrong field too', { email: 'no' }, ['email', 'fullname', 'birth_date']],
])('a new health lead with %s', (_what, fields, wrong) => {
  const base = { type: 'health', email: 'nora@example.com', phone: '(214)555-0117' };
  const read = createLeadInput.safeParse({ ...base, ...fields });
  expect(read.error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(wrong);
});

test('an income that is typed as people write it is sent in dollars, to the cent', () => {
  const form = { ...emptyHealthForm(), household_income: '$85,000.50' };
  expect(formatNewHealthLead(form, 'manual')).toMatchObject({ household_income: 85_000.5 });
});
