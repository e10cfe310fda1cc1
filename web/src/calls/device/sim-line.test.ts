import { jest } from '@jest/globals';
import type { CarrierMessage, DeviceMessage } from './carrier-protocol.js';
import { SimDevice, type CarrierSocket } from './sim-device.js';

const callsid = 'CA00000000000000000000000000000001';

/** A device in a call, and what the carrier says to it. */
async function inCall() {
  let receive: (event: MessageEvent) => void = () => undefined;
  let id = '';
  const socket = {
    readyState: 1,
    send: (text: string) => {
      const message = JSON.parse(text) as DeviceMessage;
      if (message.type === 'connect') id = message.id;
    },
    close: () => undefined,
    addEventListener: (name: string, listener: (event: MessageEvent) => void) => {
      if (name === 'message') receive = listener;
    },
  } as unknown as CarrierSocket;
  const device = new SimDevice('token', {
    url: 'ws://carrier/_sim/client',
    openSocket: () => socket,
    openMicrophone: () =>
      Promise.resolve({ getTracks: () => [], getAudioTracks: () => [] } as unknown as MediaStream),
  });
  const say = (message: CarrierMessage) => {
    receive(new MessageEvent('message', { data: JSON.stringify(message) }));
  };
  const call = await device.connect({ params: {} });
  const heard: string[] = [];
  call.on('reconnecting', ({ code }) => heard.push(`reconnecting ${String(code)}`));
  call.on('reconnected', () => heard.push('reconnected'));
  call.on('warning', (name) => heard.push(`warning ${name}`));
  call.on('warning-cleared', (name) => heard.push(`cleared ${name}`));
  return { say, call, heard, answer: () => say({ type: 'answer', id, callsid }) };
}

test('a call hears how its connection is, as with the provider', async () => {
  const { say, call, heard, answer } = await inCall();
  answer();
  say({ type: 'line', callsid, event: 'warning', name: 'low-mos' });
  say({ type: 'line', callsid, event: 'reconnecting' });
  expect(call.status()).toBe('reconnecting');
  say({ type: 'line', callsid, event: 'reconnected' });
  say({ type: 'line', callsid, event: 'warning-cleared', name: 'low-mos' });
  expect(call.status()).toBe('open');
  expect(heard).toEqual(['warning low-mos', 'reconnecting 53405', 'reconnected', 'cleared low-mos']);
});

test('one that is not answered, or over, hears nothing of it; one that reconnects can be hung up', async () => {
  const { say, call, heard, answer } = await inCall();
  say({ type: 'line', callsid, event: 'warning', name: 'low-mos' });
  answer();
  say({ type: 'line', callsid, event: 'reconnecting' });
  call.disconnect();
  say({ type: 'line', callsid, event: 'reconnected' });
  expect(call.status()).toBe('closed');
  expect(heard).toEqual(['reconnecting 53405']);
});

describe('the sound of a call', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('is measured once a second while it is answered, as good until the carrier says otherwise', async () => {
    const { say, call, answer } = await inCall();
    const scores: (number | null)[] = [];
    call.on('sample', ({ mos }) => scores.push(mos));
    jest.advanceTimersByTime(3_000);
    expect(scores).toEqual([]);
    answer();
    jest.advanceTimersByTime(2_000);
    say({ type: 'sound', mos: 2.5, jitter: 80, rtt: 300, loss: 4 });
    jest.advanceTimersByTime(1_000);
    call.disconnect();
    jest.advanceTimersByTime(5_000);
    expect(scores).toEqual([4.38, 4.38, 2.5]);
  });
});
