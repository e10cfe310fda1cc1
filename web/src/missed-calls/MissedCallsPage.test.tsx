import { exampleMissedCall, type MissedCall } from '@crm/contracts/entities/telephony.js';
import { listMissedCalls } from '@crm/contracts/http/recordings.js';
import { screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { CallingProvider, createCallingStore, type CallDesk } from '../calls/calling.js';
import { buildGuide } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import MissedCallsPage from './MissedCallsPage.js';

const missed = (last: number, known: Partial<MissedCall> = {}): MissedCall => ({
  ...exampleMissedCall,
  id: `66f0a1b2c3d4e5f6010209${String(last).padStart(2, '0')}`,
  lead_name: `Raymond Okafor ${String(last)}`,
  ...known,
});

function openMissed(calls: MissedCall[]) {
  const user = buildGuide();
  const server = new FakeServer(user).on(
    listMissedCalls,
    answer(listMissedCalls, { missedCalls: calls, totalCount: calls.length }),
  );
  const calling = createCallingStore();
  const desk: CallDesk = {
    call: jest.fn(async () => undefined),
    hangUp: jest.fn(),
    mute: jest.fn(),
    press: jest.fn(),
    setOnline: jest.fn(async () => undefined),
    connect: jest.fn(),
  };
  calling.set({ desk });
  const page = (
    <CallingProvider value={calling}>
      <MissedCallsPage />
    </CallingProvider>
  );
  return { ...openPart(page, { user, server, path: '/guide/missed-calls' }), desk, calling };
}

test('one empty row stands for what is on its way, then number, date and a way to call back', async () => {
  const { server } = openMissed([missed(1)]);
  expect(await screen.findAllByTestId('waiting-row')).toHaveLength(1);
  expect(await screen.findByText('(214) 555-0117')).toBeVisible();
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['Number', 'Date (PT)', 'Call back']);
  expect(screen.getByText('11/20/2026 8:12 AM')).toBeVisible();
  expect(server.calls(listMissedCalls)[0]?.query).toEqual({ limit: '10', page: '1', sort: 'updated:DESC' });
});

test('a call is called back, for the lead it belongs to', async () => {
  const { pointer, desk } = openMissed([missed(1)]);
  await pointer.click(await screen.findByRole('button', { name: 'Call Raymond Okafor 1' }));
  expect(desk.call).toHaveBeenCalledWith({
    number: '+12145550117',
    leadId: exampleMissedCall.lead_id,
    kind: 'single',
  });
});

test('a caller without a number cannot be called back, and the button says why', async () => {
  const { pointer, desk } = openMissed([missed(1, { number: 'anonymous', lead_id: null, lead_name: '' })]);
  expect(await screen.findByText('No number shown')).toBeVisible();
  const row = within(screen.getByTestId(`row-${missed(1).id}`));
  const call = row.getByRole('button');
  expect(call).toHaveAttribute('aria-disabled', 'true');
  await pointer.click(call);
  expect(desk.call).not.toHaveBeenCalled();
});

test('a caller from abroad is shown by number, and cannot be called back', async () => {
  const { pointer, desk } = openMissed([
    missed(1, { number: '+442079460958', lead_id: null, lead_name: '' }),
  ]);
  expect(await screen.findByText('+44 207 946 0958')).toBeVisible();
  const call = within(screen.getByTestId(`row-${missed(1).id}`)).getByRole('button');
  expect(call).toHaveAttribute('aria-disabled', 'true');
  await pointer.click(call);
  expect(desk.call).not.toHaveBeenCalled();
});

test('a new one slides in on top', async () => {
  const { live } = openMissed([missed(1)]);
  await screen.findByText('Raymond Okafor 1');
  await live.say('missedCallAdd', missed(2));
  await waitFor(() => {
    expect(screen.getAllByRole('row')[1]).toHaveTextContent('Raymond Okafor 2');
  });
});
