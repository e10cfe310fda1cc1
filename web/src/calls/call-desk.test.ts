import { exampleLiveCall } from '@crm/contracts/entities/telephony.js';
import { FakeDevices, FakeTests } from '../test/FakeDevice.js';
import { memoryStorage } from '../test/memory-storage.js';
import { createCallDesk, type DeskServer } from './call-desk.js';
import { shownCall } from './call-shown.rules.js';
import type { DeviceClaim } from './device-claim.js';
import { createCallingStore, type EndedCall } from '../calling/calling.js';
import type { SoundChoice } from '../sound/sound-choice.js';
import { createCallMemory } from './reloaded-call.js';
import { goodLine } from '../calling/line-trouble.rules.js';

const leadId = exampleLiveCall.lead_id ?? '';
const wanted = { number: '+12145550117', leadId, kind: 'single' } as const;
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const free = { take: async () => () => undefined, giveUp: () => undefined, isTaken: async () => false };
const elsewhere = { ...free, take: () => Promise.resolve(undefined), isTaken: async () => true };

const setUp = ({
  active = 0,
  claim = free,
  sound = { input: null, output: null },
  storage = memoryStorage(),
}: { active?: 0 | 1; claim?: DeviceClaim; sound?: SoundChoice; storage?: Storage } = {}) => {
  const store = createCallingStore();
  const ended: EndedCall[] = [];
  store.ended.add((call) => ended.push(call));
  const devices = new FakeDevices();
  const person = { id: exampleLiveCall.user_id, active };
  const done: string[] = [];
  const has = { token: true, work: true };
  const server: DeskServer = {
    token: async () => {
      done.push('token');
      if (!has.token) throw new Error('no token');
      return { provider: 'sim', token: `token ${String(done.length)}`, url: 'ws://carrier' };
    },
    setActive: async (value) => {
      done.push(`active ${String(value)}`);
      person.active = value;
      return true;
    },
    setInCall: (value) => done.push(`in call ${String(value)}`),
    startWork: async () => {
      done.push('work');
      return has.work;
    },
    hangUp: (id) => done.push(`hang up ${id}`),
    endLost: (id) => done.push(`end ${id}`),
    testToken: async () => {
      if (!has.token) throw new Error('no token');
      return { provider: 'sim', token: 'test token', url: 'ws://carrier' };
    },
    sendQuality: (id, { leg, samples, mos }) =>
      done.push(`sound of ${id} ${leg} ${String(samples)} ${String(mos)}`),
    rate: (id, { leg, thumb, issue }) => done.push(`rate ${id} ${leg} ${thumb} ${String(issue)}`),
  };
  const tests = new FakeTests();
  const desk = createCallDesk({
    store,
    server,
    makeDevice: devices.make,
    runTest: tests.run,
    memory: createCallMemory(storage),
    claim,
    user: () => person,
    sound: () => sound,
    now: () => 7,
    pause: async (ms) => {
      done.push(`pause ${String(ms)}`);
    },
  });
  return { store, devices, tests, desk, done, has, ended, person, storage };
};

