import { money } from '@crm/contracts/fields/number-kinds.js';
import { phone, text } from '@crm/contracts/fields/text-kinds.js';
import { date } from '@crm/contracts/fields/time-kinds.js';
import { emptyForm, typedErrors, typedForm, wireForm } from './typed-form.rules.js';

const fields = {
  name: text({ label: 'Name', max: 20, example: 'Upper' }),
  phone: phone({ label: 'Phone', example: null }),
  opened: date({ label: 'Opened on', example: null }),
  rent: money({ label: 'Rent', example: null }),
};
const keys = Object.keys(fields);
const record = { id: 'a', version: 3, name: 'Upper', phone: '+12145550117', opened: '2026-11-20', rent: 8.5 };
const form = { ...record, phone: '(214)555-0117', opened: '11/20/2026', rent: '$8.50' };

test('a form holds a record as it is typed and sends it as it is on the wire', () => {
  expect(typedForm(fields, keys, record)).toEqual(form);
  expect(wireForm(fields, keys, form)).toEqual(record);
});

test('an empty form sends nothing where nothing was typed', () => {
  expect(emptyForm(fields, keys)).toEqual({ name: '', phone: '', opened: '', rent: '' });
  expect(wireForm(fields, keys, emptyForm(fields, keys))).toEqual({
    ...{ name: '', phone: null, opened: null, rent: null },
  });
});

test('what cannot be read stays as it was typed', () => {
  expect(wireForm(fields, keys, { ...form, phone: '(214)', rent: 'much' })).toMatchObject({
    phone: '(214)',
    rent: 'much',
  });
});

test('an amount that cannot be read is told how to be written', () => {
  const message = 'Enter an amount, for example $85,000.50';
  expect(typedErrors(fields, keys, { ...form, rent: 'a lot' }, true)).toEqual({
    rent: { type: 'typed', message },
  });
  expect(typedErrors(fields, keys, form, true)).toEqual({});
});
