import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { exampleConference, exampleLiveCall, exampleSecond } from '@crm/contracts/entities/telephony.js';
import { changeUserStatus, setActive } from '@crm/contracts/http/account.js';
import { rateCall, sendCallQuality } from '@crm/contracts/http/call-quality.js';
import {
  addParticipant,
  dialOneByOne,
  getDialler,
  getLiveCall,
  handleHold,
  hangUpCall,
  transferCall,
} from '@crm/contracts/http/calling.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { startWork } from '@crm/contracts/http/work.js';
import { listSuitableAgents } from '@crm/contracts/http/agents.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildGuide, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openCallable, tooEarly, wayTo } from '../test/openCallable.js';
import { openLead } from '../test/openLead.js';
import { openApp } from '../test/TestApp.js';

const done = { status: 'success', message: 'Done' } as const;
const live = { ...exampleLiveCall, lead_id: exampleLifeLead.id, connectedAt: new Date().toISOString() };
const centre = async (opened: Awaited<ReturnType<typeof openCallable>>) => {
  const button = screen.getByRole('button', { name: 'Call centre' });
  await waitFor(() => {
    expect(button).not.toHaveAttribute('aria-disabled');
  });
  await opened.pointer.click(button);
  return within(await screen.findByRole('dialog', { name: 'Call centre' }));
};
const panel = async () => within(await screen.findByRole('region', { name: 'The call' }));

/** Answers whether a text has been shown since, also where it has hidden itself by now. */
function wasShown(text: string): () => boolean {
  let isSeen = false;
  new MutationObserver(() => {
    isSeen ||= document.body.textContent.includes(text);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => isSeen;
}

describe('the call centre', () => {
  it('calls a lead, and asks for its status when the call is over', async () => {
    const opened = await openCallable();
    const dialog = await centre(opened);
    expect(dialog.getByText('Be sure that you have connected microphone or headset!')).toBeVisible();
    expect(await dialog.findByText('Connected to the telephony provider')).toBeVisible();
    await opened.pointer.click(dialog.getByRole('radio', { name: 'Single' }));
    await opened.pointer.click(dialog.getByRole('button', { name: 'Call' }));
    expect(await dialog.findByText(/^Calling \(/)).toBeVisible();
    await waitFor(() => {
      expect(opened.devices.last.calls).toHaveLength(1);
    });
    expect(opened.devices.call.params).toMatchObject({ callType: 'single', lead_id: exampleLifeLead.id });
    await opened.devices.call.does('accept');
    expect(await dialog.findByText(/^Talking to/)).toBeVisible();
    await opened.pointer.click(dialog.getByRole('button', { name: 'Key 5' }));
    expect(opened.devices.call.pressed).toEqual(['5']);
    await opened.devices.call.reportsLine('warning', 'high-packet-loss');
    expect(dialog.getByText('Weak connection: words may be lost')).toBeInTheDocument();
    await opened.devices.call.reportsLine('reconnecting');
    expect(dialog.getByText('Connection lost. Reconnecting…')).toBeInTheDocument();
    await opened.devices.call.reportsLine('reconnected');
    await opened.devices.call.reportsLine('warning-cleared', 'high-packet-loss');
    expect(dialog.queryByText(/connection/i)).not.toBeInTheDocument();
    await opened.pointer.click(dialog.getByRole('button', { name: 'Hang up' }));
    expect(
      await screen.findByRole('region', { name: 'How did the call go?' }, { timeout: 3000 }),
    ).toBeVisible();
    expect(screen.queryByText('ON THE CALL')).not.toBeInTheDocument();
  });

  it('tells the server that a call is over only after it took in that it began, however soon it ends', async () => {
    const opened = await openCallable();
    const saved = answer(changeUserStatus, { status: 'success', message: 'Saved' });
    let claimDevice: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      claimDevice = resolve;
    });
    opened.server.on(changeUserStatus, async (call) => {
      await held;
      return saved(call);
    });
    const notified = () =>
      opened.server.calls(changeUserStatus).map(({ body }) => changeUserStatus.body?.parse(body));
    const dialog = await centre(opened);
    await dialog.findByText('Connected to the telephony provider');
    await opened.pointer.click(dialog.getByRole('button', { name: 'Call' }));
    await waitFor(() => {
      expect(notified()).toMatchObject([{ field: 'in_call', status: 1 }]);
    });
    await opened.devices.call.does('disconnect');
    expect(await dialog.findByText('Call ended.')).toBeVisible();
    expect(notified()).toHaveLength(1);
    claimDevice();
    await waitFor(() => {
      expect(notified()).toMatchObject([{ status: 1 }, { field: 'in_call', status: 0 }]);
    });
  });

  it('says that the microphone was refused', async () => {
    const opened = await openCallable();
    opened.devices.refusesMicrophone = true;
    const dialog = await centre(opened);
    await dialog.findByText('Connected to the telephony provider');
    await opened.pointer.click(dialog.getByRole('button', { name: 'Call' }));
    expect(await dialog.findByText('Call ended.')).toBeVisible();
    expect(await dialog.findByRole('alert')).toHaveTextContent('Microphone access is blocked');
    expect(
      screen.queryByRole('region', { name: 'How did the call go?', hidden: true }),
    ).not.toBeInTheDocument();
  });

  it('is off with the reason and the next time where the lead may not be called', async () => {
    const { pointer } = await openCallable({ ways: [wayTo(exampleLifeLead, 'phone', 'call', tooEarly)] });
    const button = screen.getByRole('button', { name: 'Call centre' });
    await waitFor(() => {
      expect(button).toHaveAttribute('aria-disabled', 'true');
    });
    await pointer.hover(button);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/Next allowed: .*CT, .*PT/);
  });

  it('is not there for a lead that is not interested', async () => {
    await openLead({ lead: { ...exampleLifeLead, status: 'notInterested' } });
    expect(screen.queryByRole('button', { name: 'Call centre' })).not.toBeInTheDocument();
  });
});