describe('the Online switch', () => {
  it('sets active, fetches a token and makes the device', async () => {
    const { desk, done, store, devices } = setUp();
    await desk.setOnline(true);
    await settle();
    expect(done).toEqual(['active 1', 'token']);
    expect(store.get().device).toBe('ready');
    await desk.setOnline(false);
    expect(devices.last.state).toBe('destroyed');
    // Release on purpose, it is not lost: nothing is said.
    expect(store.get()).toMatchObject({ device: 'off', isDialling: false, fault: undefined });
  });

  it('goes back to offline where no token is to be had', async () => {
    const { desk, done, store, has } = setUp();
    has.token = false;
    await desk.setOnline(true);
    await settle();
    await settle();
    expect(done).toEqual(['active 1', 'token', 'active 0']);
    expect(store.get()).toMatchObject({ device: 'lost', fault: { kind: 'connection-lost' } });
  });

  it('stays online where the page is left while the token is on its way', async () => {
    const { desk, done, has, store } = setUp();
    has.token = false;
    await desk.setOnline(true);
    // The browser breaks the question off before it tells the page that it goes.
    desk.leave();
    await settle();
    await settle();
    expect(done).toEqual(['active 1', 'token']);
    expect(store.get()).toMatchObject({ device: 'off', fault: undefined });
  });

  it('takes a fresh token before the old one ends', async () => {
    const { desk, devices } = setUp({ active: 1 });
    desk.sync();
    await settle();
    await devices.last.says('tokenWillExpire');
    await settle();
    expect(devices.last.tokens).toHaveLength(2);
  });

  it('takes a fresh token where the old one has ended, and says nothing', async () => {
    const { desk, devices, store } = setUp({ active: 1 });
    desk.sync();
    await settle();
    await devices.last.says('error', { code: 20104, message: '' });
    await settle();
    expect(devices.last.tokens).toHaveLength(2);
    expect(store.get().fault).toBeUndefined();
  });

  it('asks three times for a fresh token before it is given up', async () => {
    const { desk, devices, done, has, store } = setUp({ active: 1 });
    desk.sync();
    await settle();
    has.token = false;
    await devices.last.says('tokenWillExpire');
    for (let turn = 0; turn < 8; turn += 1) await settle();
    expect(done).toEqual(['token', 'token', 'pause 2000', 'token', 'pause 10000', 'token', 'active 0']);
    expect(store.get()).toMatchObject({ device: 'lost', fault: { kind: 'connection-lost' } });
  });

  it('ends no call for want of a token; after it the connection is lost, or has a token by then', async () => {
    for (const isBack of [false, true]) {
      const { desk, devices, done, has, store } = setUp({ active: 1 });
      desk.sync();
      await settle();
      await desk.call(wanted);
      await devices.call.does('accept');
      has.token = false;
      await devices.last.says('tokenWillExpire');
      for (let turn = 0; turn < 8; turn += 1) await settle();
      expect(devices.call.status()).toBe('open');
      expect([devices.last.state, store.get().device, done.includes('active 0')]).toEqual([
        'registered',
        'ready',
        false,
      ]);
      has.token = isBack;
      await devices.call.does('disconnect');
      for (let turn = 0; turn < 8; turn += 1) await settle();
      expect([store.get().device, done.includes('active 0')]).toEqual(
        isBack ? ['ready', false] : ['lost', true],
      );
      expect(store.get().fault?.kind).toBe(isBack ? undefined : 'connection-lost');
    }
  });

  it('leaves the device to another window that has it', async () => {
    const { desk, store, devices } = setUp({ active: 1, claim: elsewhere });
    desk.sync();
    await settle();
    expect(store.get().device).toBe('elsewhere');
    expect(devices.made).toEqual([]);
  });
});

