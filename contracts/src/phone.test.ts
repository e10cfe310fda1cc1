import { updateAgent } from './http/agents.js';
import { updateUser } from './http/account.js';
import { updateSettings } from './http/settings.js';
import { updateStatePhone } from './http/state-phones.js';
import { callerNumber, phoneFault, toE164, toMask, toShown, wrongPhone } from './phone.js';

test.each([
  ['(214)555-0117', '+12145550117'],
  ['214.555.0117', '+12145550117'],
  ['+1 214 555 0117', '+12145550117'],
  ['12145550117', '+12145550117'],
  ['2145550117', '+12145550117'],
  ['1145550117', undefined],
  ['2141550117', undefined],
  ['214555011', undefined],
  ['+44 20 7946 0958', undefined],
  ['+442 794 6095', undefined],
  ['1-214-555-0117', '+12145550117'],
  ['214555011712', undefined],
  ['214+555+0117', undefined],
  ['214‑555‑0117', '+12145550117'],
  ['214-555-0117 ext 3', undefined],
  ['', undefined],
])('%p is %p', (text, number) => {
  expect(toE164(text)).toBe(number);
});

test.each([
  ['+442079460958', '+44 207 946 0958'],
  ['+4930901820', '+49 309 018 20'],
  ['+35312223344', '+353 122 233 44'],
  ['+74951234567', '+7 495 123 4567'],
  ['anonymous', 'anonymous'],
  ['Ann (Annie) Lee', 'Ann (Annie) Lee'],
])('%p, of whoever calls from abroad, is shown as %p', (number, shown) => {
  expect(toShown(number)).toBe(shown);
});

test.each([
  ['+442079460958', true],
  ['+12145550117', true],
  ['+0445550117', false],
  ['anonymous', false],
  ['+1234567890123456', false],
])('whether %p can be the number of a caller is %p', (number, isOne) => {
  expect(callerNumber.safeParse(number).success).toBe(isOne);
});

test('a stored number is typed in the mask and shown with a space', () => {
  expect(toMask('+12145550117')).toBe('(214)555-0117');
  expect(toShown('+12145550117')).toBe('(214) 555-0117');
});

describe('a phone field that may be left empty', () => {
  test.each([
    ['', undefined],
    ['(214)555-0117', undefined],
    ['(214) 555-0117', undefined],
    ['214.555.0117', undefined],
    ['+1 214 555 0117', undefined],
    ['+12145550117', undefined],
    [' ', wrongPhone],
    ['5', wrongPhone],
    ['(214)555-011', wrongPhone],
    ['(014)555-0117', wrongPhone],
    ['+442079460958', wrongPhone],
    ['call me', wrongPhone],
    [`214555011${' '.repeat(40)}7`, wrongPhone],
  ])('%p: %p', (typed, fault) => {
    expect(phoneFault(typed)).toBe(fault);
  });

  const user = '66f0a1b2c3d4e5f601020304';
  const person = { fname: 'Dana', lname: 'Reyes', email: 'dana@example.com' };
  test.each([
    ['of the settings', updateSettings, (phone: string) => ({ assignment: 0, default_phone: phone })],
    ['of a state', updateStatePhone, (phone: string) => ({ id: 'TX', updated: { phone } })],
    ['of one’s own', updateUser, (phone: string) => ({ id: user, phone })],
    ['of a person', updateAgent, (phone: string) => ({ ...person, phone })],
    ['that a person calls from', updateAgent, (phone: string) => ({ ...person, twilio_phone: phone })],
  ])('is the one %s', (_which, { body }, bodyWith) => {
    expect(body?.safeParse(bodyWith('214.555.0117')).success).toBe(true);
    expect(body?.safeParse(bodyWith('12345')).error?.issues[0]?.message).toBe(wrongPhone);
  });
});
