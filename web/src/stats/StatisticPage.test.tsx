import {
  exampleDeal,
  exampleStatisticRow,
  exampleTimeByState,
  type StatisticRow,
} from '@crm/contracts/entities/stats.js';
import { exampleLeadRow } from '@crm/contracts/entities/lead.js';
import { getCallQuality, type CallQualityRow } from '@crm/contracts/http/call-quality.js';
import {
  exportDeals,
  exportStatistic,
  exportTimeByState,
  getDeals,
  getStatistic,
  getStatisticCharts,
  getTimeByState,
} from '@crm/contracts/http/stats.js';
import { listAssignees } from '@crm/contracts/http/lead-lists.js';
import type { User } from '@crm/contracts/entities/user.js';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { FakeUpload } from '../test/FakeUpload.js';
import { savedFiles } from '../test/saved-files.js';
import { openPart } from '../test/TestApp.js';
import StatisticPage from './StatisticPage.js';

const priya: StatisticRow = {
  agent: 'Priya Sandoval',
  agent_id: '66f0a1b2c3d4e5f601020308',
  c_a: 0,
  c_d: 0,
  c_r: null,
  tmp: 0,
  amp: null,
  leads: 7,
};
const quality: CallQualityRow = {
  ...{ agent: 'Dana Reyes-Whitfield', agent_id: exampleStatisticRow.agent_id },
  ...{ calls: 212, mos: 3.41, jitter: 6.2, loss: 0.5, rtt: 71, low: 12.5, thumbs_up: 31, thumbs_down: 4 },
};
const totals = { c_a: 212, c_d: 41, c_r: 19.34, tmp: 3684.2, amp: 89.86, leads: 395 };

async function openStatistic(user: User = buildAdmin(), path = '/statistic') {
  const figures = { statistic: [exampleStatisticRow, priya], totals };
  const has = { ...figures, earlier: { ...figures } };
  const server = new FakeServer(user)
    .on(getStatistic, (call) => {
      const { statistic, totals: sums } = JSON.stringify(call.body).includes('2026-10') ? has.earlier : has;
      return answer(getStatistic, { statistic, totals: sums, totalCount: statistic.length })(call);
    })
    .on(getCallQuality, answer(getCallQuality, { rows: [quality], totals: quality }))
    .on(
      getStatisticCharts,
      answer(getStatisticCharts, {
        months: [
          { month: '2026-10', c_d: 2, tmp: 120 },
          { month: '2026-11', c_d: 41, tmp: 3684.2 },
        ],
        sources: [{ source: 'own', source_title: 'Own', c_a: 200, c_d: 40, c_r: 20, tmp: 3600, amp: 90 }],
      }),
    )
    .on(getTimeByState, answer(getTimeByState, { agents: [exampleTimeByState] }))
    .on(exportTimeByState, () => new Response('Agent,Ready (s)'))
    .on(
      listAssignees,
      answer(listAssignees, [
        { id: 0, fullname: 'Without agent', email: '', role_id: 2 },
        { id: priya.agent_id, fullname: priya.agent, email: 'priya@example.com', role_id: 2 },
      ]),
    );
  const file = new FakeUpload(server);
  const opened = openPart(file.around(<StatisticPage />), { user, server, path });
  await screen.findByTestId(`row-${String(exampleStatisticRow.agent_id)}`);
  return { ...opened, has };
}
type Opened = Awaited<ReturnType<typeof openStatistic>>;
const asked = (server: FakeServer) => server.calls(getStatistic).at(-1)?.body;
beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-20T18:00:00.000Z'), advanceTimers: true });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('an admin sees a row per agent, the totals, and which days count', async () => {
  const { server } = await openStatistic();
  const table = within(screen.getByRole('table', { name: 'Statistic' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Agent Name',
    'Assigned',
    'Deals',
    'Closing ratio',
    'Total monthly premium',
    'Average premium',
    'Leads',
  ]);
  const dana = screen.getByTestId(`row-${String(exampleStatisticRow.agent_id)}`);
  expect(
    within(dana)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dana Reyes-Whitfield', '212', '41', '19.3%', '$3,684.20', '$89.86', '388']);
  const idle = within(screen.getByTestId(`row-${String(priya.agent_id)}`));
  expect(idle.getByLabelText('No leads assigned in this period')).toHaveTextContent('–');
  const figures = within(screen.getByRole('region', { name: 'Totals' }));
  expect(figures.getByText('of 212 assigned')).toBeVisible();
  expect(figures.getByText('best: Dana Reyes-Whitfield, 19.3%')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Dates 11/01/2026 – 11/20/2026' })).toBeVisible();
  expect(asked(server)).toEqual({
    filters: { date: ['2026-11-01', '2026-11-20'] },
    limit: 20,
    page: 1,
    sort: { field: 'tmp', order: 'DESC' },
  });
});

test('filters by days, sources and types are asked for, kept, and cleared', async () => {
  const { server, pointer, services } = await openStatistic();
  await pointer.click(screen.getByRole('button', { name: /^Dates/ }));
  await pointer.click(screen.getByRole('menuitem', { name: 'Last month' }));
  await pointer.click(screen.getByRole('button', { name: /^Types/ }));
  await pointer.click(await screen.findByRole('checkbox', { name: 'Life' }));
  await pointer.keyboard('{Escape}');
  await waitFor(() => {
    expect(asked(server)).toMatchObject({ filters: { date: ['2026-10-01', '2026-10-31'], types: [4] } });
  });
  expect(services.store.getItem('statistic')).toMatchObject({ filter: { date: 'lastMonth', types: [4] } });
  await pointer.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => {
    expect(asked(server)).toMatchObject({ filters: { date: ['2026-11-01', '2026-11-20'] } });
  });
});