describe('a call', () => {
  it('starts work, goes out, and leaves a fresh token behind for who is online', async () => {
    const { desk, done, devices, store, ended } = setUp({ active: 1 });
    desk.sync();
    await settle();
    await desk.call(wanted);
    expect(devices.call.params).toEqual({
      number: '+12145550117',
      lead_id: leadId,
      user_id: exampleLiveCall.user_id,
      callType: 'single',
    });
    await devices.call.does('ringing');
    expect(store.get().here).toMatchObject({ state: 'calling' });
    await devices.call.does('accept');
    expect(store.get().here).toMatchObject({ state: 'open', openedAt: 7 });
    desk.mute(true);
    desk.press('5');
    expect(store.get().here?.isMuted).toBe(true);
    expect(devices.call.pressed).toEqual(['5']);
    await devices.call.does('disconnect');
    await settle();
    expect(store.get()).toMatchObject({ here: undefined, hasEnded: true });
    expect(done).toEqual(['token', 'work', 'in call 1', 'in call 0', 'token']);
    expect(ended).toMatchObject([{ kind: 'single', leadId, hasBegun: true }]);
    await desk.call(wanted);
    expect(store.get().here?.isMuted).toBe(false);
  });

  it('knows how its line is, and the next one begins with a good one', async () => {
    const { desk, devices, store } = setUp();
    await desk.call(wanted);
    const { call } = devices;
    await call.does('accept');
    await call.reportsLine('warning', 'low-mos');
    await call.reportsLine('reconnecting');
    expect(store.get().here?.line).toEqual({ isReconnecting: true, warnings: ['low-mos'] });
    await call.reportsLine('reconnected');
    await call.reportsLine('warning-cleared', 'low-mos');
    expect(store.get().here?.line).toEqual(goodLine);
    await call.reportsLine('warning', 'high-rtt');
    await call.does('disconnect');
    await call.reportsLine('warning', 'low-mos');
    await desk.call(wanted);
    expect(store.get().here?.line).toEqual(goodLine);
  });

  it('is not made where work cannot start', async () => {
    const { desk, has, devices, store } = setUp();
    has.work = false;
    await desk.call(wanted);
    expect(store.get().here).toBeUndefined();
    expect(devices.made).toEqual([]);
  });

  it('ends at once with a refused microphone, which is said', async () => {
    const { desk, devices, store, ended } = setUp();
    devices.refusesMicrophone = true;
    await desk.call(wanted);
    await settle();
    expect(store.get()).toMatchObject({ here: undefined, fault: { kind: 'microphone-refused' } });
    expect(ended).toMatchObject([{ hasBegun: false }]);
  });

  it('is taken by itself when somebody calls, and stops what was waiting', async () => {
    const { desk, devices, store } = setUp({ active: 1 });
    const heard: string[] = [];
    store.incoming.add(({ number }) => heard.push(number));
    desk.sync();
    await settle();
    const call = await devices.last.isCalled({ From: '+12145550117', lead_id: leadId });
    expect(call.status()).toBe('open');
    expect(heard).toEqual(['+12145550117']);
    expect(store.get().here).toMatchObject({ direction: 'inbound', state: 'open', leadId });
  });

  it('that a colleague hands over shows the customer, not whose number rings', async () => {
    const { desk, devices, store } = setUp({ active: 1 });
    desk.sync();
    await settle();
    const notified = { lead_id: leadId, lead_name: 'Raymond Okafor', number: '+12145550117' };
    await devices.last.isCalled({ From: '+17375550100', ...notified });
    expect(shownCall(store.get())).toMatchObject({
      name: 'Raymond Okafor',
      number: '(214) 555-0117',
      leadId,
    });
  });

  describe('whose line is closed without a word while it rings', () => {
    const ringing = async () => {
      const made = setUp({ active: 1 });
      made.desk.sync();
      await settle();
      await made.desk.call(wanted);
      await made.devices.call.does('ringing');
      made.desk.changed({ ...exampleLiveCall, state: 'ringing', connectedAt: null });
      const first = made.devices.last;
      made.devices.last.isBusy = true;
      made.devices.call.ignore();
      return { ...made, first };
    };

    it.each([
      ['the device loses its connection', ({ first }) => first.says('unregistered')],
      ['the device tells of trouble', ({ first }) => first.says('error', { code: 31009, message: '' })],
      [
        'the server says that it ended',
        async ({ desk }) => {
          desk.changed({ ...exampleLiveCall, state: 'ended', outcome: 'canceled', version: 9 });
        },
      ],
      [
        'the server knows of none any more',
        async ({ desk }) => {
          desk.read(null);
        },
      ],
      [
        'somebody hangs up',
        async ({ desk }) => {
          desk.hangUp();
        },
      ],
    ] satisfies [string, (made: Awaited<ReturnType<typeof ringing>>) => Promise<void>][])(
      'is over once %s, and another call can be made',
      async (_what, happens) => {
        const made = await ringing();
        const { store, ended, desk, devices, first } = made;
        await happens(made);
        await settle();
        expect(store.get()).toMatchObject({ here: undefined, live: null, hasEnded: true });
        expect(ended).toMatchObject([{ hasBegun: true }]);
        await settle();
        // The old device takes its closed call for a live one.
        expect(first.state).toBe('destroyed');
        await desk.call(wanted);
        expect(store.get().here).toMatchObject({ state: 'calling' });
        expect(devices.made).toHaveLength(2);
      },
    );

    it('tells the server to hang up where somebody does, since the provider may not know', async () => {
      const { desk, done } = await ringing();
      desk.hangUp();
      expect(done).toContain(`hang up ${exampleLiveCall.id}`);
    });
  });

  it('whose end the server tells is over here too, though the line never says so', async () => {
    const { desk, devices, store } = setUp();
    await desk.call(wanted);
    desk.changed(exampleLiveCall);
    desk.changed({ ...exampleLiveCall, state: 'ended', outcome: 'completed', version: 9 });
    await settle();
    expect(devices.call.status()).toBe('closed');
    expect(store.get()).toMatchObject({ here: undefined, hasEnded: true });
  });

  it('that runs in another window is ended by the server', () => {
    const { desk, done } = setUp();
    desk.changed(exampleLiveCall);
    desk.hangUp();
    expect(done).toEqual([`hang up ${exampleLiveCall.id}`]);
  });

  it('that fails before the server told anything else of it is said to have failed, once it is over here', async () => {
    const { desk, devices, store, ended } = setUp();
    const failed = { ...exampleLiveCall, state: 'ended', outcome: 'failed', reason: '' } as const;
    await desk.call(wanted);
    desk.changed({ ...failed, id: '66f0a1b2c3d4e5f601020999', number: '+12145550199' });
    expect(store.get().last).toBeNull();
    desk.changed(failed);
    await devices.call.does('disconnect');
    expect(store.get()).toMatchObject({ hasEnded: true, last: { outcome: 'failed' } });
    expect(ended).toMatchObject([{ hasBegun: true, leadId }]);
    // A late word of it says nothing of the next one to the same number.
    await desk.call(wanted);
    desk.changed(failed);
    expect(store.get().last).toBeNull();
  });

  it('follows the server, never back to an older word, and ends with it', () => {
    const { desk, store } = setUp();
    desk.changed({ ...exampleLiveCall, version: 3 });
    desk.changed({ ...exampleLiveCall, version: 2, state: 'ringing' });
    expect(store.get().live?.state).toBe('talking');
    desk.changed({ ...exampleLiveCall, version: 4, state: 'ended', outcome: 'refused', reason: 'Too late' });
    expect(store.get()).toMatchObject({ live: null, last: { reason: 'Too late' } });
    desk.read({ ...exampleLiveCall, version: 3 });
    expect(store.get().live).toBeNull();
  });
});

