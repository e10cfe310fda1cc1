import { healthFormErrors } from './health-form-errors.rules.js';
import { blankPerson, type PersonForm } from '../resources/family.js';
import { emptyHealthForm, type HealthForm } from './health-form.rules.js';

const filled: HealthForm = {
  ...emptyHealthForm(),
  fullname: 'Nora Whitfield',
  email: 'nora@example.com',
  phone: '(214)555-0117',
  gender: 'f',
  birth_month: '04',
  birth_day: '12',
  birth_year: '1980',
  credit_rating: 'good',
  qualifying_life_event: 'none',
  coverage_type: 'Individual Family',
};
const errorsOf = (change: Partial<HealthForm>) => healthFormErrors({ ...filled, ...change }, '2026-11-21');
const required = 'This field is required';

test('nothing is wrong when the required set is filled', () => {
  expect(errorsOf({})).toEqual({});
});

test('a fresh form asks for its whole required set', () => {
  expect(healthFormErrors(emptyHealthForm(), '2026-11-21')).toEqual({
    fullname: required,
    email: 'E-mail is required',
    phone: 'Phone is required',
    birth_month: required,
    birth_day: required,
    birth_year: required,
    credit_rating: required,
    qualifying_life_event: required,
    coverage_type: required,
  });
});

const phone = 'Please enter a valid 13-digit phone number';
test.each<[keyof HealthForm, string, string | undefined]>([
  ['fullname', ' ', required],
  ['gender', '', required],
  ['birth_month', '', required],
  ['birth_day', '', required],
  ['birth_year', '', required],
  ['credit_rating', '', required],
  ['qualifying_life_event', '', required],
  ['coverage_type', '', required],
  ['email', ' ', 'E-mail is required'],
  ['email', 'nora@example', 'E-mail must be valid'],
  ['email', ' nora@example.com ', undefined],
  ['phone', '', 'Phone is required'],
  ['phone', '(214)555-01', phone],
  ['phone', '(114)555-0117', phone],
  ['second_phone', '', undefined],
  ['second_phone', '(214)555', phone],
  ['second_phone', '(214)555-0163', undefined],
  ['zipcode', '7520', 'Please enter a valid 5-digit zipcode'],
  ['zipcode', '75201', undefined],
  ['birth_day', '2', 'Please enter a valid day'],
  ['birth_day', '31', 'Please enter a valid day'],
  ['birth_year', '80', 'Please enter a valid 4-digit year'],
  ['birth_year', '2027', 'Please enter a valid year'],
  ['birth_year', '1899', 'Please enter a valid year'],
  ['weight', '0', 'Up to 3 digits'],
  ['weight', '140', undefined],
  ['household_income', '75,00', 'Enter an amount, for example $85,000.50'],
  ['household_income', '-75000', 'An amount cannot be negative'],
  ['city', 'x'.repeat(501), 'At most 500 characters'],
  ['household_income', '$75000', undefined],
  ['household_income', '', undefined],
  ['weekly_exercise_hours', '169', 'Hours a week, at most 168'],
  ['weekly_exercise_hours', '168', undefined],
])('%s %p', (field, value, message) => {
  expect(errorsOf({ [field]: value })).toEqual(message === undefined ? {} : { [field]: message });
});

test.each<[string, Partial<HealthForm>, Record<string, string>]>([
  ['the current company of someone insured', { currently_insured: 1 }, { current_company: required }],
  ['no company of someone who is not', { currently_insured: 0, current_company: '' }, {}],
  ['a hidden phone is not asked for', { phone: '', phone_hidden: true }, {}],
  [
    'the date of an event is a real one',
    { qualifying_life_event: 'other', qualifying_life_event_date: '2026-02-30' },
    { qualifying_life_event_date: 'YYYY-MM-DD' },
  ],
  [
    'a date of an event that is right',
    { qualifying_life_event: 'other', qualifying_life_event_date: '2026-02-28' },
    {},
  ],
  ['an event may go without its date', { qualifying_life_event: 'other' }, {}],
  [
    'a date that does not show is not looked at',
    { qualifying_life_event: 'none', qualifying_life_event_date: '20' },
    {},
  ],
])('%s', (_what, change, errors) => {
  expect(errorsOf(change)).toEqual(errors);
});

const person = (change: Partial<PersonForm>) => ({ ...blankPerson(), ...change });
test.each<[Partial<PersonForm>, Record<string, string>]>([
  [{}, {}],
  [{ height: '0' }, { height: 'Inches, up to 2 digits' }],
  [{ height: '48', weight: '55', birth_date: '2017-09-03' }, {}],
  [{ weight: '1400' }, { weight: 'Up to 3 digits' }],
  [{ birth_date: '2017-09' }, { birth_date: 'YYYY-MM-DD' }],
  [{ birth_date: '2017-13-01' }, { birth_date: 'YYYY-MM-DD' }],
  [{ birth_date: '2026-11-22' }, { birth_date: 'Please enter a valid year' }],
  [{ birth_date: '2026-11-21' }, {}],
])('a person with %j, as spouse and as second child', (change, errors) => {
  const at = (place: string) =>
    Object.fromEntries(Object.entries(errors).map(([field, message]) => [`${place}.${field}`, message]));
  expect(errorsOf({ spouse: person(change) })).toEqual(at('spouse'));
  expect(errorsOf({ children: [person({}), person(change)] })).toEqual(at('children.1'));
});