test('days that end before they begin are not asked for', async () => {
  const { server, pointer } = await openStatistic();
  await pointer.click(screen.getByRole('button', { name: /^Dates/ }));
  const last = screen.getByLabelText('Last day');
  await pointer.clear(last);
  await pointer.type(last, '2026-10-01');
  expect(await screen.findByText('The last day must not be before the first')).toBeVisible();
  expect(server.calls(getStatistic)).toHaveLength(1);
});

test('figures that cannot be loaded are dashes, and the chart says so: neither waits for ever, nor counts none', async () => {
  const user = buildAdmin();
  const server = new FakeServer(user).on(
    getStatistic,
    refuse({ code: 'unavailable', message: 'The service is not available' }),
  );
  openPart(<StatisticPage />, { user, server, path: '/statistic' });
  expect(await screen.findByText('The list failed to load')).toBeVisible();
  const figures = within(screen.getByRole('region', { name: 'Totals' }));
  expect(figures.getAllByText('–')).toHaveLength(3);
  expect(figures.queryByText('no deals yet')).not.toBeInTheDocument();
  expect(within(screen.getByRole('region', { name: 'Premium by agent' })).getByRole('status')).toBeVisible();
});

test('an agent has no Agent column and no filter for agents', async () => {
  await openStatistic(buildUser());
  expect(screen.queryByRole('columnheader', { name: 'Agent Name' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Agents/ })).not.toBeInTheDocument();
});

const pick = async (pointer: Opened['pointer'], name: string) => {
  await pointer.click(screen.getByRole('button', { name: /^Compare with/ }));
  await pointer.click(screen.getByRole('menuitem', { name }));
};
const bar = (name: RegExp) => screen.findByRole('button', { name });

test('bars say what they stand for by focus and by mouse, and one Tab stop leads to all of them', async () => {
  const { pointer } = await openStatistic();
  const dana = await bar(/^Dana Reyes-Whitfield: \$3,684\.20$/);
  act(() => {
    dana.focus();
  });
  await pointer.keyboard('{ArrowRight}');
  const idle = await bar(/^Priya Sandoval: \$0\.00$/);
  expect(idle).toHaveFocus();
  expect([dana.tabIndex, idle.tabIndex]).toEqual([-1, 0]);
  await pointer.hover(dana);
  await waitFor(() => {
    expect(dana).toHaveAccessibleDescription(/Dana Reyes-Whitfield.*\$3,684\.20/);
  });
});

test('a chart shows as a table, another one too, and a ratio says how it comes about', async () => {
  const { pointer } = await openStatistic();
  expect(screen.queryByRole('table', { name: 'Premium by agent' })).not.toBeInTheDocument();
  await pointer.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = screen.getByRole('table', { name: 'Premium by agent' });
  expect(within(table).getByRole('row', { name: 'Dana Reyes-Whitfield $3,684.20' })).toBeVisible();
  await pointer.click(screen.getByRole('tab', { name: 'Premium by month' }));
  const months = within(await screen.findByRole('table', { name: 'Premium by month' }));
  expect(months.getByRole('row', { name: '11/2026 $3,684.20' })).toBeVisible();
  await pointer.click(screen.getByRole('tab', { name: 'Ratio by source' }));
  expect(screen.getByRole('row', { name: 'Own 20.0% 40 deals from 200 assigned' })).toBeVisible();
  await pointer.click(screen.getByRole('button', { name: 'Close Ratio by source as a table' }));
  expect(screen.queryByRole('table', { name: 'Ratio by source' })).not.toBeInTheDocument();
});

