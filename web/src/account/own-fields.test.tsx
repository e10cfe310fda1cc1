import { updateUser } from '@crm/contracts/http/account.js';
import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import CellPhoneDialog from './CellPhoneDialog.js';
import OooTextDialog from './OooTextDialog.js';

const user = buildUser({ text_message: 'I call you back', phone: '+12145550100' });
const onClose = jest.fn();
const open = (dialog: ReactNode, saved = user) =>
  openPart(dialog, {
    user,
    server: new FakeServer(user).on(
      updateUser,
      answer(updateUser, { status: 'success', message: 'Saved', user: saved }),
    ),
  });
const save = () => screen.getByRole('button', { name: 'Save' });

test('the callback text message is changed', async () => {
  const away = { ...user, text_message: 'Back on Monday' };
  const { pointer, server, services } = open(<OooTextDialog onClose={onClose} />, away);
  const box = await screen.findByRole('textbox', { name: 'Callback text message' });
  expect(box).toHaveValue('I call you back');
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  fireEvent.change(box, { target: { value: ' Back on Monday ' } });
  await pointer.click(save());
  await waitFor(() => {
    expect(services.session.user()?.text_message).toBe('Back on Monday');
  });
  expect(server.calls(updateUser)[0]?.body).toEqual({ id: user.id, text_message: 'Back on Monday' });
});

test('what was typed is asked about before it is lost, and stays where saving is refused', async () => {
  const { pointer, server } = open(<OooTextDialog onClose={onClose} />);
  server.on(updateUser, refuse({ code: 'unavailable', message: 'Try again in a moment' }));
  const box = await screen.findByRole('textbox', { name: 'Callback text message' });
  fireEvent.change(box, { target: { value: 'Back on Monday' } });
  await pointer.click(save());
  expect(await screen.findByText('Try again in a moment')).toBeVisible();
  expect(box).toHaveValue('Back on Monday');
  await pointer.keyboard('{Escape}');
  expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
});

test('the cell number is typed in its mask, 13 characters', async () => {
  const other = { ...user, phone: '+12145550122' };
  const { pointer, server, services } = open(<CellPhoneDialog onClose={onClose} />, other);
  const box = await screen.findByRole('textbox', { name: 'Phone number' });
  expect(box).toHaveValue('(214)555-0100');
  fireEvent.change(box, { target: { value: '214555' } });
  expect(screen.getByText('8 / 13')).toBeVisible();
  expect(save()).toHaveAccessibleDescription('Please enter a valid 13-digit phone number');
  fireEvent.change(box, { target: { value: '2145550122' } });
  await pointer.click(save());
  await waitFor(() => {
    expect(services.session.user()?.phone).toBe('+12145550122');
  });
  expect(server.calls(updateUser)[0]?.body).toEqual({ id: user.id, phone: '(214)555-0122' });
});
