import { createRequire } from 'node:module';
import { jest } from '@jest/globals';
import { qualityFigures, type QualityFigures } from '@crm/contracts/entities/call-quality.js';
import { exampleLiveCall } from '@crm/contracts/entities/telephony.js';
import { createCallingStore, type EndedCall } from '../../calling/calling.js';
import { verdictOf } from '../../calling/verdict.rules.js';
import type { SoundChoice } from '../../sound/sound-choice.js';
import { callSid, FakeProvider, installProvider } from '../../test/fake-provider.js';
import { memoryStorage } from '../../test/memory-storage.js';
import { createCallDesk } from '../call-desk.js';
import { createCallMemory } from '../reloaded-call.js';

// What these tests are about is the provider's own device and its calls. Its package is read as its CommonJS build: Node
// takes the other for one too.
const { machine } = installProvider();
const load = createRequire(import.meta.url) as (name: string) => object;
jest.unstable_mockModule('@twilio/voice-sdk', () => load('@twilio/voice-sdk'));
const { createTwilioDevice } = await import('./twilio-device.js');
const { startTwilioTest } = await import('./twilio-test.js');

const userId = exampleLiveCall.user_id;
const leadId = exampleLiveCall.lead_id ?? '';
const wanted = { number: '+12145550117', leadId, kind: 'single' } as const;
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const moment = () => pass(50);

let provider: FakeProvider;
beforeEach(() => {
  jest.useFakeTimers();
  // It logs what it meets, which here is trouble on purpose.
  for (const how of ['error', 'warn', 'info', 'debug', 'log'] as const)
    jest.spyOn(console, how).mockImplementation(() => undefined);
  provider = new FakeProvider();
  machine.isAllowed = true;
  machine.opened.splice(0);
  machine.plugs('Headset', 'Built-in');
});
afterEach(() => {
  jest.useRealTimers();
});

/** The desk of an agent who is online, with the provider's own device. */
async function online({
  storage = memoryStorage(),
  sound = { input: null, output: null },
}: { storage?: Storage; sound?: SoundChoice } = {}) {
  const store = createCallingStore();
  const ended: EndedCall[] = [];
  store.ended.add((call) => ended.push(call));
  const person = { id: userId, active: 1 as 0 | 1 };
  const asked = { tokens: 0, refusals: 0 };
  const sent: { leg: string; figures: QualityFigures }[] = [];
  const desk = createCallDesk({
    store,
    server: {
      token: async () => {
        if (asked.refusals > 0) {
          asked.refusals -= 1;
          throw new Error('no token');
        }
        asked.tokens += 1;
        return { provider: 'twilio', token: `token ${String(asked.tokens)}`, url: '' };
      },
      setActive: async (active) => {
        person.active = active;
        return true;
      },
      setInCall: () => undefined,
      startWork: async () => true,
      hangUp: () => undefined,
      endLost: () => undefined,
      testToken: async () => ({ provider: 'twilio', token: 'test token', url: '' }),
      sendQuality: (_id, { leg, ...figures }) => sent.push({ leg, figures }),
      rate: () => undefined,
    },
    makeDevice: async ({ token }) => createTwilioDevice(token),
    runTest: async ({ token }, manner) => startTwilioTest(token, manner),
    claim: { take: async () => () => undefined, giveUp: () => undefined, isTaken: async () => false },
    memory: createCallMemory(storage),
    user: () => person,
    sound: () => sound,
  });
  desk.sync();
  await moment();
  expect(store.get().device).toBe('ready');

  const call = async (until: 'rings' | 'talks') => {
    const invites = provider.count('invite');
    void desk.call(wanted);
    await moment();
    expect(provider.count('invite')).toBe(invites + 1);
    provider.rings();
    await moment();
    if (until === 'talks') provider.answers();
    await moment();
    expect(store.get().here).toMatchObject({ state: until === 'talks' ? 'open' : 'calling' });
  };
  /** What must be so after every trouble: nothing is left of the call, and the next one works to its end. */
  const isUsable = async () => {
    expect(store.get()).toMatchObject({ here: undefined, live: null });
    await call('talks');
    const hangups = provider.count('hangup');
    desk.hangUp();
    await moment();
    expect(provider.count('hangup')).toBe(hangups + 1);
    expect(store.get()).toMatchObject({ here: undefined, hasEnded: true });
    desk.leave();
    await moment();
  };
  return { store, desk, call, isUsable, ended, asked, person, storage, sent };
}