describe('the chosen microphone and speaker', () => {
  const headset = { input: 'headset', output: 'headset' };
  const chosen = ['microphone headset', 'speaker headset'];

  it('are used by a call that goes out, and the microphone is let go behind it', async () => {
    const { desk, devices } = setUp({ active: 1, sound: headset });
    desk.sync();
    await settle();
    await desk.call(wanted);
    const { audio } = devices.last;
    expect(audio.was).toEqual(chosen);
    await devices.call.does('accept');
    await devices.call.does('disconnect');
    expect(audio.was).toEqual([...chosen, '-']);
    await desk.call(wanted);
    expect(audio.was.slice(3)).toEqual(['microphone headset']);
  });

  it('are there before a call that came in is taken; between calls of the dialler they stay', async () => {
    const { desk, devices, store } = setUp({ sound: headset });
    store.setDialling(true);
    desk.sync();
    await settle();
    const first = await devices.last.isCalled({});
    await settle();
    expect(first.status()).toBe('open');
    await first.does('disconnect');
    const second = await devices.last.isCalled({});
    expect(second.status()).toBe('open');
    expect(devices.last.audio.was).toEqual(chosen);
  });

  it('are the default ones where the chosen ones are not plugged in, and that is said', async () => {
    const { desk, devices, store } = setUp({ active: 1, sound: { input: 'gone', output: null } });
    desk.sync();
    await settle();
    await desk.call(wanted);
    expect(store.get().fault).toEqual({ kind: 'sound-device-missing', code: null });
    await devices.call.does('accept');
    expect(store.get().here).toMatchObject({ state: 'open' });
  });

  it('are found by their names where the browser gives them other ids than when they were chosen', async () => {
    const sound = { input: 'old in', inputName: 'Headset', output: 'old out', outputName: 'Headset' };
    const { desk, devices, store } = setUp({ active: 1, sound });
    desk.sync();
    await settle();
    const { audio } = devices.last;
    audio.has('headset', 'Headset');
    await desk.call(wanted);
    expect(audio.was).toEqual(chosen);
    expect(store.get().fault).toBeUndefined();
    await devices.call.does('accept');
    await devices.call.does('disconnect');
    await desk.call(wanted);
    expect(audio.was.slice(2)).toEqual(['-', 'microphone headset']);
  });

  it('that are unplugged in a call are said, and asked for again with the next', async () => {
    const { desk, devices, store } = setUp({ active: 1, sound: headset });
    desk.sync();
    await settle();
    const { audio } = devices.last;
    await audio.unplugs('headset');
    expect(store.get().fault).toBeUndefined();
    await desk.call(wanted);
    await devices.call.does('accept');
    await audio.unplugs('headset');
    expect(store.get().fault).toEqual({ kind: 'sound-device-lost', code: null });
    expect(store.get().here).toMatchObject({ state: 'open' });
    await devices.call.does('disconnect');
    await desk.call(wanted);
    expect(audio.was).toEqual([...chosen, ...chosen]);
  });

  it('that the system changes in a call are said, once names are known; a chosen one stays what it is', async () => {
    for (const [sound, fault] of [
      [
        { input: null, output: null },
        { kind: 'sound-device-changed', code: null },
      ],
      [headset, undefined],
    ] as const) {
      const { desk, devices, store } = setUp({ active: 1, sound });
      desk.sync();
      await settle();
      const { audio } = devices.last;
      await audio.defaultBecomes('');
      await desk.call(wanted);
      await devices.call.does('accept');
      await audio.defaultBecomes('Headset');
      await audio.defaultBecomes('Headset');
      expect(store.get().fault).toBeUndefined();
      await audio.defaultBecomes('Built-in microphone');
      expect(store.get().fault).toEqual(fault);
      expect(store.get().here).toMatchObject({ state: 'open' });
    }
  });

  it('are not waited for by a call that ended meanwhile', async () => {
    const { desk, devices } = setUp({ active: 1, sound: headset });
    desk.sync();
    await settle();
    const call = await devices.last.isCalled({});
    await call.does('cancel');
    await settle();
    expect(call.status()).toBe('closed');
  });
});

