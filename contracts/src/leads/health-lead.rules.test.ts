import { healthLeadErrors, type HealthLeadValues } from './health-lead.rules.js';

const whole: HealthLeadValues = {
  fullname: 'Nora Whitfield',
  email: 'nora@example.com',
  phone: '+12145550117',
  gender: 'f',
  birth_date: '1980-04-12',
  credit_rating: 'good',
  qualifying_life_event: 'none',
  coverage_type: 'Individual Family',
};

test('a whole health lead may be saved', () => {
  expect(healthLeadErrors(whole)).toEqual({});
});

test('every required field is named at once', () => {
  expect(healthLeadErrors({})).toEqual({
    fullname: 'This field is required',
    email: 'E-mail is required',
    phone: 'Phone is required',
    gender: 'This field is required',
    birth_date: 'This field is required',
    credit_rating: 'This field is required',
    qualifying_life_event: 'This field is required',
    coverage_type: 'This field is required',
  });
});

test.each([
  ['the current company of someone insured is asked for', { currently_insured: 1 }, ['current_company']],
  ['nobody insured, no company', { currently_insured: 0 }, []],
  ['a hidden phone is not asked for', { phone: null, phone_hidden: true }, []],
] as const)('%s', (_what, change, wrong) => {
  expect(Object.keys(healthLeadErrors({ ...whole, ...change }))).toEqual(wrong);
});
