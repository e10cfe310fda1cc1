import { exampleLeadRow } from '@crm/contracts/entities/lead.js';
import type { User } from '@crm/contracts/entities/user.js';
import { countViews, listAssignees, restListLeads } from '@crm/contracts/http/leads.js';
import { act, screen, waitFor } from '@testing-library/react';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, FakeServer } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

async function openLife(user: User) {
  const server = new FakeServer(user)
    .on(restListLeads, answer(restListLeads, [exampleLeadRow], { 'Content-Range': 'leads 0-0/1' }))
    .on(listAssignees, answer(listAssignees, []))
    .on(countViews, answer(countViews, { counts: [2_314, 41, 12, 3, 7] }));
  const opened = openApp({ user, server, path: '/life' });
  await screen.findByText(exampleLeadRow.fullname);
  const asked = (): unknown => JSON.parse(server.calls(restListLeads).at(-1)?.query['filter'] ?? '{}');
  return { ...opened, asked };
}
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

test('an admin sees the views with their counts, of one call, and All stands chosen', async () => {
  const admin = buildAdmin();
  const { server } = await openLife(admin);
  await waitFor(() => {
    expect(tabs()).toEqual(['All 2,314', 'New 41', 'Due 12', 'Replied 3', 'Mine 7']);
  });
  expect(screen.getByRole('tab', { name: 'All 2,314' })).toHaveAttribute('aria-selected', 'true');
  expect(server.calls(countViews).map(({ body }) => body)).toEqual([
    {
      views: [
        { type: 2, source: 1 },
        { type: 2, source: 1, status: ['newLead'] },
        { type: 2, source: 1, waiting: 'due' },
        { type: 2, source: 1, waiting: 'replied' },
        { type: 2, source: 1, agent: [admin.id] },
      ],
    },
  ]);
});

test('an agent, whose list is the own one, has no view of it', async () => {
  const user = buildUser();
  const { server } = await openLife(user);
  await waitFor(() => {
    expect(tabs()).toEqual(['All 2,314', 'New 41', 'Due 12', 'Replied 3']);
  });
  expect(server.calls(countViews)[0]?.body).toMatchObject({ views: [{ agent: [user.id] }, {}, {}, {}] });
});

test('a view sets the filters of the list and its chip, and a further filter leaves it', async () => {
  const { pointer, asked } = await openLife(buildAdmin());
  await pointer.click(screen.getByRole('tab', { name: /^Due/ }));
  await waitFor(() => {
    expect(asked()).toEqual({ type: 2, source: 1, waiting: 'due' });
  });
  expect(screen.getByRole('tab', { name: /^Due/ })).toHaveAttribute('aria-selected', 'true');
  await pointer.click(screen.getByRole('button', { name: 'Remove Follow-up due' }));
  await waitFor(() => {
    expect(asked()).toEqual({ type: 2, source: 1 });
  });
  expect(screen.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true');
});

test('the views are walked by arrows and chosen by Enter', async () => {
  const { pointer, asked } = await openLife(buildAdmin());
  const all = screen.getByRole('tab', { name: /^All/ });
  act(() => {
    all.focus();
  });
  await pointer.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  await waitFor(() => {
    expect(asked()).toEqual({ type: 2, source: 1, waiting: 'due' });
  });
});

test('the own leads of an admin are named by the own name', async () => {
  const admin = buildAdmin();
  const { pointer } = await openLife(admin);
  await pointer.click(screen.getByRole('tab', { name: /^Mine/ }));
  expect(await screen.findByRole('button', { name: /^Remove / })).toBeVisible();
  expect(screen.queryByText(admin.id)).not.toBeInTheDocument();
});
