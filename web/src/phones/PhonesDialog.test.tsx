import { exampleStatePhone } from '@crm/contracts/entities/telephony.js';
import { getStatePhone, updateStatePhone } from '@crm/contracts/http/recordings.js';
import { jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { buildAdmin } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import PhonesDialog from './PhonesDialog.js';

async function openTexas() {
  const user = buildAdmin();
  const server = new FakeServer(user).on(getStatePhone, answer(getStatePhone, { phone: exampleStatePhone }));
  const onClose = jest.fn();
  const opened = openPart(<PhonesDialog onClose={onClose} />, { user, server });
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'State' }));
  const list = within(await screen.findByRole('listbox'));
  fireEvent.click(list.getByText('Texas'));
  expect(await screen.findByText('(214) 555-0199')).toBeVisible();
  return { ...opened, onClose };
}
const edit = (name: string, value: string) => {
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
};

test('a state is chosen and shows its number, its area codes and whether calls are announced', async () => {
  const { server } = await openTexas();
  expect(screen.getByText('214, 469, 972')).toBeVisible();
  expect(screen.getByText('Calls announce that they are recorded')).toBeVisible();
  expect(server.calls(getStatePhone)[0]?.params).toEqual({ stateId: 'TX' });
});

test('what was changed is saved, and nothing else', async () => {
  const { pointer, server } = await openTexas();
  const phone = { ...exampleStatePhone, codes: ['214'], announce: 0 as const, version: 3 };
  server.on(updateStatePhone, answer(updateStatePhone, { status: 'success', message: 'Saved', phone }));
  await pointer.click(screen.getByRole('button', { name: 'Edit' }));
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toHaveAttribute('aria-disabled', 'true');
  edit('Area codes', '214');
  await pointer.click(screen.getByRole('switch'));
  await pointer.click(save);
  expect(await screen.findByText('Calls do not announce recording')).toBeVisible();
  expect(server.calls(updateStatePhone)[0]?.body).toEqual({
    id: 'TX',
    updated: { codes: ['214'], announce: 0 },
  });
});

test('a wrong number and a wrong code are said before anything is sent', async () => {
  const { pointer, server } = await openTexas();
  await pointer.click(screen.getByRole('button', { name: 'Edit' }));
  edit('Phone number', '21455');
  expect(screen.getByText('Please enter a valid 13-digit phone number')).toBeVisible();
  edit('Phone number', '2145550100');
  edit('Area codes', '214 46');
  expect(screen.getByText('46 is not an area code')).toBeVisible();
  await pointer.click(screen.getByRole('button', { name: 'Save' }));
  expect(server.calls(updateStatePhone)).toEqual([]);
});

test('a refusal keeps what was typed, and closing asks first', async () => {
  const { pointer, server, onClose } = await openTexas();
  server.on(
    updateStatePhone,
    refuse({
      code: 'invalid',
      message: 'Not saved',
      errors: { 'updated.codes': '915 belongs to New Mexico' },
    }),
  );
  await pointer.click(screen.getByRole('button', { name: 'Edit' }));
  edit('Area codes', '214 915');
  await pointer.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('915 belongs to New Mexico')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Area codes' })).toHaveValue('214 915');
  await pointer.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});