describe('the sound of a call', () => {
  const leg = 'CA00000000000000000000000000000007';
  const { id } = exampleLiveCall;

  it('is sent once it is over, with what the server calls it, and may be rated then', async () => {
    const { desk, devices, done, store } = setUp();
    await desk.call(wanted);
    desk.changed({ ...exampleLiveCall, state: 'ringing', connectedAt: null, version: 1 });
    await devices.call.does('accept');
    desk.changed({ ...exampleLiveCall, version: 2 });
    await devices.call.sounds(4.2);
    await devices.call.sounds(3.8);
    const { call } = devices;
    await call.does('disconnect');
    expect(done).toContain(`sound of ${id} ${leg} 2 4`);
    // A second that is late is none of it.
    await call.sounds(1);
    expect(store.get().rateable).toEqual({ id, name: exampleLiveCall.lead_name });
    desk.rate('bad', null);
    desk.rate('bad', 'echo');
    expect(done.filter((what) => what.startsWith('rate'))).toEqual([
      `rate ${id} ${leg} bad null`,
      `rate ${id} ${leg} bad echo`,
    ]);
    expect(call.feedback).toEqual([[1], [1, 'echo']]);
    await desk.call(wanted);
    expect(store.get().rateable).toBeNull();
  });

  it('is sent also where the server said first that the call ended, and as the page goes', async () => {
    for (const goes of ['ends', 'leaves'] as const) {
      const { desk, devices, done } = setUp();
      await desk.call(wanted);
      await devices.call.does('accept');
      desk.changed(exampleLiveCall);
      await devices.call.sounds(4);
      if (goes === 'ends')
        desk.changed({ ...exampleLiveCall, state: 'ended', outcome: 'completed', version: 9 });
      else desk.leave();
      await settle();
      expect(done.filter((what) => what.startsWith('sound'))).toEqual([`sound of ${id} ${leg} 1 4`]);
    }
  });

  it('is not asked about where nobody answered, or by the dialler', async () => {
    const { desk, devices, store, done } = setUp();
    await desk.call(wanted);
    await devices.call.does('accept');
    desk.changed({ ...exampleLiveCall, state: 'ringing', connectedAt: null });
    await devices.call.sounds(4);
    await devices.call.does('disconnect');
    expect(store.get().rateable).toBeNull();
    expect(done).toContain(`sound of ${id} ${leg} 1 4`);
    store.setDialling(true);
    const dialled = await devices.last.isCalled({});
    await settle();
    desk.changed({ ...exampleLiveCall, id: '66f0a1b2c3d4e5f601020998', kind: 'dialler' });
    await dialled.does('disconnect');
    expect(store.get().rateable).toBeNull();
  });
});