describe('a call of the dialler', () => {
  it('that turns out to be a machine is taken away: the guide is back at the leads, is asked nothing, and told whom the server dials next', async () => {
    const guide = buildGuide();
    const call = { ...live, user_id: guide.id, kind: 'dialler', conference: null } as const;
    const has: { call: typeof live | typeof call | null } = { call };
    const server = new FakeServer(guide).on(getDialler, (asked) =>
      answer(getDialler, { on: true, run: null, call: has.call })(asked),
    );
    const opened = await openLead({ user: guide, server });
    await waitFor(() => {
      expect(opened.devices.last.state).toBe('registered');
    });
    const line = await opened.devices.last.isCalled({ lead_id: exampleLifeLead.id });
    await line.does('accept');
    await opened.live.say('callChanged', call);
    expect(await screen.findByText('ON THE CALL')).toBeVisible();
    expect(server.calls(dialOneByOne)).toHaveLength(0);

    const wasTold = wasShown('Calling Ana Ruiz');
    // The carrier has the voicemail: it ends the guide's line, and the server says how the call came out.
    has.call = null;
    await act(async () => {
      await line.does('disconnect');
      await opened.live.say('callChanged', {
        ...call,
        state: 'ended',
        outcome: 'drop',
        version: call.version + 1,
      });
    });
    await opened.live.say('diallerNext', {
      ...{ guide_id: guide.id, on: true },
      ...{ status: 'success', message: 'Calling Ana Ruiz' },
    });
    await waitFor(() => {
      expect(wasTold()).toBe(true);
    });
    expect(opened.router.state.location.pathname).toBe('/guide/leads');
    expect(server.calls(dialOneByOne)).toHaveLength(0);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByText('ON THE CALL')).not.toBeInTheDocument();
    expect(server.calls(startWork)).toEqual([]);
  });
});

