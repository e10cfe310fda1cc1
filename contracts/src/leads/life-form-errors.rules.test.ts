import { lifeFormErrors } from './life-form-errors.rules.js';
import { emptyLifeForm, type LifeForm, type LifeFormPlace } from './life-form.rules.js';

const filled: LifeForm = {
  ...emptyLifeForm('dialog'),
  fullname: 'Raymond Okafor',
  email: 'r.okafor@example.com',
  phone: '(214)555-0117',
  state: 'TX',
  birth_month: '06',
  birth_day: '02',
  birth_year: '1957',
  term: 'fex',
  rate_class: 'lb',
  coverage_amount: 15_000,
  disability: 'Cremation',
  checking_account: 1,
};
const ofTerm: Partial<LifeForm> = { term: '20', rate_class: 's', coverage_amount: 50_000, disability: '' };
const errorsOf = (change: Partial<LifeForm>, place: LifeFormPlace = 'dialog') =>
  lifeFormErrors({ ...filled, ...change }, place, '2026-11-21');
const places = ['dialog', 'quick-add'] as const;

const required = 'This field is required';
const basics = {
  fullname: required,
  email: 'E-mail is required',
  phone: 'Phone is required',
  state: required,
  birth_month: required,
  birth_day: required,
  birth_year: required,
};

test.each([
  ['dialog', { ...basics, term: required, coverage_amount: required }],
  ['quick-add', { ...basics, disability: required, checking_account: 'Please switch BANK ACCOUNT on' }],
] as const)('a fresh %s asks for its whole required set', (place, errors) => {
  expect(lifeFormErrors(emptyLifeForm(place), place, '2026-11-21')).toEqual(errors);
});

