import { goodLine } from '../calling/line-trouble.rules.js';
import { exampleLiveCall, type DiallerState, type NextDial } from '@crm/contracts/entities/telephony.js';
import { changeUserStatus } from '@crm/contracts/http/account.js';
import { dialOneByOne, getDialler } from '@crm/contracts/http/calling.js';
import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { CallingProvider, createCallingStore, type CallHere, type EndedCall } from '../calling/calling.js';
import { GuideActions } from '../guide/GuideActions.js';
import { ListContextProvider, useList, type RaRecord } from 'react-admin';
import { buildGuide } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import { CueProvider } from './cue.js';
import DiallerKeeper, { dialAfterMs } from './DiallerKeeper.js';

const guide = buildGuide();
const off: DiallerState = { on: false, run: null, call: null };
const call = { ...exampleLiveCall, user_id: guide.id, kind: 'dialler' } as const;
const over: EndedCall = {
  direction: 'inbound',
  talkedMs: null,
  kind: 'dialler',
  number: call.number,
  leadId: call.lead_id,
  hasBegun: true,
};

const incoming: CallHere = {
  direction: 'inbound',
  kind: 'dialler',
  number: call.number,
  name: '',
  leadId: call.lead_id,
  state: 'open',
  isMuted: false,
  line: goodLine,
  openedAt: 0,
};

const Actions = () => (
  <ListContextProvider value={useList<RaRecord>({ data: [] })}>
    <GuideActions />
  </ListContextProvider>
);

async function openDialler({ state = off, restart = false } = {}) {
  const has = { state };
  const server = new FakeServer(guide)
    .on(getDialler, (asked) => answer(getDialler, has.state)(asked))
    .on(changeUserStatus, (asked) => {
      const { status } = asked.body as { status: 0 | 1 };
      has.state = { ...has.state, on: status === 1 };
      return answer(changeUserStatus, { status: 'success', message: 'Saved' })(asked);
    })
    .on(
      dialOneByOne,
      answer(dialOneByOne, { status: 'success', message: 'Calling Raymond Okafor', AD_restart: restart }),
    );
  const cue = { start: jest.fn(), stop: jest.fn() };
  const calling = createCallingStore();
  const part = (
    <CallingProvider value={calling}>
      <CueProvider value={cue}>
        <DiallerKeeper />
        <Actions />
      </CueProvider>
    </CallingProvider>
  );
  const opened = openPart(part, { user: guide, server, path: '/lead/66f0a1b2c3d4e5f601020399' });
  const toggle = await screen.findByRole('button', {
    name: state.on ? 'Stop AutoDialler' : 'Start AutoDialler',
  });
  await waitFor(() => {
    expect(toggle).toBeEnabled();
  });
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const press = (name: string) =>
    act(async () => {
      screen.getByRole('button', { name }).click();
      await jest.advanceTimersByTimeAsync(10);
    });
  const dialled = () => server.calls(dialOneByOne).length;
  const saved = () => server.calls(changeUserStatus).map(({ body }) => (body as { status: number }).status);
  return { ...opened, server, has, cue, calling, pass, press, dialled, saved };
}

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => {
  jest.useRealTimers();
});

test('switched on, it dials after a second, plays the cue and says whom it calls', async () => {
  const { press, pass, dialled, saved, cue, server, calling } = await openDialler();
  await press('Start AutoDialler');
  expect(saved()).toEqual([1]);
  expect(calling.get().isDialling).toBe(true);
  expect(calling.get().wanted).toBe(1);
  await pass(dialAfterMs - 200);
  expect(dialled()).toBe(0);
  await pass(300);
  expect(server.calls(dialOneByOne)[0]?.body).toEqual({ guide_id: guide.id });
  expect(cue.start).toHaveBeenCalledTimes(1);
  expect(await screen.findByText('Calling Raymond Okafor')).toBeVisible();
  await pass(5 * dialAfterMs);
  expect(dialled()).toBe(1);
});

test('goes on at once where the answer says so', async () => {
  const { press, pass, dialled } = await openDialler({ restart: true });
  await press('Start AutoDialler');
  await pass(dialAfterMs + 50);
  expect(dialled()).toBe(1);
  await pass(dialAfterMs + 50);
  expect(dialled()).toBe(2);
});

