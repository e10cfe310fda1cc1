import { exampleSession } from '@crm/contracts/entities/session.js';
import {
  endOtherSessions,
  endOwnSession,
  endSessionOfUser,
  endSessionsOfUser,
  listOwnSessions,
  listSessionsOfUser,
  signOutEverywhere,
} from '@crm/contracts/http/sessions.js';
import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import { PersonSessionsButton } from './PersonSessions.js';
import SessionsDialog from './SessionsDialog.js';

const here = exampleSession;
const phone = {
  ...exampleSession,
  id: 'phone-1',
  browser: 'Safari',
  system: 'iPhone',
  address: '2001:db8::7',
  network: '2001:db8:0:0::/64',
  current: false,
};
const ended = { status: 'success', message: 'Session ended' } as const;
const endOf = (name: string) => screen.getByRole('button', { name: `End the session in ${name}` });

const openOwn = (sessions = [here, phone]) => {
  const user = buildUser();
  const server = new FakeServer(user)
    .on(listOwnSessions, answer(listOwnSessions, { sessions }))
    .on(endOwnSession, answer(endOwnSession, ended))
    .on(endOtherSessions, answer(endOtherSessions, { ...ended, message: 'Sessions ended' }))
    .on(signOutEverywhere, answer(signOutEverywhere, { ...ended, message: 'Signed out everywhere' }));
  return { ...openPart(<SessionsDialog onClose={jest.fn()} />, { user, server }), server };
};

test('the own sessions show browser, place and this one, which has no button to end it', async () => {
  openOwn();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Chrome on WindowsThis sessionAddress 203.0.113.7Signed in .*, last click /),
    expect.stringContaining('Safari on iPhoneAddress 2001:db8::7, network 2001:db8:0:0::/64'),
  ]);
  expect(within(rows[0] as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
});

test('one is ended, and the list is read again', async () => {
  const { pointer, server } = openOwn();
  await screen.findAllByRole('listitem');
  await pointer.click(endOf('Safari on iPhone'));
  await waitFor(() => {
    expect(server.calls(listOwnSessions)).toHaveLength(2);
  });
  expect(server.calls(endOwnSession)[0]?.params).toEqual({ sessionId: 'phone-1' });
});

test('all others are ended, where there are any', async () => {
  const { pointer, server } = openOwn();
  await screen.findAllByRole('listitem');
  await pointer.click(screen.getByRole('button', { name: 'End all others' }));
  await waitFor(() => {
    expect(server.calls(endOtherSessions)).toHaveLength(1);
  });
});

test('without others there is nothing to end', async () => {
  openOwn([here]);
  await screen.findAllByRole('listitem');
  expect(screen.getByRole('button', { name: 'End all others' })).toHaveAccessibleDescription(
    'There are no other sessions',
  );
});

test('signing out everywhere asks first', async () => {
  const { pointer, server } = openOwn();
  await pointer.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  const question = await screen.findByRole('dialog', { name: 'Sign out everywhere' });
  expect(server.calls(signOutEverywhere)).toHaveLength(0);
  await pointer.click(within(question).getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() => {
    expect(server.calls(signOutEverywhere)).toHaveLength(1);
  });
});

test('an admin ends one session of an agent, or all', async () => {
  const user = buildAdmin();
  const params = { userId: phone.user_id };
  const server = new FakeServer(user)
    .on(listSessionsOfUser, answer(listSessionsOfUser, { sessions: [phone] }))
    .on(endSessionOfUser, answer(endSessionOfUser, ended))
    .on(endSessionsOfUser, answer(endSessionsOfUser, ended));
  const person = { id: phone.user_id, name: 'Dana Reyes' };
  const { pointer } = openPart(<PersonSessionsButton person={person} />, { user, server });
  await pointer.click(screen.getByRole('button', { name: 'Sessions of Dana Reyes' }));
  await screen.findAllByRole('listitem');
  await pointer.click(endOf('Safari on iPhone'));
  await waitFor(() => {
    expect(server.calls(endSessionOfUser)[0]?.params).toEqual({ ...params, sessionId: phone.id });
  });
  await pointer.click(screen.getByRole('button', { name: 'End all' }));
  await waitFor(() => {
    expect(server.calls(endSessionsOfUser)[0]?.params).toEqual(params);
  });
});