test('a bar chosen with Enter shows its deals and a file of them; chosen again, it hides them', async () => {
  const files = savedFiles();
  const { pointer, server } = await openStatistic();
  server
    .on(
      getDeals,
      answer(getDeals, { deals: [exampleDeal], totalCount: 41, totalCoverage: 1, totalPremium: 2 }),
    )
    .on(exportDeals, () => new Response('Agent'));
  const dana = await bar(/^Dana/);
  act(() => {
    dana.focus();
  });
  await pointer.keyboard('{Enter}');
  const deals = within(await screen.findByRole('region', { name: 'Premium by agent: Dana Reyes-Whitfield' }));
  expect(await deals.findByRole('link', { name: exampleDeal.fullname })).toHaveAttribute(
    'href',
    `/lead/${exampleDeal.id}`,
  );
  expect(deals.getByText(/\$3,684\.20 · the first 20 of 41 deals, all in the file/)).toBeVisible();
  const filters = { date: ['2026-11-01', '2026-11-20'], agents: [exampleStatisticRow.agent_id] };
  const sort = { field: 'premium', order: 'DESC' };
  expect(server.calls(getDeals).map(({ body }) => body)).toEqual([{ filters, sort, limit: 20, page: 1 }]);
  await pointer.click(deals.getByRole('button', { name: 'Export these deals' }));
  await waitFor(() => {
    expect(files.map(({ name }) => name)).toEqual(['deals.csv']);
  });
  expect(server.calls(exportDeals).at(-1)?.body).toEqual({ filters, sort });
  await pointer.click(dana);
  expect(screen.queryByRole('region', { name: /^Premium by agent: / })).not.toBeInTheDocument();
});

test('deals of a bar that cannot be loaded say so', async () => {
  const { pointer, server } = await openStatistic();
  server.on(getDeals, refuse({ code: 'unavailable', message: 'Away' }));
  await pointer.click(await bar(/^Dana/));
  expect(await screen.findByText('The deals could not be loaded')).toBeVisible();
});

test('figures, rows and bars compare with the period before, which the address remembers', async () => {
  const { pointer, server, router, has } = await openStatistic();
  const before = { date: ['2026-10-01', '2026-10-20'] };
  const asks = () =>
    server.calls(getStatistic).filter(({ body }) => JSON.stringify(body).includes('2026-10'));
  expect(asks()).toHaveLength(0);
  has.earlier.statistic = [{ ...exampleStatisticRow, c_d: 30, tmp: 3000 }, priya];
  has.earlier.totals = { ...totals, c_d: 30, c_r: 20.5 };
  await pick(pointer, 'The period before');
  const figures = within(screen.getByRole('region', { name: 'Totals' }));
  expect(await figures.findByText('Up 11 from 30')).toBeInTheDocument();
  expect(figures.getByText('Down 1.2 pts from 20.5%')).toBeInTheDocument();
  const row = within(screen.getByTestId(`row-${String(exampleStatisticRow.agent_id)}`));
  expect(row.getByText('Up $684.20 from $3,000.00')).toBeInTheDocument();
  const idle = within(screen.getByTestId(`row-${String(priya.agent_id)}`));
  expect(idle.getAllByText('No earlier figure')).toHaveLength(2);
  expect(await bar(/^Dana Reyes-Whitfield: \$3,684\.20\. Up \$684\.20 from \$3,000\.00$/)).toBeVisible();
  expect(screen.getByText('vs. 10/01/2026 – 10/20/2026')).toBeVisible();
  expect(asks().map(({ body }) => body)).toEqual([{ filters: before, limit: 100, page: 1 }]);
  expect(server.calls(getStatisticCharts).map(({ body }) => body)).toContainEqual({ filters: before });
  expect(new URLSearchParams(router.state.location.search).get('filter')).toBe('{"compare":"before"}');
  await pick(pointer, 'Nothing');
  await waitFor(() => {
    expect(figures.queryByText('Up 11 from 30')).not.toBeInTheDocument();
  });
});

