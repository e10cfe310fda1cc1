import { statePhones, type StatePhone } from '@crm/contracts/resources/state-phone.js';
import { jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { buildAdmin } from '../../test/builders.js';
import { answer, FakeServer, refuse } from '../../test/FakeServer.js';
import { openApp, openPart } from '../../test/TestApp.js';
import PhonesDialog from './PhonesDialog.js';

const { list, one, change } = statePhones.calls;
const texas: StatePhone = { ...statePhones.example, id: 'TX', version: 2 };
const user = buildAdmin();

async function openTexas() {
  const server = new FakeServer(user).on(one, answer(one, texas));
  const onClose = jest.fn();
  const opened = openPart(<PhonesDialog onClose={onClose} />, { user, server });
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'State' }));
  const states = within(await screen.findByRole('listbox'));
  fireEvent.click(states.getByText('Texas'));
  expect(await screen.findByText('(214) 555-0199')).toBeVisible();
  return { ...opened, onClose };
}
const edit = (name: string, value: string) => {
  const input = screen.getByRole('textbox', { name });
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
async function openForm() {
  const opened = await openTexas();
  await opened.pointer.click(screen.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByRole('textbox', { name: 'Area codes' })).toHaveValue('214 469 972');
  return opened;
}

test('a state is chosen and shows its number, its area codes and whether calls are announced', async () => {
  const { server } = await openTexas();
  expect(screen.getByText('214, 469, 972')).toBeVisible();
  expect(screen.getByText('Calls announce that they are recorded')).toBeVisible();
  expect(server.calls(one)[0]?.params).toEqual({ id: 'TX' });
});

test('what was changed is saved on the version that was read, and shown again', async () => {
  const { pointer, server, onClose } = await openForm();
  const saved: StatePhone = { ...texas, codes: ['214'], announce: 0, version: 3 };
  server.on(change, answer(change, saved)).on(one, answer(one, saved));
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toHaveAccessibleDescription('No changes to save');
  edit('Area codes', '214');
  await pointer.click(screen.getByRole('switch'));
  await pointer.click(save);
  expect(await screen.findByText('Calls do not announce recording')).toBeVisible();
  expect(screen.getByText('Phone saved')).toBeVisible();
  expect(server.calls(change)[0]?.body).toEqual({
    ...{ version: 2, phone: '+12145550199', codes: ['214'], announce: 0 },
  });
  expect(onClose).not.toHaveBeenCalled();
});

test('a wrong number and a wrong code are said before anything is sent', async () => {
  const { pointer, server } = await openForm();
  edit('Phone number', '21455');
  expect(await screen.findByText('Please enter a valid 13-digit phone number')).toBeVisible();
  edit('Phone number', '2145550100');
  edit('Area codes', '214 46');
  expect(await screen.findByText('46 is not an area code')).toBeVisible();
  edit('Area codes', '214 214');
  expect(await screen.findByText('214 is listed twice')).toBeVisible();
  await pointer.click(screen.getByRole('button', { name: 'Save' }));
  expect(server.calls(change)).toEqual([]);
});

test('a refusal keeps what was typed, and closing asks first', async () => {
  const { pointer, server, onClose } = await openForm();
  server.on(
    change,
    refuse({ code: 'invalid', message: 'Not saved', errors: { codes: '915 belongs to New Mexico' } }),
  );
  edit('Area codes', '214 915');
  await pointer.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('915 belongs to New Mexico')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Area codes' })).toHaveValue('214 915');
  await pointer.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('cancelled, the number stands as it was', async () => {
  const { pointer, server } = await openForm();
  await pointer.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('214, 469, 972')).toBeVisible();
  expect(server.calls(change)).toEqual([]);
});

test('all states are on a page, each with its form', async () => {
  const server = new FakeServer(user)
    .on(list, answer(list, [texas], { 'content-range': 'phones 0-0/1' }))
    .on(one, answer(one, texas));
  const { pointer } = openApp({ user, server, path: '/phones' });
  expect(await screen.findByText('214, 469, 972')).toBeVisible();
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['State', 'Phone number', 'Area codes', 'Announced', 'Actions']);
  await pointer.click(screen.getByRole('button', { name: 'Edit Texas' }));
  expect(await screen.findByRole('dialog', { name: 'Phones' })).toBeVisible();
});
