import { exampleFollowup, type Followup } from '@crm/contracts/entities/followup.js';
import { filterFollowups, followupFilterParams } from '@crm/contracts/http/followups.js';
import type { User } from '@crm/contracts/entities/user.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openApp, openPart } from '../test/TestApp.js';
import FollowupsPage from './FollowupsPage.js';

const id = (last: number) => `66f0a1b2c3d4e5f60102${String(last).padStart(4, '0')}`;
const followup = (last: number, known: Partial<Followup> = {}): Followup => ({
  ...exampleFollowup,
  id: id(last),
  lead_id: id(1_000 + last),
  fullname: `Customer ${String(last)}`,
  datetime: '2099-11-21T18:00:00.000Z',
  ...known,
});
const offered = {
  status: [
    { id: 'followUp', title: 'Call Back' },
    { id: 'emailed', title: 'Emailed' },
  ],
  lead: [
    { id: id(1_001), fullname: 'Customer 1' },
    { id: id(1_002), fullname: 'Customer 2' },
  ],
  user: [{ id: exampleFollowup.user_id, fullname: exampleFollowup.agentName }],
  dateTime: { from: '2026-11-21', to: '2026-11-22' },
} as const;

function serverWith(has: { followups: Followup[] }, user: User) {
  return new FakeServer(user)
    .on(followupFilterParams, answer(followupFilterParams, { params: structuredClone(offered) as never }))
    .on(filterFollowups, (call) =>
      answer(filterFollowups, { followups: has.followups, totalCount: has.followups.length })(call),
    );
}
function openPage(followups: Followup[], user = buildUser()) {
  const has = { followups };
  const server = serverWith(has, user);
  return { ...openPart(<FollowupsPage />, { user, server, path: '/follow-ups' }), has };
}
const asked = (server: FakeServer) => server.calls(filterFollowups).map(({ body }) => body);

it('keys go to the first row and on to the next', async () => {
  const { pointer } = openPage([followup(1), followup(2)]);
  await screen.findByTestId(`row-${id(1)}`);
  await pointer.keyboard('j');
  expect(screen.getByRole('link', { name: 'Customer 1' })).toHaveFocus();
  await pointer.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Customer 2' })).toHaveFocus();
});

it('of what failed to load it does not say that there is nothing', async () => {
  const user = buildUser();
  const server = serverWith({ followups: [] }, user);
  server.on(filterFollowups, refuse({ code: 'unavailable', message: 'The service is not available' }));
  openPart(<FollowupsPage />, { user, server, path: '/follow-ups' });
  expect(await screen.findByText('The list failed to load')).toBeVisible();
  expect(screen.queryByText('0 match')).not.toBeInTheDocument();
  expect(screen.queryByText(/of 0$/)).not.toBeInTheDocument();
});

it('20 a page in the server’s order, with what each is, for an agent without the agent', async () => {
  const user = buildUser();
  const { server } = openPage([followup(1, { priority: 1 }), followup(2, { completed: 1 })], user);
  const row = within(await screen.findByTestId(`row-${id(1)}`));
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Full Name',
    'Date and time (PT)',
    'Priority',
    'Progress',
    'Status',
  ]);
  expect(row.getByRole('link', { name: 'Customer 1' })).toHaveAttribute(
    'href',
    `/lead/${id(1_001)}/followups`,
  );
  for (const text of ['11/21/2099 10:00 AM', 'High', 'In Progress', 'Call Back'])
    expect(row.getByText(text)).toBeVisible();
  expect(within(screen.getByTestId(`row-${id(2)}`)).getByText('Completed')).toBeVisible();
  expect(asked(server)).toEqual([{ params: {}, user_id: user.id, limit: 20, page: 1 }]);
  expect(screen.queryByRole('button', { name: /^Agent/ })).not.toBeInTheDocument();
});

it('an admin sees whose they are, and may pick', async () => {
  openPage([followup(1)], buildAdmin());
  expect(await screen.findByRole('columnheader', { name: 'Agent Name' })).toBeVisible();
  expect(await screen.findByText(exampleFollowup.agentName)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Agent All 1' })).toBeVisible();
});

it('filters are sent, stand as chips, and are cleared together', async () => {
  const { pointer, server } = openPage([followup(1)]);
  await pointer.click(await screen.findByRole('button', { name: 'Status All 2' }));
  await pointer.click(await screen.findByRole('checkbox', { name: 'Emailed' }));
  await pointer.keyboard('{Escape}');
  await waitFor(() => {
    expect(asked(server).at(-1)).toMatchObject({ params: { status: ['followUp'] } });
  });
  await pointer.click(await screen.findByRole('button', { name: 'Date Any' }));
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-11-21' } });
  await pointer.keyboard('{Escape}');
  await pointer.click(await screen.findByRole('button', { name: /^Progress/ }));
  await pointer.click(await screen.findByRole('menuitem', { name: 'In Progress' }));
  await waitFor(() => {
    expect(asked(server).at(-1)).toMatchObject({
      params: { status: ['followUp'], dateTime: { from: '2026-11-21' }, completed: 0 },
    });
  });
  expect(screen.getByRole('button', { name: 'Date From 11/21/2026' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove Call Back' })).toBeVisible();
  await pointer.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => {
    expect(asked(server).at(-1)).toMatchObject({ params: {} });
  });
});

it('a change shows in its row at once; what is new is read', async () => {
  const { live, has } = openPage([followup(1)]);
  await screen.findByText('Customer 1');
  await live.say('followupUpdate', followup(1, { completed: 1, version: 2 }));
  expect(await screen.findByText('Completed')).toBeVisible();
  has.followups = [followup(1, { completed: 1, version: 2 }), followup(2)];
  await live.say('followupCreate', followup(2));
  expect(await screen.findByText('Customer 2')).toBeVisible();
});

it('without any it says what is next, narrowed to none how to see all', async () => {
  const { pointer, has, live } = openPage([]);
  expect(await screen.findByText('No follow-ups yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the leads' })).toHaveAttribute('href', '/life');
  await pointer.click(screen.getByRole('button', { name: /^Progress/ }));
  await pointer.click(await screen.findByRole('menuitem', { name: 'Completed' }));
  expect(await screen.findByText('No follow-ups match these filters')).toBeVisible();
  has.followups = [followup(1)];
  await pointer.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) ?? document.body);
  await live.say('followupCreate', followup(1));
  expect(await screen.findByText('Customer 1')).toBeVisible();
});

it('what was picked is there after a reload, and gone after signing out', async () => {
  const user = buildUser();
  const stored = {
    filter: { completed: 0 },
    order: 'ASC',
    page: 1,
    perPage: 20,
    sort: 'id',
    displayedFilters: {},
  };
  window.localStorage.setItem('RaStore.follow-ups', JSON.stringify(stored));
  const server = serverWith({ followups: [followup(1)] }, user);
  const { pointer } = openApp({ user, server, path: '/follow-ups' });
  await screen.findByText('Customer 1');
  expect(asked(server)[0]).toMatchObject({ params: { completed: 0 } });
  await pointer.click(await screen.findByRole('button', { name: 'Settings' }));
  await pointer.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  await screen.findByRole('button', { name: 'Sign in' });
  expect(window.localStorage.getItem('RaStore.follow-ups')).toBeNull();
});