describe('the provider’s signalling drops', () => {
  it('while it rings: the call is over at once, and the next is placed once the way is back', async () => {
    const { store, desk, call, isUsable, ended } = await online();
    await call('rings');
    provider.drops();
    await moment();
    expect(store.get()).toMatchObject({ here: undefined, hasEnded: true });
    expect(ended).toMatchObject([{ hasBegun: true, leadId }]);
    // Nothing hangs: neither does a button that is pressed all the same.
    desk.hangUp();
    provider.isBack();
    await pass(30_000);
    expect(store.get().device).toBe('ready');
    await isUsable();
  });

  it('while they talk, and is back in time: the call goes on, and can be hung up', async () => {
    const { store, call, isUsable, desk } = await online();
    await call('talks');
    provider.drops();
    await moment();
    expect(store.get().here?.line.isReconnecting).toBe(true);
    provider.isBack();
    await pass(10_000);
    expect(
      provider.sent.some(({ payload }) => payload['reconnect'] === 'again' && payload['callsid'] === callSid),
    ).toBe(true);
    expect(store.get().here).toMatchObject({ state: 'open', line: { isReconnecting: false } });
    desk.hangUp();
    await moment();
    await isUsable();
  });

  it('while they talk, for longer than a call outlives: it can be hung up meanwhile, and the next is placed', async () => {
    const { store, call, isUsable, desk } = await online();
    await call('talks');
    provider.drops();
    await pass(60_000);
    desk.hangUp();
    await moment();
    expect(store.get()).toMatchObject({ here: undefined, hasEnded: true });
    provider.isBack();
    await pass(40_000);
    desk.connect();
    await moment();
    await isUsable();
  });
});

describe('a token that ends', () => {
  it('is renewed where the first request is refused, before it ends', async () => {
    provider.ttl = 90;
    const { store, asked, isUsable } = await online();
    asked.refusals = 1;
    await pass(29_000);
    expect(asked).toEqual({ tokens: 1, refusals: 1 });
    provider.ttl = 3600;
    await pass(5_000);
    expect(asked).toEqual({ tokens: 2, refusals: 0 });
    expect(provider.sent.filter(({ type }) => type === 'listen').at(-1)?.payload['token']).toBe('token 2');
    expect(store.get()).toMatchObject({ device: 'ready', fault: undefined });
    await isUsable();
  });

  it('and is refused three times: they go offline, and come back with the next', async () => {
    provider.ttl = 90;
    const { store, asked, person, desk, isUsable } = await online();
    asked.refusals = 3;
    await pass(60_000);
    expect(store.get()).toMatchObject({ device: 'lost', fault: { kind: 'connection-lost' } });
    expect(person.active).toBe(0);
    provider.ttl = 3600;
    await desk.setOnline(true);
    await moment();
    expect(store.get()).toMatchObject({ device: 'ready', fault: undefined });
    await isUsable();
  });

  it('in a call, refused three times: the call goes on to its own end, and is then told of', async () => {
    provider.ttl = 90;
    const { store, asked, person, call, desk, isUsable } = await online();
    await call('talks');
    asked.refusals = 4;
    await pass(80_000);
    expect(asked.refusals).toBe(1);
    expect(store.get()).toMatchObject({ device: 'ready', here: { state: 'open' } });
    asked.refusals = 3;
    provider.hangsUp();
    await pass(15_000);
    expect(store.get()).toMatchObject({ here: undefined, device: 'lost' });
    expect(person.active).toBe(0);
    provider.ttl = 3600;
    await desk.setOnline(true);
    await moment();
    await isUsable();
  });
});

