import { exampleLeadRow, type LeadRow } from '@crm/contracts/entities/lead.js';
import { exampleLiveCall, type DiallerState } from '@crm/contracts/entities/telephony.js';
import { callSelected, getDialler } from '@crm/contracts/http/calling.js';
import { listGuideLeads } from '@crm/contracts/http/lead-lists.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildGuide } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import GuideLeadsPage from './GuideLeadsPage.js';

const guide = buildGuide();
const lead = (last: number, known: Partial<LeadRow> = {}): LeadRow => ({
  ...exampleLeadRow,
  id: `66f0a1b2c3d4e5f6010203${String(last).padStart(2, '0')}`,
  fullname: `Raymond Okafor ${String(last)}`,
  user_id: guide.id,
  status: 'newLead',
  status_title: 'New lead',
  ...known,
});

async function openLeads(leads: LeadRow[], dialler: DiallerState = { on: false, run: null, call: null }) {
  const has = { leads, dialler };
  const server = new FakeServer(guide)
    .on(getDialler, (call) => answer(getDialler, has.dialler)(call))
    .on(listGuideLeads, (call) =>
      answer(listGuideLeads, { leads: has.leads, totalCount: has.leads.length })(call),
    );
  const opened = openPart(<GuideLeadsPage />, { user: guide, server, path: '/guide/leads' });
  if (leads[0]) await screen.findByText(leads[0].fullname);
  return { ...opened, has };
}
const rowOf = (row: LeadRow) => screen.getByTestId(`row-${row.id}`);

test('the leads have the columns of the specification, ten a page, and each outcome is a word', async () => {
  const outcomes = [null, 1, 2, 3, 4, 5];
  const { server } = await openLeads(outcomes.map((AD_status, index) => lead(index, { AD_status })));
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads.slice(1)).toEqual([
    'Source',
    'Status',
    'Full Name',
    'Email',
    'Phone',
    'State',
    'Updated (PT)',
    'Dialler',
  ]);
  const translate = ['Not called', 'Dialling', 'Failed', 'No answer', 'Answered', 'Voicemail'];
  translate.forEach((word, index) => {
    expect(within(rowOf(lead(index))).getByText(word)).toBeVisible();
  });
  expect(screen.getByText('6 in your list')).toBeVisible();
  expect(server.calls(listGuideLeads)[0]?.query).toMatchObject({ limit: '10', page: '1' });
  const legend = within(screen.getByRole('region', { name: 'What the colours mean' }));
  expect(legend.getByText('Busy, or nobody picked up')).toBeVisible();
});

test('whoever goes on to the rows per page while typing loses neither them nor the search', async () => {
  const { pointer, server } = await openLeads([lead(1), lead(2)]);
  const lastAsked = () => server.calls(listGuideLeads).at(-1)?.query;
  await pointer.type(screen.getByRole('searchbox'), 'Okafor');
  await pointer.click(screen.getByRole('button', { name: '10 per page' }));
  await waitFor(() => {
    expect(lastAsked()).toMatchObject({ limit: '10', search: 'Okafor' });
  });
  await pointer.click(screen.getByRole('menuitem', { name: '50 per page' }));
  await waitFor(() => {
    expect(lastAsked()).toMatchObject({ limit: '50', search: 'Okafor' });
  });
  expect(screen.getByRole('button', { name: '50 per page' })).toBeVisible();
});

test('Call Selected without a lead says so in red, and calls nobody', async () => {
  const { pointer, server } = await openLeads([lead(1)]);
  await pointer.click(screen.getByRole('button', { name: 'Call Selected' }));
  const said = await screen.findByText('Please select one or more leads');
  expect(said.closest('[data-type]')).toHaveAttribute('data-type', 'error');
  expect(server.calls(callSelected)).toEqual([]);
});

test('Call Selected sends the leads that are checked and releases them', async () => {
  const { pointer, server, has } = await openLeads([lead(1), lead(2)]);
  server.on(callSelected, answer(callSelected, { status: 'success', message: '1 lead to call' }));
  await pointer.click(screen.getByRole('checkbox', { name: 'Check Raymond Okafor 2' }));
  expect(screen.getByText('Total checked 1')).toBeVisible();
  has.dialler = { on: true, run: { total: 1, done: 0 }, call: null };
  await pointer.click(screen.getByRole('button', { name: 'Call Selected' }));
  expect(await screen.findByText('1 lead to call')).toBeVisible();
  expect(server.calls(callSelected)[0]?.body).toEqual({ leads: [lead(2).id] });
  expect(await screen.findByText('0 of 1 chosen leads called')).toBeVisible();
  expect(screen.getByText('Total checked 0')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Stop AutoDialler' })).toBeVisible();
});

test('the call under way stands above the list', async () => {
  await openLeads([lead(1)], {
    on: true,
    run: { total: 30, done: 12 },
    call: { ...exampleLiveCall, kind: 'dialler', connectedAt: null, lead_name: 'Isaac Thornbury' },
  });
  const card = within(await screen.findByRole('region', { name: 'AutoDialler' }));
  expect(card.getByText('Isaac Thornbury')).toBeVisible();
  expect(card.getByText('Dialling')).toBeVisible();
  expect(card.getByText('12 of 30 chosen leads called')).toBeVisible();
});

test('an outcome is in its row at once', async () => {
  const { live, server } = await openLeads([lead(1, { AD_status: 1 })]);
  await live.say('updateLeads', lead(1, { AD_status: 5, version: exampleLeadRow.version + 1 }));
  expect(await within(rowOf(lead(1))).findByText('Voicemail')).toBeVisible();
  expect(server.calls(listGuideLeads)).toHaveLength(1);
});

test('the status of a lead is changed from its row', async () => {
  const { pointer, live } = await openLeads([lead(1)]);
  live.acknowledge('updateStatus', () => ({
    status: 'success',
    message: 'Status saved',
    lead: lead(1, { status: 'emailed', version: 9 }),
    next: 'complete',
  }));
  await pointer.click(screen.getByRole('button', { name: 'Status of Raymond Okafor 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Status/ }));
  await pointer.click(dialog.getByRole('radio', { name: /Emailed/ }));
  await pointer.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Status saved')).toBeVisible();
  await waitFor(() => {
    expect(live.sentOf('updateStatus')).toEqual([{ lead_id: lead(1).id, status: 'emailed' }]);
  });
});
