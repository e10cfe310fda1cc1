import { exampleRecord, type CallRecord } from '@crm/contracts/entities/telephony.js';
import { getRecord, listLongRecords } from '@crm/contracts/http/recordings.js';
import { screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { buildAdmin } from '../test/builders.js';
import { fakeAudio } from '../test/fake-audio.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import RecordsPage from './RecordsPage.js';

const record = (last: number, known: Partial<CallRecord> = {}): CallRecord => ({
  ...exampleRecord,
  id: `66f0a1b2c3d4e5f6010209${String(last).padStart(2, '0')}`,
  leadName: `Raymond Okafor ${String(last)}`,
  ...known,
});

async function openRecords(records: CallRecord[], total = records.length) {
  const has = { records, total };
  const user = buildAdmin();
  const server = new FakeServer(user).on(listLongRecords, (call) =>
    answer(listLongRecords, { records: has.records, totalCount: has.total })(call),
  );
  const opened = openPart(<RecordsPage />, { user, server, path: '/records' });
  if (records[0]) await screen.findByText(records[0].leadName);
  return { ...opened, has };
}
afterEach(() => {
  jest.restoreAllMocks();
});

test('records have date, lead, agent and player; ten a page, the last call first, none under 123 seconds', async () => {
  const { server } = await openRecords([record(1), record(2, { lead_id: null, leadName: '' })], 42);
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['Date (PT)', 'Lead Name', 'Agent Name', 'Recording']);
  const row = within(screen.getByTestId(`row-${record(1).id}`));
  expect(row.getByText('11/20/2026 9:40 AM')).toBeVisible();
  expect(row.getByRole('link', { name: 'Raymond Okafor 1' })).toHaveAttribute(
    'href',
    `/lead/${String(exampleRecord.lead_id)}`,
  );
  expect(row.getByText('Dana Reyes-Whitfield')).toBeVisible();
  expect(screen.getByText('42 match')).toBeVisible();
  const [call] = server.calls(listLongRecords);
  expect(call?.params).toEqual({ n: '123' });
  expect(call?.query).toEqual({ limit: '10', page: '1', sort: 'createdAt:DESC' });
});

test('a record is asked for afresh when it is played', async () => {
  const { played } = fakeAudio();
  const { server, pointer } = await openRecords([record(1)]);
  server.on(
    getRecord,
    answer(getRecord, { status: 'success', message: '', record: { ...record(1), url: '/media/fresh' } }),
  );
  await pointer.click(screen.getByRole('button', { name: /^Play the call with Raymond/ }));
  await screen.findByRole('button', { name: /^Pause/ });
  expect(played).toEqual(['/media/fresh']);
});

test('records are searched, and sorted by their heads', async () => {
  const { server, pointer, has } = await openRecords([record(1)]);
  await pointer.click(screen.getByText('Lead Name'));
  await waitFor(() => {
    expect(server.calls(listLongRecords).at(-1)?.query).toMatchObject({ sort: 'leadName:ASC' });
  });
  has.records = [];
  has.total = 0;
  await pointer.type(screen.getByRole('searchbox'), 'mar');
  expect(await screen.findByText('No records match this search')).toBeVisible();
  expect(server.calls(listLongRecords).at(-1)?.query).toMatchObject({ search: 'mar' });
});

test('a new record slides in on top, once, without asking the server', async () => {
  const { live, server } = await openRecords([record(1)]);
  await live.say('createRecordInTable', record(2));
  await live.say('createRecordInTable', record(2));
  await waitFor(() => {
    expect(screen.getAllByRole('row')[1]).toHaveTextContent('Raymond Okafor 2');
  });
  expect(screen.getByText('2 match')).toBeVisible();
  expect(server.calls(listLongRecords)).toHaveLength(1);
});

test('nothing moves under a reader: a new record waits for a click', async () => {
  const { live, has, pointer } = await openRecords([record(1)]);
  await pointer.hover(screen.getByText('Raymond Okafor 1'));
  await live.say('createRecordInTable', record(2));
  expect(screen.queryByText('Raymond Okafor 2')).not.toBeInTheDocument();
  has.records = [record(2), record(1)];
  await pointer.click(screen.getByRole('button', { name: 'Show new records' }));
  expect(await screen.findByText('Raymond Okafor 2')).toBeVisible();
});
