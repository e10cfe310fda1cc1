import { importNumbers, numbers, type PooledNumber } from '@crm/contracts/resources/number.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdmin } from '../../test/builders.js';
import { answer, FakeServer, refuse, rows } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const { list, one, change } = numbers.calls;
const admin = buildAdmin();
const dallas: PooledNumber = numbers.record.parse(numbers.example);
const resting: PooledNumber = {
  ...dallas,
  ...{ id: '66f0a1b2c3d4e5f6010204b1', phone: '+18005550144', area_code: '', state: null },
  ...{ status: 'resting', rest_until: '2026-12-03', daily_limit: null, calls: 0, answered: 0 },
  ...{ texts: 'refused', used_by: '' },
};
const gone: PooledNumber = {
  ...dallas,
  ...{ id: '66f0a1b2c3d4e5f6010204b2', phone: '+14695550145', in_account: 0 },
};

const open = (records: PooledNumber[], path = '/numbers') =>
  openApp({
    user: admin,
    server: new FakeServer(admin).on(list, rows(numbers, records)).on(one, answer(one, dallas)),
    path,
  });
const row = async (number: string) =>
  within((await screen.findByText(number)).closest('tr') ?? document.body);

test('each number says where it belongs, how it is used, answered and registered, and whose it is', async () => {
  open([dallas, resting, gone]);
  const first = await row('(214) 555-0143');
  for (const shown of ['214 · Texas', 'Active', '37 of 100', '41% of 214', 'Registered', 'Texas'])
    expect(first.getByText(shown)).toBeVisible();
  const second = await row('(800) 555-0144');
  for (const shown of ['Toll-free', 'Resting until 12/03/2026', '37', 'Refused'])
    expect(second.getByText(shown)).toBeVisible();
  // No share is known, and that is said; what is empty has a dash that nobody hears.
  expect(second.getByText('–', { ignore: '[aria-hidden]' })).toBeVisible();
  expect((await row('(469) 555-0145')).getByText('Not in the account')).toBeVisible();
});

test('only what the account has no longer can be deleted', async () => {
  open([dallas, gone]);
  expect(await screen.findByRole('button', { name: /^Delete .*\(469\) 555-0145/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Delete .*\(214\) 555-0143/ })).toBeNull();
});

test('an empty pool says what it is for, and is filled from the carrier account', async () => {
  const { pointer, server } = open([]);
  expect(await screen.findByText(/Leads are then called from the number nearest to them/)).toBeVisible();
  server
    .on(importNumbers, answer(importNumbers, { status: 'success', message: '1 number added', added: 1 }))
    .on(list, rows(numbers, [dallas]));
  await pointer.click(screen.getByRole('button', { name: 'Import from the carrier' }));
  expect(await screen.findByText('1 number added')).toBeVisible();
  expect(await screen.findByText('(214) 555-0143')).toBeVisible();
});

test('a carrier that does not answer is said, and the list stays', async () => {
  const { pointer, server } = open([dallas]);
  server.on(
    importNumbers,
    refuse({ code: 'upstream_failed', message: 'The carrier does not answer, please try again' }),
  );
  await pointer.click(await screen.findByRole('button', { name: 'Import from the carrier' }));
  expect(await screen.findByText('The carrier does not answer, please try again')).toBeVisible();
  expect(screen.getByText('(214) 555-0143')).toBeVisible();
});

test('a number rests until a day, with a limit, on the version that was read', async () => {
  const { pointer, server } = open([dallas], `/numbers/${dallas.id}`);
  server.on(change, answer(change, { ...dallas, status: 'resting', version: 2 }));
  const dialog = within(await screen.findByRole('dialog'));
  await pointer.click(dialog.getByRole('combobox', { name: /^Status/ }));
  await pointer.click(await screen.findByRole('option', { name: 'Resting' }));
  await pointer.type(dialog.getByLabelText(/^Resting until/), '12032026');
  await pointer.clear(dialog.getByLabelText(/^Calls a day at most/));
  await pointer.type(dialog.getByLabelText(/^Calls a day at most/), '40');
  await pointer.click(dialog.getByRole('button', { name: 'Update' }));
  await waitFor(() => {
    expect(server.calls(change)).toHaveLength(1);
  });
  expect(server.calls(change)[0]?.body).toEqual({
    ...{ version: dallas.version, status: 'resting', rest_until: '2026-12-03', daily_limit: 40 },
  });
});

test('why a number cannot be retired is said at its status', async () => {
  const { pointer, server } = open([dallas], `/numbers/${dallas.id}`);
  const sentence = 'Calls are placed from it (Texas): choose another number there first';
  server.on(change, refuse({ code: 'invalid', message: 'Not saved', errors: { status: sentence } }));
  const dialog = within(await screen.findByRole('dialog'));
  await pointer.click(dialog.getByRole('combobox', { name: /^Status/ }));
  await pointer.click(await screen.findByRole('option', { name: 'Retired' }));
  await pointer.click(dialog.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText(sentence)).toBeVisible();
});
