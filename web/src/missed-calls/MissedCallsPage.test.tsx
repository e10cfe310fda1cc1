import {
  exampleListedMissedCall,
  exampleCustomerVoicemail,
  exampleMissedCall,
  type ListedMissedCall,
} from '@crm/contracts/entities/telephony.js';
import { getCustomerVoicemail, listMissedCalls, readVoicemail } from '@crm/contracts/http/recordings.js';
import { screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { CallingProvider, createCallingStore, type CallDesk } from '../calling/calling.js';
import { buildGuide } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { fakeAudio } from '../test/fake-audio.js';
import { openPart } from '../test/TestApp.js';
import MissedCallsPage from './MissedCallsPage.js';

const missed = (last: number, known: Partial<ListedMissedCall> = {}): ListedMissedCall => ({
  ...exampleListedMissedCall,
  id: `66f0a1b2c3d4e5f6010209${String(last).padStart(2, '0')}`,
  lead_name: `Raymond Okafor ${String(last)}`,
  ...known,
});

function openMissed(calls: ListedMissedCall[]) {
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
    testConnection: jest.fn<CallDesk['testConnection']>(),
    rate: jest.fn(),
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
  expect(heads).toEqual(['Number', 'Date (PT)', 'Voicemail', 'Call back']);
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

test('who kept a place in the queue to be called back, and was not, is marked', async () => {
  openMissed([missed(1, { callback: true }), missed(2)]);
  const row = await screen.findByTestId(`row-${missed(1).id}`);
  expect(within(row).getByText('Asked for a callback')).toBeVisible();
  expect(screen.getAllByText('Asked for a callback')).toHaveLength(1);
});

test('a caller without a number cannot be called back, and the button says why', async () => {
  const { pointer, desk } = openMissed([missed(1, { number: 'anonymous', lead_id: null, lead_name: '' })]);
  expect(await screen.findByText('No caller ID')).toBeVisible();
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
  const { voicemail: _none, ...call } = missed(2);
  await live.say('missedCallAdd', call);
  await waitFor(() => {
    expect(screen.getAllByRole('row')[1]).toHaveTextContent('Raymond Okafor 2');
  });
});

test('the voicemail of an unknown number is heard in its row, and counts as played', async () => {
  const { played } = fakeAudio();
  const voicemail = { id: exampleCustomerVoicemail.id, duration: 18, text: null, read: 0 } as const;
  const { pointer, server } = openMissed([
    missed(1, { lead_id: null, lead_name: '', number: '+12145550196', voicemail }),
    missed(2),
  ]);
  server
    .on(getCustomerVoicemail, answer(getCustomerVoicemail, { vm: exampleCustomerVoicemail }))
    .on(readVoicemail, answer(readVoicemail, { status: 'success', message: 'Voicemail read' }));
  await screen.findByText('(214) 555-0196');
  const [player, ...more] = screen.getAllByRole('group');
  expect(more).toEqual([]);
  expect(player).toHaveAccessibleName('the voicemail of (214) 555-0196');
  await pointer.click(screen.getByRole('button', { name: 'Play the voicemail of (214) 555-0196' }));
  await waitFor(() => {
    expect(server.calls(getCustomerVoicemail)[0]?.params).toEqual({ id: voicemail.id });
  });
  await waitFor(() => {
    expect(server.calls(readVoicemail)).toHaveLength(1);
  });
  expect(played).toHaveLength(1);
});

test('a voicemail that a guide hears of stands in the row of its call', async () => {
  const { live, server } = openMissed([missed(1)]);
  await screen.findByText('Raymond Okafor 1');
  const voicemail = { id: exampleCustomerVoicemail.id, duration: 18, text: null, read: 0 } as const;
  server.on(
    listMissedCalls,
    answer(listMissedCalls, { missedCalls: [missed(1, { voicemail })], totalCount: 1 }),
  );
  await live.say('voicemailChanged', { voicemail_id: voicemail.id, lead_id: exampleMissedCall.lead_id });
  expect(await screen.findByRole('group', { name: 'the voicemail of Raymond Okafor 1' })).toBeVisible();
});
