import { exampleLiveCall, type LiveCall } from '@crm/contracts/entities/telephony.js';
import { listColleagues } from '@crm/contracts/http/calling.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse, type Reply } from '../test/FakeServer.js';
import { openApp } from '../test/TestApp.js';

const priya = { id: '66f0a1b2c3d4e5f601020305', fullname: 'Priya Sandoval' };
const ruben = { id: '66f0a1b2c3d4e5f601020306', fullname: 'Ruben Castellanos' };
const user = buildUser();
const live: LiveCall = {
  ...exampleLiveCall,
  ...{ user_id: user.id, lead_id: null, lead_name: priya.fullname, number: '', colleague: true },
  connectedAt: new Date().toISOString(),
};

async function open(colleagues: Reply = answer(listColleagues, { colleagues: [priya, ruben] })) {
  const server = new FakeServer(user).on(listColleagues, colleagues);
  const opened = openApp({ user, server });
  await opened.pointer.click(await screen.findByRole('button', { name: 'Settings' }));
  await opened.pointer.click(await screen.findByRole('menuitem', { name: 'Call a colleague' }));
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Call a colleague' })) };
}

test('a colleague who is free is found by name and called; what needs a customer is off', async () => {
  const opened = await open();
  const { pointer, dialog, devices } = opened;
  const call = dialog.getByRole('button', { name: 'Call' });
  await dialog.findByText(ruben.fullname);
  expect(call).toHaveAccessibleDescription('Choose a colleague');
  await pointer.type(dialog.getByRole('textbox', { name: 'Find a colleague' }), 'priya');
  expect(dialog.queryByText(ruben.fullname)).toBeNull();
  await pointer.click(dialog.getByRole('radio', { name: priya.fullname }));
  await waitFor(() => {
    expect(call).toHaveAccessibleDescription('');
  });
  await pointer.click(call);
  await waitFor(() => {
    expect(devices.last.calls).toHaveLength(1);
  });
  expect(devices.call.params).toEqual({
    ...{ callType: 'colleague', colleague_id: priya.id, user_id: user.id },
  });
  const panel = within(await screen.findByRole('region', { name: 'The call' }));
  expect(panel.getByText('Calling Priya Sandoval')).toBeVisible();
  await devices.call.does('accept');
  await opened.live.say('callChanged', live);
  expect(await panel.findByText('Colleague')).toBeVisible();
  for (const name of ['Drop voicemail', 'Transfer', 'Do not call', 'Pause recording'])
    expect(panel.getByRole('button', { name })).toHaveAccessibleDescription(
      'This is a call with a colleague',
    );
  expect(panel.getByRole('button', { name: 'Hold' })).not.toHaveAttribute('aria-disabled', 'true');
  // There is no lead whose status could be asked for.
  await devices.call.does('disconnect');
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: 'The call' })).toBeNull();
  });
  expect(screen.queryByRole('dialog', { name: 'Status' })).toBeNull();
});

test('where nobody else is free that is said', async () => {
  const { dialog } = await open(answer(listColleagues, { colleagues: [] }));
  expect(await dialog.findByText('Nobody else is online and free right now')).toBeVisible();
});

test('a list that cannot be read is asked for again', async () => {
  const { dialog, server, pointer } = await open(
    refuse({ code: 'unavailable', message: 'The store is out of reach' }),
  );
  expect(await dialog.findByText('Colleagues could not be loaded')).toBeVisible();
  server.on(listColleagues, answer(listColleagues, { colleagues: [priya] }));
  await pointer.click(dialog.getByRole('button', { name: /again/i }));
  expect(await dialog.findByText(priya.fullname)).toBeVisible();
});
