import { screen, waitFor } from '@testing-library/react';
import {
  exportDiallerReport,
  getDiallerReport,
  type DiallerDay,
  type DiallerFigures,
} from '@crm/contracts/http/dialler-report.js';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { savedFiles } from '../test/saved-files.js';
import { FakeUpload } from '../test/FakeUpload.js';
import { openApp, openPart } from '../test/TestApp.js';
import DiallerReportPage from './DiallerReportPage.js';

const admin = buildAdmin();
const figures = (given: Partial<DiallerFigures> = {}): DiallerFigures => ({
  ...{ dialled: 412, people: 96, machines: 171, abandoned: 2, mean_seconds: 0.8, longest_seconds: 3.4 },
  ...given,
});
const day = (given: Partial<DiallerDay> = {}): DiallerDay => ({
  ...figures(),
  ...{ day: '2026-11-20', user_id: '66f0a1b2c3d4e5f601020305', user_fullname: 'Marcus Hale' },
  ...given,
});

function openReport(total = figures(), days = [day()]) {
  const server = new FakeServer(admin)
    .on(getDiallerReport, answer(getDiallerReport, { total, days }))
    .on(exportDiallerReport, () => new Response('Day,Guide'));
  const part = new FakeUpload(server).around(<DiallerReportPage />);
  return { ...openPart(part, { user: admin, server }), server };
}

const row = () => screen.findByRole('row', { name: /Marcus Hale/ });

test('an admin sees how soon people heard the guide, and how many were abandoned', async () => {
  openReport();
  for (const text of ['11/20/2026', '2.08%', '3.40']) expect(await row()).toHaveTextContent(text);
  expect(screen.getByText('of 412 dialled; 171 machines')).toBeVisible();
  expect(screen.getByText('longest 3.40')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('more than may be abandoned is said', async () => {
  openReport(figures({ abandoned: 9 }));
  expect(await screen.findByRole('alert')).toHaveTextContent('9.38% of the people who answered heard nobody');
});

test('other days are asked for, and their file', async () => {
  const files = savedFiles();
  const { pointer, server } = openReport();
  await row();
  await pointer.click(screen.getByRole('button', { name: /Dates/ }));
  await pointer.click(await screen.findByRole('menuitem', { name: 'All time' }));
  await waitFor(() => {
    expect(server.calls(getDiallerReport).at(-1)?.query).toMatchObject({ from: '2020-01-01' });
  });
  await pointer.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => {
    expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/^dialler-2020-01-01-.*\.csv$/)]);
  });
  expect(server.calls(exportDiallerReport).at(-1)?.query).toMatchObject({ from: '2020-01-01' });
});

test('days without calls say so', async () => {
  openReport(
    figures({ dialled: 0, people: 0, machines: 0, abandoned: 0, mean_seconds: null, longest_seconds: null }),
    [],
  );
  expect(await screen.findByText('The dialler placed no calls on these days.')).toBeVisible();
  expect(screen.getAllByText('–')).toHaveLength(2);
});

test('a report that cannot be loaded says so, and is asked for again', async () => {
  const { pointer, server } = openReport();
  await row();
  server.on(getDiallerReport, refuse({ code: 'unavailable', message: 'Away' }));
  await pointer.click(screen.getByRole('button', { name: /Dates/ }));
  await pointer.click(await screen.findByRole('menuitem', { name: 'Today' }));
  expect(await screen.findByText('The report could not be loaded')).toBeVisible();
});

test('the page is for admins, in the settings', async () => {
  const { router } = openApp({ user: buildUser(), path: '/dialler-report' });
  expect(await screen.findByText('You do not have access to that page.')).toBeVisible();
  expect(router.state.location.pathname).toBe('/');
});