test('the same period last year is one more request for the charts, months included', async () => {
  const { pointer, server } = await openStatistic();
  const asked = server.calls(getStatisticCharts).length;
  await pick(pointer, 'The same period last year');
  await pointer.click(screen.getByRole('tab', { name: 'Premium by month' }));
  await pointer.click(screen.getByRole('button', { name: 'Show as table' }));
  const months = within(await screen.findByRole('table', { name: 'Premium by month' }));
  expect(months.getByRole('columnheader', { name: 'A year earlier' })).toBeVisible();
  expect(await months.findByRole('row', { name: '11/2026 $3,684.20 $3,684.20 no change' })).toBeVisible();
  expect(screen.getAllByText('twelve months, vs. a year earlier')).toHaveLength(2);
  expect(
    server
      .calls(getStatisticCharts)
      .slice(asked)
      .map(({ body }) => body),
  ).toEqual([{ filters: { date: ['2025-11-01', '2025-11-20'] } }]);
});

test('all time has no earlier figures', async () => {
  const filter = encodeURIComponent('{"date":"allTime","compare":"before"}');
  const { server } = await openStatistic(buildAdmin(), `/statistic?filter=${filter}`);
  const figures = within(screen.getByRole('region', { name: 'Totals' }));
  expect(await figures.findAllByText('No earlier figure')).toHaveLength(3);
  expect(screen.getByText('All time has no earlier period')).toBeVisible();
  expect(server.calls(getStatistic)).toHaveLength(1);
});

test('a ratio above 100 % says why, in the totals and in its row', async () => {
  const above = { c_a: 6, c_d: 7, c_r: 116.67 };
  const { has, services } = await openStatistic();
  has.statistic = [{ ...exampleStatisticRow, ...above }];
  has.totals = { ...totals, ...above };
  await act(() => services.queryClient.invalidateQueries({ queryKey: ['statistic'] }));
  const why = '7 deals from 6 assigned; leads assigned before this period bring deals too';
  const figures = within(screen.getByRole('region', { name: 'Totals' }));
  expect(await figures.findByText(why)).toBeVisible();
  const row = within(screen.getByTestId(`row-${String(exampleStatisticRow.agent_id)}`));
  expect(row.getByText('116.7%')).toHaveTextContent(why);
});

test('what others do shows a moment later, with the old rows in place meanwhile', async () => {
  const { live, has, server } = await openStatistic();
  has.statistic = [{ ...exampleStatisticRow, c_d: 42 }, priya];
  await live.say('updateLeads', exampleLeadRow);
  expect(screen.getByTestId(`row-${String(exampleStatisticRow.agent_id)}`)).toHaveTextContent('41');
  await waitFor(() => {
    expect(screen.getByTestId(`row-${String(exampleStatisticRow.agent_id)}`)).toHaveTextContent('42');
  });
  expect(server.calls(getStatistic)).toHaveLength(2);
});

test('the export asks for what the filter shows, in the order of the table', async () => {
  const saved = savedFiles();
  const { server, pointer } = await openStatistic();
  server.on(exportStatistic, () => new Response('Agent\r\n', { headers: { 'content-type': 'text/csv' } }));
  await pointer.click(screen.getByText('Assigned'));
  await waitFor(() => {
    expect(asked(server)).toMatchObject({ sort: { field: 'c_a', order: 'DESC' } });
  });
  await pointer.click(await screen.findByRole('button', { name: 'Export' }));
  await waitFor(() => {
    expect(saved).toEqual([{ name: 'statistic.csv', size: 'Agent\r\n'.length }]);
  });
  expect(server.calls(exportStatistic).at(-1)?.body).toEqual({
    filters: { date: ['2026-11-01', '2026-11-20'] },
    sort: { field: 'c_a', order: 'DESC' },
  });
});

test('time by state has a row per agent in hours and minutes, for the chosen days, and a file', async () => {
  const files = savedFiles();
  const { pointer, server } = await openStatistic();
  const table = within(screen.getByRole('table', { name: 'Time by state' }));
  const cells = within(await table.findByRole('row', { name: /Dana Reyes-Whitfield/ })).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    ...['2:32', '3:34', '0:46', '0:25', '0:30', '0:00', '0:15', '8:02'],
  ]);
  const filters = { date: ['2026-11-01', '2026-11-20'] };
  expect(server.calls(getTimeByState).at(-1)?.body).toMatchObject({ filters });
  await pointer.click(screen.getByRole('button', { name: 'Export time by state' }));
  await waitFor(() => {
    expect(files.map(({ name }) => name)).toEqual(['time-by-state.csv']);
  });
  expect(server.calls(exportTimeByState).at(-1)?.body).toMatchObject({ filters });
});

