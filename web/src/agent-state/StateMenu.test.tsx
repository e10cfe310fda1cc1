import type { CurrentState } from '@crm/contracts/entities/agent-state.js';
import { setActive } from '@crm/contracts/http/account.js';
import { endWrapUp, getOwnState } from '@crm/contracts/http/floor.js';
import { screen, waitFor } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openApp } from '../test/TestApp.js';

const agent = buildUser({ active: 1, online: 1 });
const seconds = (count: number) => new Date(Date.now() + count * 1000).toISOString();
const state = (given: Partial<CurrentState>): CurrentState => ({
  ...{ user_id: agent.id, state: 'ready', reason: null, since: seconds(-65), until: null },
  ...given,
});
const ownIs = (server: FakeServer, given: Partial<CurrentState>) =>
  // By a clock that is the same, however late it is asked.
  server.on(getOwnState, (call) => answer(getOwnState, { ...state(given), now: seconds(0) })(call));

function open(given: Partial<CurrentState> = {}) {
  const server = ownIs(new FakeServer(agent), given).on(
    setActive,
    answer(setActive, { status: 'success', message: 'You are offline' }),
  );
  return { ...openApp({ user: agent, server }), server };
}
const menu = () => screen.findByRole('button', { name: 'Go offline for a while' });

test('picking a reason goes offline by the call of the switch, and the reason runs beside it', async () => {
  const { pointer, server, live } = open();
  await pointer.click(await menu());
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    ...['Break', 'Lunch', 'Training', 'Meeting'],
  ]);
  await pointer.click(screen.getByRole('menuitem', { name: 'Lunch' }));
  await waitFor(() => {
    expect(server.calls(setActive).map(({ body }) => body)).toEqual([
      { active: 0, user_id: agent.id, reason: 'lunch' },
    ]);
  });
  expect(await screen.findByRole('switch', { name: 'Offline' })).not.toBeChecked();
  await live.say('agentState', state({ state: 'lunch', reason: 'lunch' }));
  expect(await screen.findByText('Lunch')).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent(/^01:0\d$/);
});

test('wrap-up shows what is left of it, and ends when the agent is ready', async () => {
  const { pointer, server } = open({ state: 'wrap-up', until: seconds(90) });
  server.on(endWrapUp, answer(endWrapUp, { ...state({}), now: seconds(0) }));
  expect(await screen.findByText('Wrap-up')).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent(/^01:(2\d|30)$/);
  await pointer.click(screen.getByRole('button', { name: 'Ready' }));
  await waitFor(() => {
    expect(screen.queryByText('Wrap-up')).toBeNull();
  });
  expect(server.calls(endWrapUp)).toHaveLength(1);
});

test('being ready needs no words', async () => {
  open();
  await menu();
  expect(screen.queryByRole('timer')).toBeNull();
});

/** Opens the overlay and chooses what is found. */
async function choose({ pointer }: Pick<ReturnType<typeof open>, 'pointer'>, text: string, name: string) {
  await pointer.keyboard('{Control>}k{/Control}');
  await pointer.type(await screen.findByRole('combobox'), text);
  await pointer.click(await screen.findByRole('option', { name }));
}

test('the overlay switches, and goes away for a reason, from any page', async () => {
  const opened = open();
  await menu();
  await choose(opened, 'lunch', 'Go offline: Lunch');
  expect(await screen.findByRole('switch', { name: 'Offline' })).not.toBeChecked();
  expect(opened.server.calls(setActive).map(({ body }) => body)).toEqual([
    { active: 0, user_id: agent.id, reason: 'lunch' },
  ]);
  await choose(opened, 'go online', 'Go online');
  await waitFor(() => {
    expect(opened.server.calls(setActive)).toHaveLength(2);
  });
});

test('the overlay opens the notifications and the settings', async () => {
  const opened = open();
  await menu();
  await choose(opened, 'notifications', 'Notifications');
  expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await opened.pointer.keyboard('{Escape}');
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
  });
  await choose(opened, 'settings', 'Settings');
  expect(await screen.findByRole('menuitem', { name: 'Change Password' })).toBeVisible();
});