describe('a call that the server knows', () => {
  it('shows on every page, with the way to its lead, and says that it runs in another window', async () => {
    const opened = openApp({ user: buildUser() });
    opened.server
      .on(getLiveCall, answer(getLiveCall, { call: live }))
      .on(hangUpCall, answer(hangUpCall, done));
    expect(await screen.findByText('ON THE CALL')).toBeVisible();
    expect(screen.getByRole('link', { name: 'OPEN LEAD' })).toHaveAttribute('href', `/lead/${live.lead_id}`);
    const buttons = await panel();
    expect(buttons.getByText(/In another window/)).toBeVisible();
    expect(buttons.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-disabled', 'true');
    await opened.pointer.click(buttons.getByRole('button', { name: 'Hang up' }));
    await waitFor(() => {
      expect(opened.server.calls(hangUpCall)).toHaveLength(1);
    });
    await opened.live.say('callChanged', { ...live, version: 9, state: 'ended', outcome: 'completed' });
    await waitFor(() => {
      expect(screen.queryByText('ON THE CALL')).not.toBeInTheDocument();
    });
  });

  it('is held by the server, and shown so when the server says so', async () => {
    const opened = openApp({ user: buildUser() });
    opened.server
      .on(getLiveCall, answer(getLiveCall, { call: live }))
      .on(handleHold, answer(handleHold, done));
    const buttons = await panel();
    await opened.pointer.click(buttons.getByRole('button', { name: 'Hold' }));
    await waitFor(() => {
      expect(opened.server.calls(handleHold)[0]?.body).toMatchObject({ hold: true });
    });
    expect(buttons.getByRole('button', { name: 'Hold' })).toHaveAttribute('aria-pressed', 'false');
    await opened.live.say('setConfParams', { ...exampleConference, hold: true });
    expect(buttons.getByRole('button', { name: 'On hold' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText(/is on hold$/)).toBeInTheDocument();
  });

  it('takes a second participant in: one that rings can be hung up and not dialled twice', async () => {
    const opened = openApp({ user: buildUser() });
    opened.server
      .on(getLiveCall, answer(getLiveCall, { call: live }))
      .on(addParticipant, answer(addParticipant, done));
    const buttons = await panel();
    await opened.pointer.click(buttons.getByRole('button', { name: 'Add participant' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Dialpad' }));
    expect(dialog.getByRole('button', { name: 'Hang up' })).toHaveAttribute('aria-disabled', 'true');
    await opened.pointer.type(dialog.getByRole('textbox', { name: 'Phone number' }), '2145550118');
    expect(dialog.getByText('13 / 13')).toBeVisible();
    await opened.pointer.click(dialog.getByRole('button', { name: 'Dial' }));
    await waitFor(() => {
      expect(opened.server.calls(addParticipant)[0]?.body).toMatchObject({
        number: '+12145550118',
        lead_id: exampleConference.conferenceSid,
      });
    });
    await opened.live.say('setSecondParticipiantParams', exampleSecond);
    expect(dialog.getByRole('button', { name: 'Dial' })).toHaveAttribute('aria-disabled', 'true');
    expect(dialog.getByRole('button', { name: 'Hang up' })).not.toHaveAttribute('aria-disabled');
  });

  it('is handed on: the agent leaves once the other is on the call', async () => {
    const opened = openApp({ user: buildUser() });
    opened.server
      .on(getLiveCall, answer(getLiveCall, { call: { ...live, lead_id: null, second: exampleSecond } }))
      .on(transferCall, answer(transferCall, done));
    const buttons = await panel();
    await opened.pointer.click(buttons.getByRole('button', { name: 'Transfer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Transfer the call' }));
    expect(dialog.getByRole('button', { name: 'Leave the call' })).toHaveAttribute('aria-disabled', 'true');
    await opened.live.say('setSecondParticipiantParams', { ...exampleSecond, state: 'on' });
    await opened.pointer.click(dialog.getByRole('button', { name: 'Leave the call' }));
    await waitFor(() => {
      expect(opened.server.calls(transferCall)[0]?.body).toEqual({ leave: true });
    });
  });

  it('is offered to those alone who are online and licensed for the state and type of the lead', async () => {
    const opened = openApp({ user: buildUser() });
    const colleague = (fullname: string, line: 'life' | 'health', until: string | null) =>
      buildUser({
        ...{ id: fullname.padEnd(24, '0').replace(/[^0-9a-f]/g, 'a'), fullname, online: 1 },
        licences: [{ state: exampleLifeLead.state ?? 'TX', line, from: '2020-01-01', until }],
      });
    opened.server
      .on(getLiveCall, answer(getLiveCall, { call: { ...live, second: null } }))
      .on(restGetLead, answer(restGetLead, exampleLifeLead))
      .on(
        listSuitableAgents,
        answer(listSuitableAgents, {
          agents: [
            colleague('Able Life', 'life', null),
            colleague('Only Health', 'health', null),
            colleague('Ended Life', 'life', '2020-12-31'),
          ],
        }),
      );
    await opened.pointer.click((await panel()).getByRole('button', { name: 'Transfer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Transfer the call' }));
    expect(await dialog.findByText('Able Life')).toBeVisible();
    for (const name of ['Only Health', 'Ended Life']) expect(dialog.queryByText(name)).toBeNull();
  });

  it.each([
    ['a colleague', 'Priya Sandoval', 0],
    ['a number', exampleSecond.number, 1],
  ])('handed over to %s, the status is asked of whoever has the lead', async (_whom, number, asked) => {
    const opened = await openCallable();
    const dialog = await centre(opened);
    await opened.pointer.click(dialog.getByRole('button', { name: 'Call' }));
    await waitFor(() => {
      expect(opened.devices.last.calls).toHaveLength(1);
    });
    await opened.devices.call.does('accept');
    await opened.live.say('callChanged', { ...live, second: { ...exampleSecond, number, state: 'on' } });
    opened.server.on(transferCall, answer(transferCall, done));
    await opened.pointer.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
    await opened.pointer.click((await panel()).getByRole('button', { name: 'Transfer' }));
    const transfer = within(await screen.findByRole('dialog', { name: 'Transfer the call' }));
    await opened.pointer.click(transfer.getByRole('button', { name: 'Leave the call' }));
    await opened.devices.call.does('disconnect');
    await waitFor(() => {
      expect(screen.queryByRole('region', { name: 'The call' })).toBeNull();
    });
    expect(screen.queryAllByRole('region', { name: 'How did the call go?' })).toHaveLength(asked);
  });
});

describe('the Online switch', () => {
  it('goes back to Offline where the token fails, and says so', async () => {
    const { callToken } = await import('@crm/contracts/http/calling.js');
    const opened = openApp({ user: buildUser() });
    opened.server
      .on(setActive, answer(setActive, { status: 'success', message: 'Saved' }))
      .on(callToken, refuse({ code: 'unavailable', message: 'No' }));
    const control = await screen.findByRole('switch');
    await waitFor(() => {
      expect(control).not.toHaveAttribute('aria-disabled', 'true');
    });
    await opened.pointer.click(control);
    expect(await screen.findByText('Connection lost...')).toBeVisible();
    await waitFor(() => {
      expect(opened.server.calls(setActive).map(({ body }) => (body as { active: number }).active)).toEqual([
        1, 0,
      ]);
    });
    expect(control).not.toBeChecked();
    const said = await screen.findByText('Saved');
    expect(said.closest('[data-type]')).toHaveAttribute('data-type', 'warning');
  });

  it('is busy on Online until the device is registered and the server connects who calls', async () => {
    const user = buildUser();
    const opened = openApp({ user });
    opened.server.on(setActive, answer(setActive, { status: 'success', message: 'Saved' }));
    const control = await screen.findByRole('switch');
    await waitFor(() => {
      expect(control).not.toHaveAttribute('aria-disabled', 'true');
    });
    expect(control).toHaveAttribute('aria-busy', 'false');
    await opened.pointer.click(control);
    await waitFor(() => {
      expect(opened.devices.last.state).toBe('registered');
    });
    expect(control).toBeChecked();
    expect(control).toHaveAttribute('aria-busy', 'true');
    const since = new Date().toISOString();
    await opened.live.say('agentState', {
      user_id: user.id,
      state: 'ready',
      reason: null,
      since,
      until: null,
    });
    await waitFor(() => {
      expect(control).toHaveAttribute('aria-busy', 'false');
    });
  });

  it('stays on Online where a fresh token is refused after a call and the old one still serves', async () => {
    const { callToken } = await import('@crm/contracts/http/calling.js');
    const opened = openApp({ user: buildUser({ active: 1, online: 1 }) });
    await waitFor(() => {
      expect(opened.devices.made).toHaveLength(1);
    });
    await waitFor(() => {
      expect(opened.devices.last.state).toBe('registered');
    });
    const call = await opened.devices.last.isCalled({ From: '+12145550117' });
    expect(await screen.findByRole('switch', { name: 'Offline' })).not.toBeChecked();
    const asked = opened.server.calls(callToken).length;
    opened.server.on(callToken, refuse({ code: 'unavailable', message: 'No' }));
    await call.does('disconnect');
    await waitFor(() => {
      expect(opened.server.calls(callToken)).toHaveLength(asked + 1);
    });
    expect(await screen.findByRole('switch', { name: 'Online' })).toBeChecked();
    expect(screen.queryByText('Connection lost...')).toBeNull();
    expect(opened.server.calls(setActive)).toEqual([]);
  });

  it('stands on Offline during a call that came in and was taken by itself', async () => {
    const opened = openApp({ user: buildUser({ active: 1, online: 1 }) });
    await waitFor(() => {
      expect(opened.devices.made).toHaveLength(1);
    });
    await waitFor(() => {
      expect(opened.devices.last.state).toBe('registered');
    });
    const call = await opened.devices.last.isCalled({ From: '+12145550117' });
    expect(call.status()).toBe('open');
    expect(await screen.findByRole('switch', { name: 'Offline' })).not.toBeChecked();
    expect(await screen.findByText('ON THE CALL')).toBeVisible();
    await call.does('disconnect');
    expect(await screen.findByRole('switch', { name: 'Online' })).toBeChecked();
  });
});

describe('the connection', () => {
  const online = async (given: { failure?: number; loss?: number } = {}) => {
    const opened = openApp({ user: buildUser({ active: 1, online: 1 }) });
    if (given.failure !== undefined) opened.tests.failure = given.failure;
    if (given.loss !== undefined) {
      const { sound } = opened.tests.report;
      opened.tests.report = { ...opened.tests.report, sound: sound && { ...sound, loss: given.loss } };
    }
    await waitFor(
      () => {
        expect(opened.tests.made).toEqual([{ isAudible: false, isStopped: false }]);
      },
      { timeout: 10_000 },
    );
    return opened;
  };

  it('is tested silently once in a session, and nothing is said of a good one', async () => {
    const { devices, tests } = await online();
    await devices.last.says('unregistered');
    await devices.last.says('registered');
    expect(screen.queryByText(/connection is/)).toBeNull();
    expect(tests.made).toHaveLength(1);
    expect(sessionStorage.length).toBe(1);
  });

  it.each([
    ['poor', { loss: 2.4 }, /usable for calls, but not good. 2.4% of the sound is lost/],
    ['shut off', { failure: 53405 }, /not usable for calls. No sound came through/],
    ['without a microphone', { failure: 31401 }, /may not use your microphone. Allow it/],
  ])('that is %s is said, with what to do', async (_what, given, words) => {
    await online(given);
    expect(await screen.findByText(words)).toHaveTextContent('Test again under Settings, Sound.');
  });

  it('is tested no further when somebody calls', async () => {
    const opened = openApp({ user: buildUser({ active: 1, online: 1 }) });
    opened.tests.isHeld = new Promise(() => undefined);
    await waitFor(
      () => {
        expect(opened.tests.made).toHaveLength(1);
      },
      { timeout: 10_000 },
    );
    await opened.devices.last.isCalled({ From: '+12145550117' });
    await waitFor(() => {
      expect(opened.tests.made).toEqual([{ isAudible: false, isStopped: true }]);
    });
  });
});

describe('the sound of a call', () => {
  const talked = async () => {
    const opened = await openCallable();
    const dialog = await centre(opened);
    await opened.pointer.click(dialog.getByRole('button', { name: 'Call' }));
    await waitFor(() => {
      expect(opened.devices.last.calls).toHaveLength(1);
    });
    await opened.devices.call.does('accept');
    await opened.live.say('callChanged', live);
    await opened.devices.call.sounds(3.2);
    await opened.devices.call.does('disconnect');
    const status = await screen.findByRole('region', { name: 'How did the call go?' }, { timeout: 3000 });
    const rating = within(await screen.findByRole('region', { name: 'How was the sound?' }));
    return { ...opened, status, rating };
  };

  it('is sent, and asked about beside the outcome, which keeps the focus', async () => {
    const { server, pointer, rating, status, devices } = await talked();
    expect(server.calls(sendCallQuality).map(({ params, body }) => [params['id'], body])).toMatchObject([
      [live.id, { samples: 1, mos: 3.2, leg: devices.call.parameters['CallSid'] }],
    ]);
    await waitFor(() => {
      expect(status).toContainElement(document.activeElement as HTMLElement);
    });
    await pointer.click(rating.getByRole('button', { name: 'The sound was bad' }));
    const why = within(screen.getByRole('region', { name: 'What was wrong with it?' }));
    await pointer.click(why.getByRole('button', { name: 'Echo' }));
    expect(status).toContainElement(document.activeElement as HTMLElement);
    expect(server.calls(rateCall).map(({ body }) => body)).toMatchObject([
      { thumb: 'bad', issue: null },
      { thumb: 'bad', issue: 'echo' },
    ]);
    expect(devices.call.feedback).toEqual([[1], [1, 'echo']]);
    expect(screen.queryByRole('region', { name: 'What was wrong with it?' })).toBeNull();
    expect(status).toBeVisible();
  });

  it('that was good takes one click; that nobody rates is not asked about in the next call', async () => {
    const { server, pointer, rating } = await talked();
    await pointer.click(rating.getByRole('button', { name: 'The sound was good' }));
    expect(server.calls(rateCall).map(({ body }) => body)).toMatchObject([{ thumb: 'good', issue: null }]);
    expect(screen.queryByRole('region', { name: 'How was the sound?' })).toBeNull();
  });
});

describe('a page that goes in a call', () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('is asked about by the browser, and by nothing without one', async () => {
    const opened = openApp({ user: buildUser({ active: 1, online: 1 }) });
    await waitFor(() => {
      expect(opened.devices.made).toHaveLength(1);
    });
    expect(isAsked()).toBe(false);
    const call = await opened.devices.last.isCalled({ From: '+12145550117' });
    expect(isAsked()).toBe(true);
    await call.does('disconnect');
    expect(isAsked()).toBe(false);
  });

  it('comes back saying that the call ended, and asks for the status of its lead', async () => {
    const user = buildUser();
    const remembered = {
      ...{ user_id: user.id, id: live.id, leadId: exampleLifeLead.id, name: 'Raymond Okafor' },
      ...{ number: live.number, kind: 'single', direction: 'outbound' },
    };
    sessionStorage.setItem('call.here', JSON.stringify(remembered));
    await openLead({ user });
    expect(
      await screen.findByText('Your call with Raymond Okafor ended when the page was reloaded'),
    ).toBeVisible();
    expect(
      await screen.findByRole('region', { name: 'How did the call go?' }, { timeout: 3000 }),
    ).toBeVisible();
    expect(sessionStorage.getItem('call.here')).toBeNull();
  });
});
