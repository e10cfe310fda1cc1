import { exampleLiveCall } from '@crm/contracts/entities/telephony.js';
import {
  exampleSupervisedCall,
  exampleSupervision,
  type Supervision,
} from '@crm/contracts/entities/supervision.js';
import { getLiveCall } from '@crm/contracts/http/calling.js';
import { changeUserStatus } from '@crm/contracts/http/account.js';
import {
  askForHelp,
  changeSupervision,
  getSupervision,
  listLiveCalls,
  stopSupervising,
  superviseCall,
  withdrawHelp,
} from '@crm/contracts/http/supervision.js';
import { calls } from '@crm/contracts/resources/call.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse, rows } from '../test/FakeServer.js';
import { openApp } from '../test/TestApp.js';

const admin = buildUser({ id: '66f0a1b2c3d4e5f601020309', role_id: 1, subroles: [] });
const done = { status: 'success', message: 'You are listening to Dana Reyes-Whitfield' } as const;
const free = { ...exampleSupervisedCall, supervisor: null };
const id = free.id;

const standing = (mode: Supervision['mode'], hold = false): Supervision => ({
  ...exampleSupervision,
  mode,
  call: { ...exampleSupervisedCall, hold, supervisor: { user_id: admin.id, name: 'Alex', mode } },
});

/** An admin on the page of calls, with one that goes on. */
async function openCalls(given: Partial<typeof exampleSupervisedCall> = {}) {
  const server = new FakeServer(admin)
    .on(calls.calls.list, rows(calls, []))
    .on(listLiveCalls, answer(listLiveCalls, { calls: [{ ...free, ...given }] }));
  const opened = openApp({ user: admin, server, path: '/calls' });
  await screen.findByRole('table', { name: 'Live calls' });
  return opened;
}
const listen = () => screen.getByRole('button', { name: 'Listen to Dana Reyes-Whitfield' });
const panel = async () => within(await screen.findByRole('region', { name: 'Supervision' }));

/** The admin listens: their device is rung, and takes the call. */
async function openListening() {
  const opened = await openCalls();
  const { server } = opened;
  server.on(superviseCall, answer(superviseCall, done));
  await opened.pointer.click(listen());
  await waitFor(() => {
    expect(server.calls(superviseCall)).toHaveLength(1);
  });
  server.on(getSupervision, answer(getSupervision, { supervision: standing('listen') }));
  const call = await opened.devices.last.isCalled({ supervises: id, mode: 'listen' });
  return { ...opened, call };
}

