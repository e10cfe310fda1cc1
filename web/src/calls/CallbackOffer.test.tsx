import { screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { exampleCallbackOffer, type CallbackOffer as Offer } from '@crm/contracts/entities/telephony.js';
import { declineCallback, getCallbackOffer } from '@crm/contracts/http/callbacks.js';
import { CallingProvider, createCallingStore, type CallDesk } from '../calling/calling.js';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import { CallbackOffer } from './CallbackOffer.js';

const offered = (): Offer => ({
  ...exampleCallbackOffer,
  until: new Date(Date.now() + 30_000).toISOString(),
});

function openOffer(offer: Offer | null = null) {
  const user = buildUser();
  const server = new FakeServer(user)
    .on(getCallbackOffer, answer(getCallbackOffer, { offer }))
    .on(declineCallback, answer(declineCallback, { status: 'success', message: 'Passed on' }));
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
      <CallbackOffer />
    </CallingProvider>
  );
  return { ...openPart(page, { user, server, path: '/life' }), desk };
}
const dialog = () => screen.findByRole('alertdialog', { name: 'Call back Raymond Okafor' });
const isGone = () =>
  waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

test('an agent who is asked to call back does so with one click', async () => {
  const { live, pointer, desk, server } = openOffer();
  await waitFor(() => {
    expect(server.calls(getCallbackOffer)).toHaveLength(1);
  });
  await live.say('callbackOffered', offered());
  const asked = within(await dialog());
  expect(asked.getByText('(214) 555-0117')).toBeVisible();
  expect(asked.getByText(/^Called at 11\/20\/2026 8:12 AM/)).toBeVisible();
  expect(asked.getByText(/^(29|30) s left$/)).toBeVisible();
  await pointer.click(asked.getByRole('button', { name: 'Call' }));
  expect(desk.call).toHaveBeenCalledWith({
    number: '+12145550117',
    leadId: exampleCallbackOffer.lead_id,
    kind: 'single',
  });
  // The server says that the call was placed.
  await live.say('callbackOffered', null);
  await isGone();
});

test('after a reload they are asked still, until it is somebody else’s turn', async () => {
  const { live } = openOffer(offered());
  await dialog();
  await live.say('callbackOffered', null);
  await isGone();
});

test('it is passed on to the next agent', async () => {
  const { pointer, desk, server } = openOffer(offered());
  await pointer.click(within(await dialog()).getByRole('button', { name: 'Pass on' }));
  await isGone();
  expect(server.calls(declineCallback)[0]?.params).toEqual({ id: exampleCallbackOffer.call_id });
  expect(desk.call).not.toHaveBeenCalled();
});