test('an agent sees the own time without a name', async () => {
  await openStatistic(buildUser());
  const table = within(screen.getByRole('table', { name: 'Time by state' }));
  expect(await table.findByRole('cell', { name: '3:34' })).toBeVisible();
  expect(table.queryByRole('columnheader', { name: 'Agent Name' })).toBeNull();
});

describe('call quality', () => {
  const table = () => screen.findByRole('table', { name: 'Call quality' });

  test('is a table of its own, by agent, for the days and agents of the filter', async () => {
    const { server, pointer } = await openStatistic();
    const row = await screen.findByTestId(`row-sound-${String(quality.agent_id)}`);
    expect(await table()).toContainElement(row);
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['Dana Reyes-Whitfield', '212', '3.41', '6.2 ms', '0.5%', '71 ms', '12.5%', '31', '4']);
    expect(screen.getByText(/212 calls, sound 3.41 of 5 on average/)).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: /^Dates/ }));
    await pointer.click(screen.getByRole('menuitem', { name: 'Last month' }));
    await waitFor(() => {
      expect(server.calls(getCallQuality).at(-1)?.body).toEqual({
        filters: { date: ['2026-10-01', '2026-10-31'] },
      });
    });
  });

  test('an agent sees the own figures without a name; what was not measured is a dash', async () => {
    const { server, services } = await openStatistic(buildUser());
    const none = { ...quality, calls: 0, mos: null, jitter: null, loss: null, rtt: null, low: null };
    server.on(getCallQuality, answer(getCallQuality, { rows: [none], totals: none }));
    await services.queryClient.invalidateQueries({ queryKey: ['statistic', 'call-quality'] });
    const shown = within(await table());
    await waitFor(() => {
      expect(shown.getAllByLabelText('No call was measured')).toHaveLength(5);
    });
    expect(shown.queryByText(quality.agent)).toBeNull();
  });

  test('days without calls say so, and figures that cannot be loaded too', async () => {
    const { server, services } = await openStatistic();
    server.on(getCallQuality, answer(getCallQuality, { rows: [], totals: { ...quality, calls: 0 } }));
    const again = () => services.queryClient.invalidateQueries({ queryKey: ['statistic', 'call-quality'] });
    await again();
    expect(await screen.findByText('No calls in this period')).toBeVisible();
    server.on(getCallQuality, refuse({ code: 'unavailable', message: 'Away' }));
    await act(() => services.queryClient.resetQueries({ queryKey: ['statistic', 'call-quality'] }));
    expect(await screen.findByText('Call quality could not be loaded')).toBeVisible();
  });
});

test('the months begin with the first deal, and say so', async () => {
  const { pointer, server, services } = await openStatistic();
  const months = [0, 0, 3, 0, 41].map((c_d, place) => ({
    month: `2026-0${String(place + 5)}`,
    c_d,
    tmp: c_d * 10,
  }));
  server.on(getStatisticCharts, answer(getStatisticCharts, { months, sources: [] }));
  await act(() => services.queryClient.resetQueries({ queryKey: ['statistic', 'charts'] }));
  await pointer.click(screen.getByRole('tab', { name: 'Premium by month' }));
  const group = within(await screen.findByRole('group', { name: 'Premium by month' }));
  expect(group.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
    ...['07/2026: $30.00', '08/2026: $0.00', '09/2026: $410.00'],
  ]);
  expect(screen.getByText('from the first month with a deal')).toBeVisible();
});

test('print opens the print dialog, with period, comparison and filters in the head of the paper', async () => {
  const printed: string[] = [];
  jest.spyOn(window, 'print').mockImplementation(() => {
    act(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    printed.push(...screen.getAllByRole('definition').map(({ textContent }) => textContent));
    act(() => {
      window.dispatchEvent(new Event('afterprint'));
    });
  });
  const filter = encodeURIComponent('{"compare":"before","types":[4]}');
  const { pointer } = await openStatistic(buildAdmin(), `/statistic?filter=${filter}`);
  await pointer.click(screen.getByRole('button', { name: 'Print or save as PDF' }));
  expect(printed).toEqual([
    '11/01/2026 – 11/20/2026, in Pacific time',
    'The period before, 10/01/2026 – 10/20/2026',
    'All',
    'All',
    'Health',
    '11/20/2026 10:00 AM',
  ]);
  expect(screen.queryByRole('definition')).not.toBeInTheDocument();
});