test('any other answer switches it off, saves that, stops the cue and is said', async () => {
  const { press, pass, saved, cue, server, dialled } = await openDialler();
  server.on(dialOneByOne, refuse({ code: 'not_found', message: 'No leads to call' }));
  await press('Start AutoDialler');
  await pass(dialAfterMs + 50);
  expect(await screen.findByText('No leads to call')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Start AutoDialler' })).toBeVisible();
  expect(saved()).toEqual([1, 0]);
  expect(cue.start).not.toHaveBeenCalled();
  await pass(5 * dialAfterMs);
  expect(dialled()).toBe(1);
});

test('switched off before its second is over, it dials nobody', async () => {
  const { press, pass, dialled, saved, calling } = await openDialler();
  await press('Start AutoDialler');
  await press('Stop AutoDialler');
  await pass(2 * dialAfterMs);
  expect(dialled()).toBe(0);
  expect(saved()).toEqual([1, 0]);
  expect(calling.get()).toMatchObject({ isDialling: false, wanted: 0 });
});

test('a word of the server restarts it, and a run that was chosen starts it', async () => {
  const { live, pass, dialled } = await openDialler();
  await live.say('restartAd', { guide_id: '66f0a1b2c3d4e5f6010203ff' });
  await pass(2 * dialAfterMs);
  expect(dialled()).toBe(0);
  await live.say('restartAd', { guide_id: guide.id });
  await live.say('restartAd', { guide_id: guide.id });
  expect(await screen.findByRole('button', { name: 'Stop AutoDialler' })).toBeVisible();
  await pass(dialAfterMs + 50);
  expect(dialled()).toBe(1);
});

test('the guide’s own line lets the cue go on until the customer answers; any other incoming call stops it', async () => {
  const { live, press, pass, cue, calling } = await openDialler();
  await press('Start AutoDialler');
  await pass(dialAfterMs - 200);
  act(() => {
    calling.incoming.notify(incoming);
  });
  await pass(300);
  calling.set({ here: incoming });
  expect(cue.start).toHaveBeenCalledTimes(1);
  expect(cue.stop).not.toHaveBeenCalled();
  await live.say('callChanged', { ...call, state: 'talking' });
  expect(cue.stop).toHaveBeenCalledTimes(1);
  act(() => {
    calling.incoming.notify({ ...incoming, kind: 'single' });
  });
  expect(cue.stop).toHaveBeenCalledTimes(2);
});

const next: NextDial = {
  ...{ guide_id: guide.id, on: true },
  ...{ status: 'success', message: 'Calling Carla Benítez' },
};

test('when a call is over the guide is back at the leads, and told whom the server dials next', async () => {
  const { live, pass, dialled, cue, calling, router } = await openDialler({
    state: { on: true, run: null, call },
  });
  await pass(2 * dialAfterMs);
  expect(dialled()).toBe(0);
  await live.say('callChanged', { ...call, state: 'ended', outcome: 'completed' });
  expect(cue.stop).toHaveBeenCalled();
  await act(async () => {
    calling.ended.notify(over);
  });
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/guide/leads');
  });
  await pass(2 * dialAfterMs);
  await live.say('diallerNext', next);
  expect(await screen.findByText('Calling Carla Benítez')).toBeVisible();
  expect(cue.start).toHaveBeenCalledTimes(1);
  expect(dialled()).toBe(0);
});

test('the server that finds nobody left has switched it off: the window says why, and saves nothing', async () => {
  const { live, saved, cue, pass, dialled } = await openDialler({ state: { on: true, run: null, call } });
  await live.say('diallerNext', {
    ...next,
    ...{ on: false, status: 'info', message: 'No leads to call' },
  });
  expect(await screen.findByText('No leads to call')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Start AutoDialler' })).toBeVisible();
  await pass(2 * dialAfterMs);
  expect([saved(), dialled()]).toEqual([[], 0]);
  expect(cue.start).not.toHaveBeenCalled();
});

test('what the server dials for somebody else, or once the dialler is off, is not told', async () => {
  const { live, cue, press, has } = await openDialler({ state: { on: true, run: null, call } });
  await live.say('diallerNext', { ...next, guide_id: '66f0a1b2c3d4e5f6010203ff' });
  await press('Stop AutoDialler');
  expect(has.state.on).toBe(false);
  await live.say('diallerNext', next);
  expect(screen.queryByText('Calling Carla Benítez')).toBeNull();
  expect(cue.start).not.toHaveBeenCalled();
  expect(await screen.findByRole('button', { name: 'Start AutoDialler' })).toBeVisible();
});

test('the server that dials first spares the request that an answer asked for', async () => {
  const { live, press, pass, dialled } = await openDialler({ restart: true });
  await press('Start AutoDialler');
  await pass(dialAfterMs + 50);
  await live.say('diallerNext', next);
  await pass(2 * dialAfterMs);
  expect(dialled()).toBe(1);
});

test('a window that no call comes to for long reads how the dialler is: it may have missed that it is off', async () => {
  const { has, pass } = await openDialler({ state: { on: true, run: null, call: null } });
  has.state = { ...has.state, on: false };
  await pass(21_000);
  expect(await screen.findByRole('button', { name: 'Start AutoDialler' })).toBeVisible();
});

test('a call that ends while the dialler is off leads nowhere', async () => {
  const { calling, router, pass, dialled } = await openDialler();
  await act(async () => {
    calling.ended.notify(over);
  });
  await pass(2 * dialAfterMs);
  expect(dialled()).toBe(0);
  expect(router.state.location.pathname).toBe('/lead/66f0a1b2c3d4e5f601020399');
});

test('closing the window switches it off', async () => {
  const { saved } = await openDialler({ state: { on: true, run: null, call } });
  act(() => {
    window.dispatchEvent(new Event('pagehide'));
  });
  expect(saved()).toEqual([0]);
});