describe('a page that is reloaded in a call', () => {
  /** A window was in a call when its page went; the page that comes next has its memory. */
  const reload = async (has: { claim?: DeviceClaim; known?: boolean } = {}) => {
    const before = setUp();
    await before.desk.call(wanted);
    await before.devices.call.does('ringing');
    if (has.known !== false) before.desk.changed(exampleLiveCall);
    before.desk.leave();
    await settle();
    const { storage } = before;
    return setUp({ storage, ...(has.claim && { claim: has.claim }) });
  };
  const asked = [{ leadId, kind: 'conference', hasBegun: true, reloadedFrom: exampleLiveCall.lead_name }];

  it('says once that it ended, where the server knows of none any more', async () => {
    const { desk, ended, storage } = await reload();
    desk.read(null);
    desk.read(null);
    await settle();
    expect(ended).toMatchObject(asked);
    // Neither does the page after it.
    const next = setUp({ storage });
    next.desk.read(null);
    await settle();
    expect(next.ended).toEqual([]);
  });

  it('waits for the end of one that the server has still, and says so when it is told', async () => {
    const { desk, ended, done } = await reload();
    desk.read(exampleLiveCall);
    desk.changed({ ...exampleLiveCall, id: '66f0a1b2c3d4e5f601020997', state: 'ended', outcome: 'busy' });
    await settle();
    expect(ended).toEqual([]);
    desk.changed({ ...exampleLiveCall, state: 'ended', outcome: 'completed', version: 9 });
    await settle();
    expect(ended).toMatchObject(asked);
    expect(done).toEqual(['pause 5000', `end ${exampleLiveCall.id}`]);
  });

  it('knows the call by its number where the server had not told of it yet', async () => {
    const { desk, ended } = await reload({ known: false });
    desk.read({ ...exampleLiveCall, state: 'ringing', connectedAt: null });
    desk.changed({ ...exampleLiveCall, state: 'ended', outcome: 'canceled', version: 9 });
    await settle();
    expect(ended).toMatchObject([{ leadId, hasBegun: true, reloadedFrom: '(214) 555-0117' }]);
  });

  it('leaves it alone where another window is in it, whose copy this one is', async () => {
    const { desk, ended, done } = await reload({ claim: elsewhere });
    desk.read(exampleLiveCall);
    await settle();
    desk.changed({ ...exampleLiveCall, state: 'ended', outcome: 'completed', version: 9 });
    await settle();
    expect([ended, done]).toEqual([[], []]);
  });

  it('says nothing after a call that had not begun, one that ended before, or to somebody else', async () => {
    const before = setUp();
    await before.desk.call(wanted);
    before.desk.leave();
    expect(before.storage.length).toBe(0);
    const ended = setUp();
    await ended.desk.call(wanted);
    await ended.devices.call.does('ringing');
    await ended.devices.call.does('disconnect');
    expect(ended.storage.length).toBe(0);
    ended.storage.setItem('call.here', JSON.stringify({ user_id: 'somebody else' }));
    const next = setUp({ storage: ended.storage });
    next.desk.read(null);
    await settle();
    expect(next.ended).toEqual([]);
  });

  it('that the browser shows again as it was knows by itself what ended', async () => {
    const { desk, devices, ended, storage } = setUp();
    await desk.call(wanted);
    await devices.call.does('ringing');
    desk.leave();
    desk.back();
    await settle();
    expect(ended).toMatchObject([{ hasBegun: true }]);
    expect(storage.length).toBe(0);
  });
});

describe('a test of the connection', () => {
  const silent = { isAudible: false };

  it('is made with a token of its own, and answers what it measured', async () => {
    const { desk, tests, devices } = setUp();
    expect(await desk.testConnection(silent).report).toBe(tests.report);
    expect(tests.made).toEqual([{ ...silent, isStopped: false }]);
    expect(devices.made).toEqual([]);
  });

  it('fails with the provider, and where no token is to be had', async () => {
    const { desk, tests, has } = setUp();
    tests.failure = 53405;
    await expect(desk.testConnection(silent).report).rejects.toMatchObject({ code: 53405 });
    has.token = false;
    await expect(desk.testConnection(silent).report).rejects.toThrow('no token');
    expect(tests.made).toHaveLength(1);
  });

  it('can be stopped while it runs, and before it began', async () => {
    const { desk, tests } = setUp();
    const early = desk.testConnection(silent);
    early.stop();
    await expect(early.report).rejects.toThrow('stopped');
    expect(tests.made).toEqual([]);
    tests.isHeld = new Promise(() => undefined);
    const { stop, report } = desk.testConnection(silent);
    void report.catch(() => undefined);
    await settle();
    stop();
    expect(tests.made).toEqual([{ ...silent, isStopped: true }]);
  });
});
