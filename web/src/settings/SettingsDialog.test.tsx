import { exampleSettings } from '@crm/contracts/entities/user.js';
import { getSettings, updateSettings, updateSettingsFields } from '@crm/contracts/http/settings.js';
import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { buildAdmin } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import SettingsDialog from './SettingsDialog.js';

const admin = buildAdmin();
const onClose = jest.fn();
const saved = { status: 'success', message: 'Saved', settings: exampleSettings } as const;
const open = () => {
  const server = new FakeServer(admin)
    .on(getSettings, answer(getSettings, { settings: exampleSettings }))
    .on(updateSettings, answer(updateSettings, saved))
    .on(updateSettingsFields, answer(updateSettingsFields, saved));
  return { ...openPart(<SettingsDialog onClose={onClose} />, { user: admin, server }), server };
};
const save = () => screen.getByRole('button', { name: 'Save' });

beforeEach(() => {
  onClose.mockClear();
});

test('only what was changed is saved', async () => {
  const { pointer, server, services } = open();
  const settings = { ...exampleSettings, default_text_message: 'Back soon.' };
  server.on(updateSettingsFields, answer(updateSettingsFields, { ...saved, settings }));
  const text = await screen.findByRole('textbox', { name: 'Default callback text' });
  expect(save()).toHaveAccessibleDescription('No changes to save');
  fireEvent.change(text, { target: { value: 'Back soon. ' } });
  await pointer.click(save());
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(server.calls(updateSettings)).toHaveLength(0);
  expect(server.calls(updateSettingsFields)[0]?.body).toEqual({
    fields: { default_text_message: 'Back soon.' },
  });
  // Opened again it shows what was saved before anything is read anew.
  expect(services.queryClient.getQueryData(['company', 'settings'])).toMatchObject({
    default_text_message: 'Back soon.',
  });
});

test('the limit of wrap-up is saved, and a wrong one is said', async () => {
  const { pointer, server } = open();
  const field = await screen.findByRole('textbox', { name: 'Wrap-up after a call, in seconds' });
  expect(field).toHaveValue('120');
  for (const wrong of ['', '4000', '1.5', 'ten']) {
    fireEvent.change(field, { target: { value: wrong } });
    expect(field).toHaveAccessibleDescription('Enter a whole number from 0 to 3600');
    expect(save()).toHaveAttribute('aria-disabled', 'true');
  }
  fireEvent.change(field, { target: { value: '0' } });
  await pointer.click(save());
  await waitFor(() => {
    expect(server.calls(updateSettingsFields)[0]?.body).toEqual({ fields: { wrap_up_seconds: 0 } });
  });
});

test('whether agents see that they are supervised is saved by itself', async () => {
  const { pointer, server } = open();
  const settings = { ...exampleSettings, supervision_seen: 0 } as const;
  server.on(updateSettingsFields, answer(updateSettingsFields, { ...saved, settings }));
  await pointer.click(
    await screen.findByRole('switch', { name: 'Agents see when they are supervised', checked: true }),
  );
  await pointer.click(save());
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(server.calls(updateSettingsFields)[0]?.body).toEqual({ fields: { supervision_seen: 0 } });
});

test('how early the leads of a source come is saved by itself', async () => {
  const { pointer, server } = open();
  expect(await screen.findByRole('combobox', { name: 'Live transfer' })).toHaveTextContent('First');
  await pointer.click(screen.getByRole('combobox', { name: 'Bulk' }));
  await pointer.click(await screen.findByRole('option', { name: 'Later' }));
  await pointer.click(save());
  await waitFor(() => {
    expect(server.calls(updateSettingsFields)[0]?.body).toEqual({
      fields: { source_weights: { liveTransfer: 3, bulk: 1 } },
    });
  });
});

test('assignment and default phone are saved together', async () => {
  const { pointer, server } = open();
  await pointer.click(
    await screen.findByRole('switch', { name: 'Assign new leads to agents automatically' }),
  );
  fireEvent.change(screen.getByRole('textbox', { name: 'Default phone' }), {
    target: { value: '2145550122' },
  });
  await pointer.click(save());
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(server.calls(updateSettings)[0]?.body).toEqual({ assignment: 1, default_phone: '(214)555-0122' });
});

test('a failure shows Server Error and keeps what was typed', async () => {
  const { pointer, server } = open();
  server.on(updateSettingsFields, refuse({ code: 'unavailable', message: 'Try again in a moment' }));
  const text = await screen.findByRole('textbox', { name: 'Default callback text' });
  fireEvent.change(text, { target: { value: 'Back soon.' } });
  await pointer.click(save());
  expect(await screen.findByText('Server Error')).toBeVisible();
  expect(text).toHaveValue('Back soon.');
  expect(onClose).not.toHaveBeenCalled();
});

test('a default phone that is none is said at its field, here and by the server', async () => {
  const { pointer, server } = open();
  const phone = await screen.findByRole('textbox', { name: 'Default phone' });
  fireEvent.change(phone, { target: { value: '21455' } });
  expect(phone).toHaveAccessibleDescription(/^Please enter a valid 13-digit phone number/);
  expect(save()).toHaveAttribute('aria-disabled', 'true');

  const refused = 'This number is not one of ours';
  server.on(
    updateSettings,
    refuse({ code: 'invalid', message: refused, errors: { default_phone: refused } }),
  );
  fireEvent.change(phone, { target: { value: '+1 214 555 0122' } });
  await pointer.click(save());
  expect(await screen.findByText('Server Error')).toBeVisible();
  expect(phone).toHaveValue('(214)555-0122');
  expect(phone).toHaveAccessibleDescription(new RegExp(`^${refused}`));
});