describe('the microphone', () => {
  it('that the browser refuses is said, and the next call works once it is allowed', async () => {
    const { store, desk, isUsable, ended } = await online();
    machine.isAllowed = false;
    void desk.call(wanted);
    await moment();
    expect(store.get()).toMatchObject({
      here: undefined,
      fault: { kind: 'microphone-refused', code: 31401 },
    });
    expect(ended).toMatchObject([{ hasBegun: false }]);
    expect(provider.count('invite')).toBe(0);
    machine.isAllowed = true;
    await isUsable();
  });

  it('that was chosen and is unplugged in a call: the default one is taken, and that is said', async () => {
    const { store, call, desk, isUsable } = await online({ sound: { input: 'Headset', output: null } });
    await call('talks');
    expect(JSON.stringify(machine.opened)).toContain('Headset');
    machine.opened.splice(0);
    machine.plugs('Built-in');
    await moment();
    expect(store.get()).toMatchObject({ here: { state: 'open' }, fault: { kind: 'sound-device-lost' } });
    expect(JSON.stringify(machine.opened)).toContain('default');
    desk.hangUp();
    await moment();
    machine.plugs('Headset', 'Built-in');
    await moment();
    await isUsable();
  });

  it('that nobody chose and is unplugged in a call: the system’s next one is taken, and that is said', async () => {
    const { store, call, desk, isUsable } = await online();
    await call('talks');
    machine.opened.splice(0);
    machine.plugs('Built-in');
    await moment();
    expect(store.get()).toMatchObject({ here: { state: 'open' }, fault: { kind: 'sound-device-changed' } });
    expect(machine.opened).not.toEqual([]);
    desk.hangUp();
    await moment();
    await isUsable();
  });
});

test('the sound of a call is measured every second, and sent with its own line once it is over', async () => {
  const { call, desk, sent, store, isUsable } = await online();
  await call('talks');
  desk.changed(exampleLiveCall);
  await pass(5_000);
  provider.sound = { ...provider.sound, roundTrip: 0.4 };
  await pass(5_000);
  desk.hangUp();
  await moment();
  const [only, ...more] = sent;
  expect(more).toEqual([]);
  expect(only).toMatchObject({ leg: callSid, figures: { worst_rtt: 400, jitter: 4, loss: 0 } });
  expect(qualityFigures.parse(only?.figures).samples).toBeGreaterThan(7);
  expect(store.get().rateable).toMatchObject({ id: exampleLiveCall.id });
  desk.rate('bad', 'choppy-audio');
  await isUsable();
});

describe('the page is reloaded in a call', () => {
  it('the provider is told to hang up, and the next page says that it ended and can call', async () => {
    const { call, desk, storage } = await online();
    await call('talks');
    desk.changed(exampleLiveCall);
    const hangups = provider.count('hangup');
    // The desk is there before its device, and so is what it does when the page goes.
    desk.leave();
    window.dispatchEvent(new Event('pagehide'));
    await moment();
    expect(provider.count('hangup')).toBeGreaterThan(hangups);
    const next = await online({ storage });
    next.desk.read(null);
    await moment();
    expect(next.ended).toMatchObject([{ leadId, hasBegun: true, reloadedFrom: exampleLiveCall.lead_name }]);
    await next.isUsable();
  });
});

describe('a test call', () => {
  const audible = { isAudible: true };

  const measured = async () => {
    const test = startTwilioTest('test token', audible);
    await moment();
    provider.answers();
    await pass(6_000);
    provider.hangsUp();
    await pass(1_000);
    return verdictOf(await test.report);
  };

  it('that sounds as it should is good, and says by which site', async () => {
    const { grade, report } = await measured();
    expect([grade, report?.edge, report?.isRelayed]).toEqual(['good', 'ashburn', false]);
    expect(report?.sound).toMatchObject({ jitter: 4, rtt: 60, loss: 0 });
    expect(report?.sound?.mos).toBeGreaterThan(4.2);
  });

  it('of which much is lost, or nothing arrives at all, is unusable', async () => {
    provider.sound = { ...provider.sound, lost: 5 };
    expect(await measured()).toMatchObject({ grade: 'unusable', troubles: ['loss'] });
    provider.sound = { ...provider.sound, arriving: 0, lost: 0 };
    expect(await measured()).toMatchObject({ grade: 'unusable', troubles: ['loss'] });
  });

  it('fails where the provider is out of reach, and where it is stopped', async () => {
    provider.drops();
    const failing = startTwilioTest('test token', audible).report.catch((error: unknown) => error);
    await pass(15_000);
    expect(await failing).toHaveProperty('code');
    provider.isBack();
    const { report, stop } = startTwilioTest('test token', audible);
    const stopped = report.catch((error: unknown) => error);
    await moment();
    stop();
    await pass(1_000);
    expect(await stopped).toMatchObject({ code: 31008 });
  });
});