describe.each(places)('in the %s', (place) => {
  test('nothing is wrong when all is filled, second phone, zip, height and weight left out', () => {
    expect(errorsOf({}, place)).toEqual({});
    expect(errorsOf({ ...ofTerm, jobstatus: '1', total_income: '$45000' }, place)).toEqual({});
  });

  test.each<[keyof LifeForm, string, string]>([
    ['fullname', ' ', required],
    ['email', '', 'E-mail is required'],
    ['email', ' ', 'E-mail is required'],
    ['phone', '', 'Phone is required'],
    ['state', '', required],
    ['birth_month', '', required],
    ['birth_day', '', required],
    ['birth_year', '', required],
    ['term', '', required],
    ['rate_class', '', required],
    ['disability', '', required],
  ])('%s is required, %p is refused', (field, value, message) => {
    const { [field]: shown, ...others } = errorsOf({ [field]: value }, place);
    expect(shown).toBe(message);
    expect(field === 'term' ? {} : others).toEqual({});
  });

  test.each<[string, Partial<LifeForm>, string | undefined]>([
    ['the job status of a term', { ...ofTerm }, 'jobstatus'],
    ['no job status of final expense', { jobstatus: '' }, undefined],
    ['the income of the employed', { ...ofTerm, jobstatus: '1' }, 'total_income'],
    ['no income of the retired', { ...ofTerm, jobstatus: '2' }, undefined],
    ['no income of the disabled', { ...ofTerm, jobstatus: '3' }, undefined],
    ['no income of homemakers', { ...ofTerm, jobstatus: '4' }, undefined],
    ['no funeral type of a term', { ...ofTerm, jobstatus: '3', disability: '' }, undefined],
    ['the amount', { coverage_amount: null }, 'coverage_amount'],
  ])('asks for %s', (_what, change, field) => {
    expect(errorsOf(change, place)).toEqual(field === undefined ? {} : { [field]: required });
  });

  const phone = 'Please enter a valid 13-digit phone number';
  const zip = 'Please enter a valid 5-digit zipcode';
  const day = 'Please enter a valid day';
  const year = 'Please enter a valid 4-digit year';
  const money = 'Enter an amount, for example $85,000.50';
  const line = 'At most 500 characters';
  test.each<[keyof LifeForm, string, string | undefined]>([
    ['email', 'no', 'E-mail must be valid'],
    ['email', 'dana@example', 'E-mail must be valid'],
    ['email', 'dana reyes@example.com', 'E-mail must be valid'],
    ['email', 'd.r+x@mail.example.co', undefined],
    ['email', ' dana@example.com ', undefined],
    ['phone', '(214)555-01', phone],
    ['phone', '2145550117', phone],
    ['phone', '(214)555-0118', undefined],
    ['second_phone', '(214)555', phone],
    ['second_phone', '(214)555-0163', undefined],
    ['zipcode', '7520', zip],
    ['zipcode', '752011', zip],
    ['zipcode', '75201', undefined],
    ['birth_day', '2', day],
    ['birth_day', '00', day],
    ['birth_day', '31', day],
    ['birth_day', '32', day],
    ['birth_day', '30', undefined],
    ['birth_year', '57', year],
    ['birth_year', '1901', undefined],
    ['birth_year', '1899', 'Please enter a valid year'],
    ['birth_year', '2062', 'Please enter a valid year'],
    ['weight', '1840', 'Up to 3 digits'],
    ['weight', '0', 'Up to 3 digits'],
    ['weight', '184', undefined],
    ['draft_date', '13/01/2026', 'mm/dd/yyyy'],
    ['draft_date', '02/30/2026', 'mm/dd/yyyy'],
    ['draft_date', '02/28/2026', undefined],
    ['app_date', '2026-02-28', 'mm/dd/yyyy'],
    ['app_date', '12/01/2026', undefined],
    ['mortgage_remaining', '90000', undefined],
    ['mortgage_remaining', '$85,000.50', undefined],
    ['mortgage_remaining', '-50000', 'An amount cannot be negative'],
    ['mortgage_remaining', '1e5', money],
    ['mortgage_remaining', '$1234567890123456789', '$ and up to 18 digits'],
    ['mortgage_remaining', '$100000000000000000', undefined],
    ['mortgage_remaining', '$123456789012345678', 'This amount is too large'],
    ['fullname', 'x'.repeat(501), line],
    ['address', 'x'.repeat(501), line],
    ['hobby', 'x'.repeat(500), undefined],
    ['policy_number', 'x'.repeat(501), line],
  ])('%s %p', (field, value, message) => {
    expect(errorsOf({ [field]: value }, place)).toEqual(message === undefined ? {} : { [field]: message });
  });

  test.each([
    ['45000', undefined],
    ['$', money],
    ['$45000', undefined],
  ])('income %p', (total_income, message) => {
    expect(errorsOf({ ...ofTerm, jobstatus: '1', total_income }, place)['total_income']).toBe(message);
  });

  test.each([
    ['02', '29', '1957', day],
    ['02', '29', '1956', undefined],
    ['04', '31', '1957', day],
    ['12', '31', '1957', undefined],
  ])('the date %s/%s/%s', (birth_month, birth_day, birth_year, message) => {
    expect(errorsOf({ birth_month, birth_day, birth_year }, place)['birth_day']).toBe(message);
  });

  test.each([
    ['fex', 's', false],
    ['fex', 'gi', true],
    ['20', 'lb', false],
    ['20', 'pp', true],
  ] as const)('rate class of %s: %s', (term, rate_class, isFine) => {
    const change = { term, rate_class, coverage_amount: 50_000, jobstatus: '2' } as const;
    expect(errorsOf(change, place)['rate_class'] === undefined).toBe(isFine);
  });
});

describe('the quick-add page alone', () => {
  test.each([
    ['1899', 'Please enter a valid year'],
    ['1900', 'Please enter a valid year'],
    ['1901', undefined],
    ['2025', undefined],
    ['2026', 'Please enter a valid year'],
    ['57', 'Please enter a valid 4-digit year'],
  ])('takes years after 1900 and before this one: %s', (birth_year, message) => {
    expect(errorsOf({ birth_year }, 'quick-add')['birth_year']).toBe(message);
  });

  test.each([
    [{ coverage_amount: 5_500 }, 'Please choose an amount from the list'],
    [{ coverage_amount: 51_000 }, 'Please choose an amount from the list'],
    [{ coverage_amount: 50_000 }, undefined],
    [{ ...ofTerm, jobstatus: '2', coverage_amount: 5_000 }, 'Please choose an amount from the list'],
    [{ ...ofTerm, jobstatus: '2', coverage_amount: 2_000_000 }, undefined],
  ] as const)('takes the amounts of its lists: %p', (change, message) => {
    expect(errorsOf(change, 'quick-add')['coverage_amount']).toBe(message);
  });

  test('wants BANK ACCOUNT on, which the dialog leaves free', () => {
    expect(errorsOf({ checking_account: 0 }, 'quick-add')).toEqual({
      checking_account: 'Please switch BANK ACCOUNT on',
    });
    expect(errorsOf({ checking_account: 0, coverage_amount: 5_500, birth_year: '1900' })).toEqual({});
  });
});

test('hidden phones are not asked for', () => {
  expect(errorsOf({ phone: '', phone_hidden: true })).toEqual({});
});