describe('an admin', () => {
  it('listens with a device that is there for it alone, muted, and without a call of their own', async () => {
    const opened = await openListening();
    expect(opened.server.calls(superviseCall)[0]).toMatchObject({ params: { id }, body: { mode: 'listen' } });
    const shown = await panel();
    expect(shown.getByText('Dana Reyes-Whitfield and Raymond Okafor')).toBeVisible();
    expect(shown.getByText('Nobody hears you')).toBeVisible();
    expect(shown.getByRole('timer')).toBeVisible();
    expect(opened.call.isMuted()).toBe(true);
    expect(screen.queryByRole('region', { name: 'The call' })).not.toBeInTheDocument();
    expect(screen.queryByText('ON THE CALL')).not.toBeInTheDocument();
    await opened.call.does('disconnect');
    expect(opened.server.calls(changeUserStatus)).toEqual([]);
    await waitFor(() => {
      expect(opened.devices.last.state).toBe('destroyed');
    });
  });

  it('whispers, joins and listens again by the keyboard: the microphone follows what the server says', async () => {
    const opened = await openListening();
    const { server, pointer, call } = opened;
    const shown = await panel();
    for (const [name, mode, text] of [
      ['Whisper', 'whisper', 'Only Dana Reyes-Whitfield hears you'],
      ['Join', 'join', 'Everybody hears you'],
      ['Listen', 'listen', 'Nobody hears you'],
    ] as const) {
      const before = call.isMuted();
      server
        .on(changeSupervision, () => {
          expect(call.isMuted()).toBe(before);
          return answer(changeSupervision, done)({} as never);
        })
        .on(getSupervision, answer(getSupervision, { supervision: standing(mode) }));
      act(() => {
        shown.getByRole('button', { name }).focus();
      });
      await pointer.keyboard(' ');
      expect(await shown.findByText(text)).toBeVisible();
      expect(call.isMuted()).toBe(mode === 'listen');
      expect(shown.getByRole('button', { name, pressed: true })).toBeVisible();
    }
    expect(server.calls(changeSupervision).map(({ body }) => body)).toEqual([
      { mode: 'whisper' },
      { mode: 'join' },
      { mode: 'listen' },
    ]);
  });

  it('leaves, and leaves although the server does not answer', async () => {
    const { server, pointer, call } = await openListening();
    const shown = await panel();
    server
      .on(stopSupervising, refuse({ code: 'unavailable', message: 'Try again' }))
      .on(getSupervision, answer(getSupervision, { supervision: null }));
    await pointer.click(shown.getByRole('button', { name: 'Leave' }));
    await waitFor(() => {
      expect(call.status()).toBe('closed');
    });
    await waitFor(() => {
      expect(screen.queryByRole('region', { name: 'Supervision' })).not.toBeInTheDocument();
    });
  });

  it('cannot speak while the customer is on hold, and is told so', async () => {
    const server = new FakeServer(admin).on(
      getSupervision,
      answer(getSupervision, { supervision: standing('listen', true) }),
    );
    const { pointer } = openApp({ user: admin, server });
    const shown = await panel();
    expect(shown.getByText('Nobody hears you · The customer is on hold')).toBeVisible();
    await pointer.click(shown.getByRole('button', { name: 'Join' }));
    expect(server.calls(changeSupervision)).toEqual([]);
  });

  it.each([
    [{ conference: false }, 'This call cannot be joined'],
    [{ hold: true }, 'The customer is on hold'],
    [{ supervisor: exampleSupervisedCall.supervisor }, 'Alex Morgan is in this call already'],
  ])('is told why a call cannot be supervised: %j', async (given, reason) => {
    const { pointer, server } = await openCalls(given);
    expect(listen()).toHaveAttribute('aria-disabled', 'true');
    expect(listen()).toHaveAccessibleDescription(reason);
    await pointer.click(listen());
    expect(server.calls(superviseCall)).toEqual([]);
  });

  it('is shown what the server refuses', async () => {
    const { pointer, server } = await openCalls();
    server.on(superviseCall, refuse({ code: 'conflict', message: 'Kim is in this call already' }));
    await pointer.click(listen());
    expect(await screen.findByText('Kim is in this call already')).toBeVisible();
  });

  it('is told that an agent asks for help, and listens from there; not of what was withdrawn', async () => {
    const { live, server, pointer } = await openCalls();
    await live.say('helpAsked', { call_id: id });
    await waitFor(() => {
      expect(server.calls(listLiveCalls).length).toBeGreaterThan(1);
    });
    expect(screen.queryByText(/asks for help/)).not.toBeInTheDocument();
    const asking = { ...free, help_asked_at: '2026-11-20T17:41:00.000Z' };
    server
      .on(listLiveCalls, answer(listLiveCalls, { calls: [asking] }))
      .on(superviseCall, answer(superviseCall, done));
    await live.say('helpAsked', { call_id: id });
    await screen.findByText(/Dana Reyes-Whitfield asks for help in the call with Raymond Okafor/);
    await pointer.click(screen.getByRole('button', { name: 'Listen' }));
    await waitFor(() => {
      expect(server.calls(superviseCall)[0]).toMatchObject({ params: { id }, body: { mode: 'listen' } });
    });
  });
});

describe('an agent', () => {
  const call = { ...exampleLiveCall, connectedAt: new Date().toISOString() };
  async function openTalking(given: Partial<typeof call> = {}) {
    const agent = buildUser({ id: call.user_id });
    const server = new FakeServer(agent).on(
      getLiveCall,
      answer(getLiveCall, { call: { ...call, ...given } }),
    );
    const opened = openApp({ user: agent, server });
    const shown = within(await screen.findByRole('region', { name: 'The call' }));
    return { ...opened, shown };
  }

  it('asks for help, withdraws it, and is told that it comes', async () => {
    const { server, live, pointer, shown } = await openTalking();
    const said = { status: 'success', message: 'The supervisors were asked for help' } as const;
    server.on(askForHelp, answer(askForHelp, said)).on(withdrawHelp, answer(withdrawHelp, said));
    await pointer.click(shown.getByRole('button', { name: 'Help' }));
    expect(await screen.findByText(said.message)).toBeVisible();
    await live.say('callChanged', { ...call, help: 'asked', version: 8 });
    await pointer.click(shown.getByRole('button', { name: 'Help asked', pressed: true }));
    await waitFor(() => {
      expect(server.calls(withdrawHelp)).toHaveLength(1);
    });
    await live.say('callChanged', { ...call, help: 'coming', version: 9 });
    expect(shown.getByRole('button', { name: 'Help is on the way' })).toBeVisible();
  });

  it('sees who supervises the call, and how', async () => {
    const { live, shown } = await openTalking({ supervisor: exampleSupervisedCall.supervisor });
    expect(shown.getByText(/Alex Morgan is listening/)).toBeVisible();
    const supervisor = { user_id: admin.id, name: 'Alex Morgan', mode: 'join' } as const;
    await live.say('callChanged', { ...call, supervisor, version: 8 });
    expect(shown.getByText(/Alex Morgan is on the call/)).toBeVisible();
  });
});
