import { exampleDeal, type DealRow } from '@crm/contracts/entities/stats.js';
import { getDeals, getStatisticCharts } from '@crm/contracts/http/stats.js';
import { listAssignees } from '@crm/contracts/http/lead-lists.js';
import type { User } from '@crm/contracts/entities/user.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import DealsPage from './DealsPage.js';

const undated: DealRow = {
  ...exampleDeal,
  id: '66f0a1b2c3d4e5f6010203a0',
  fullname: 'Wanda Lindqvist',
  carrier: null,
  policy_number: null,
  app_date: null,
  draft_date: null,
  deal_date: '2026-11-09',
  status: 'declined',
  s_t: 'Declined',
};

async function openDeals(
  deals: DealRow[] = [exampleDeal, undated],
  user: User = buildAdmin(),
  path = '/deals',
) {
  const totals = { totalCoverage: 15000, totalPremium: 64.2 };
  const server = new FakeServer(user)
    .on(getDeals, answer(getDeals, { deals, totalCount: deals.length, ...totals }))
    .on(getStatisticCharts, answer(getStatisticCharts, { months: [], sources: [] }))
    .on(listAssignees, answer(listAssignees, [{ id: 0, fullname: 'Without agent', email: '', role_id: 2 }]));
  const opened = openPart(<DealsPage />, { user, server, path });
  await waitFor(() => {
    expect(server.calls(getDeals).length).toBeGreaterThan(0);
  });
  return opened;
}

test('deals have the columns of the specification, the latest first, twenty a page', async () => {
  const { server } = await openDeals();
  const first = await screen.findByTestId(`row-${exampleDeal.id}`);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Agent Name',
    'Full Name',
    'ID',
    'Carrier',
    'Policy #',
    'Submit Date',
    'Product',
    'Coverage',
    'Premium',
    'Draft Date',
    'Status',
  ]);
  expect(
    within(first)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Dana R.',
    'Raymond Okafor',
    '…020399',
    'Mutual of Omaha',
    'MO-4417720',
    '11/12/2026',
    'Final exp.',
    '15,000',
    '64.20',
    '12/01/2026',
    'In application',
  ]);
  expect(within(first).getByRole('link')).toHaveAttribute('href', `/lead/${exampleDeal.id}`);
  expect(server.calls(getDeals)[0]?.body).toMatchObject({
    limit: 20,
    page: 1,
    sort: { field: 'app_date', order: 'DESC' },
  });
});

test('a deal without Submit Date shows the day it got there, and says so', async () => {
  const { pointer } = await openDeals();
  const row = within(await screen.findByTestId(`row-${undated.id}`));
  await pointer.hover(row.getByText('11/09/2026'));
  expect(await screen.findByText('No Submit Date: it became a deal on 11/09/2026')).toBeVisible();
});

test('the totals stand above, without declined and cancelled ones', async () => {
  await openDeals();
  const figures = within(screen.getByRole('region', { name: 'Totals' }));
  expect(await figures.findByText('$15,000.00')).toBeVisible();
  expect(figures.getByText('$64.20')).toBeVisible();
  expect(figures.getAllByText('Excludes declined and cancelled')).toHaveLength(2);
});

test('a row of the statistic leads to its deals', async () => {
  const filter = JSON.stringify({ agents: [0], date: 'thisYear' });
  const { server } = await openDeals(
    [],
    buildAdmin(),
    `/deals?${new URLSearchParams({ filter }).toString()}`,
  );
  const [call] = server.calls(getDeals);
  expect(call?.body).toMatchObject({
    filters: { agents: [0], date: [expect.stringMatching(/-01-01$/), expect.any(String)] },
  });
});

test('no deals say what to do next; an agent has no Agent column', async () => {
  const { server, pointer } = await openDeals([], buildUser());
  expect(await screen.findByText('No deals in this period')).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Agent Name' })).not.toBeInTheDocument();
  await pointer.click(screen.getByRole('button', { name: 'Show last month' }));
  await waitFor(() => {
    expect(server.calls(getDeals)).toHaveLength(2);
  });
});

test('the totals compare with the same period last year by one more request', async () => {
  const filter = encodeURIComponent('{"date":["2026-11-01","2026-11-20"],"compare":"yearBefore"}');
  const { server } = await openDeals([exampleDeal], buildAdmin(), `/deals?filter=${filter}`);
  const figures = within(screen.getByRole('region', { name: 'Totals' }));
  expect(await figures.findByText('No change from $64.20')).toBeInTheDocument();
  expect(server.calls(getDeals).map(({ body }) => body)).toContainEqual({
    filters: { date: ['2025-11-01', '2025-11-20'] },
    limit: 1,
    page: 1,
  });
});
