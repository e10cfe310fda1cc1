import { createRequire } from 'node:module';
import type * as NodeEvents from 'node:events';
import { jest } from '@jest/globals';
import type * as VoiceSdk from '@twilio/voice-sdk';
import type { CarrierMessage, DeviceMessage } from './carrier-protocol.js';
import { SimDevice, type CarrierSocket } from './sim-device.js';
import type { VoiceCall, VoiceDevice } from './voice-device.js';

// The provider's package is read as its CommonJS build: Node takes the other for one too.
const load = createRequire(import.meta.url) as (name: string) => typeof VoiceSdk;
const nodeEvents = createRequire(import.meta.url)('node:events') as typeof NodeEvents;

/** What the carrier does in a scenario, for whichever device listens. */
interface Carrier {
  connected: (ttl: number) => void;
  ready: () => void;
  ringing: () => void;
  answer: () => void;
  hangup: (code?: number) => void;
  invite: () => void;
  cancel: () => void;
  breaksOff: () => void;
}
interface World {
  device: VoiceDevice;
  carrier: Carrier;
  log: string[];
  watch: (call: VoiceCall) => VoiceCall;
}

// jsdom has neither of these, and the provider's device does not start without them; nothing is ever sent by them.
Object.defineProperty(window, 'RTCPeerConnection', { value: EventTarget, configurable: true });
Object.defineProperty(navigator, 'mediaDevices', {
  configurable: true,
  value: Object.assign(new EventTarget(), {
    getUserMedia: () => Promise.reject(new Error('Nobody hears')),
  }),
});

const settle = async () => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  await jest.advanceTimersByTimeAsync(0);
};
const token = { identity: 'user_7' };
const microphone = (isAllowed: boolean) => () =>
  isAllowed
    ? Promise.resolve(new EventTarget() as MediaStream)
    : Promise.reject(Object.assign(new Error('no'), { name: 'NotAllowedError' }));

const watching = (device: VoiceDevice): Pick<World, 'log' | 'watch'> => {
  const log: string[] = [];
  const watch = (call: VoiceCall) => {
    call.on('ringing', () => log.push('call ringing'));
    call.on('accept', () => log.push(`call accept ${call.status()}`));
    call.on('disconnect', () => log.push(`call disconnect ${call.status()}`));
    call.on('cancel', () => log.push(`call cancel ${call.status()}`));
    call.on('reject', () => log.push(`call reject ${call.status()}`));
    call.on('mute', (isMuted) => log.push(`call mute ${String(isMuted)}`));
    call.on('error', ({ code }) => log.push(`call error ${String(code)}`));
    return call;
  };
  for (const event of ['registering', 'registered', 'unregistered', 'destroyed'] as const) {
    device.on(event, () => log.push(`device ${event}`));
  }
  device.on('tokenWillExpire', () => log.push('device tokenWillExpire'));
  device.on('incoming', (call) => {
    const { parameters, customParameters, direction } = call;
    log.push(
      `device incoming ${direction} ${parameters['From'] ?? ''} ${customParameters.get('lead_id') ?? ''}`,
    );
    watch(call);
  });
  return { log, watch };
};

const callsid = 'CA00000000000000000000000000000001';

function simulated(isAllowed: boolean): World {
  const listeners: { open: () => void; close: () => void; message: (event: MessageEvent) => void } = {
    open: () => undefined,
    close: () => undefined,
    message: () => undefined,
  };
  let connectId = '';
  const socket = {
    readyState: 1,
    send: (text: string) => {
      const message = JSON.parse(text) as DeviceMessage;
      if (message.type === 'connect') connectId = message.id;
    },
    close: () => undefined,
    addEventListener: (name: 'open' | 'close' | 'message', listener: () => void) => {
      listeners[name] = listener;
    },
  } as unknown as CarrierSocket;
  const device = new SimDevice('token', {
    url: 'ws://carrier/_sim/client',
    openSocket: () => socket,
    openMicrophone: () =>
      microphone(isAllowed)().then(
        () => ({ getTracks: () => [], getAudioTracks: () => [] }) as unknown as MediaStream,
      ),
  });
  const say = (message: CarrierMessage) => {
    listeners.message(new MessageEvent('message', { data: JSON.stringify(message) }));
  };
  const carrier: Carrier = {
    connected: (ttl) => {
      say({ type: 'connected', token: { ...token, ttl } });
    },
    ready: () => {
      say({ type: 'ready' });
    },
    ringing: () => {
      say({ type: 'ringing', id: connectId, callsid });
    },
    answer: () => {
      say({ type: 'answer', id: connectId, callsid });
    },
    hangup: (code) => {
      say({ type: 'hangup', callsid, ...(code && { error: { code, message: 'over' } }) });
    },
    invite: () => {
      say({ type: 'invite', callsid, parameters: { From: '+12145550117' }, custom: { lead_id: 'L1' } });
    },
    cancel: () => {
      say({ type: 'cancel', callsid });
    },
    breaksOff: () => {
      listeners.close();
    },
  };
  return { device, carrier, ...watching(device) };
}

/** The provider's own device and calls, with its signalling and its media played by the test. */
function real(isAllowed: boolean): World {
  const { Device } = load('@twilio/voice-sdk');
  const streams: InstanceType<typeof nodeEvents.EventEmitter>[] = [];
  class Stream extends nodeEvents.EventEmitter {
    status = 'connected';
    constructor() {
      super();
      streams.push(this);
    }
  }
  for (const name of [
    'register',
    'setToken',
    'reject',
    'hangup',
    'dtmf',
    'updatePreferredURI',
    'reconnect',
  ]) {
    Object.assign(Stream.prototype, { [name]: () => undefined });
  }
  Object.assign(Stream.prototype, {
    destroy(this: InstanceType<typeof Stream>) {
      this.status = 'disconnected';
    },
  });
  class Media {
    isMuted = false;
    status = 'open';
    version = { getSDP: () => '' };
    onclose: () => void = () => undefined;
    onopen: () => void = () => undefined;
    openDefaultDeviceWithConstraints = () => microphone(isAllowed)();
    makeOutgoingCall = () => undefined;
    answerIncomingCall = () => {
      queueMicrotask(() => {
        this.onopen();
      });
    };
    mute = (should: boolean) => {
      this.isMuted = should;
    };
    close = () => {
      this.onclose();
    };
    reject = () => undefined;
    ignore = () => undefined;
    _setSinkIds = () => Promise.resolve();
  }
  class Publisher extends nodeEvents.EventEmitter {}
  for (const name of ['info', 'debug', 'warn', 'error', 'post', 'postMetrics', 'setHost', 'setToken']) {
    Object.assign(Publisher.prototype, { [name]: () => Promise.resolve() });
  }
  Object.assign(Publisher.prototype, { enable: () => undefined, disable: () => undefined });
  class Sound {
    play = () => Promise.resolve();
    stop = () => undefined;
    setSinkIds = () => Promise.resolve();
  }
  class Audio extends nodeEvents.EventEmitter {
    incoming = () => false;
    outgoing = () => false;
    disconnect = () => false;
    _getInputDevicePromise = () => undefined;
    _maybeStartPollingVolume = () => undefined;
    _maybeStopPollingVolume = () => undefined;
    _updateUserOptions = () => undefined;
    _unbind = () => undefined;
    _destroy = () => undefined;
    _destroyProcessedStreams = () => undefined;
    _stopDefaultInputDeviceStream = () => undefined;
    _stopSelectedInputDeviceStream = () => undefined;
    destroy = () => undefined;
    isEnabled = false;
  }
  const { Call } = load('@twilio/voice-sdk');
  class HeardCall extends Call {
    constructor(config: never, options: object) {
      super(config, { ...options, MediaHandler: Media, StatsMonitor: Monitor } as never);
    }
  }
  class Monitor extends nodeEvents.EventEmitter {
    enable = () => undefined;
    disable = () => undefined;
    enableWarnings = () => undefined;
    disableWarnings = () => undefined;
    addVolumes = () => undefined;
  }
  const device: VoiceDevice = new Device('token', {
    tokenRefreshMs: 60_000,
    logLevel: 'silent',
    ignoreBrowserSupport: true,
    enableImprovedSignalingErrorPrecision: true,
    PStream: Stream,
    Publisher,
    Sound,
    AudioHelper: Audio,
    Call: HeardCall,
  } as never);
  const say = (event: string, payload: object = {}) => streams.at(-1)?.emit(event, payload);
  const carrier: Carrier = {
    connected: (ttl) =>
      say('connected', { token: { ...token, ttl }, edge: 'ashburn', region: 'US_EAST_VIRGINIA' }),
    ready: () => say('ready'),
    ringing: () => say('ringing', { callsid }),
    answer: () => say('answer', { callsid }),
    hangup: (code) => say('hangup', { callsid, ...(code && { error: { code, message: 'over' } }) }),
    invite: () =>
      say('invite', {
        callsid,
        sdp: 'v=0',
        parameters: { CallSid: callsid, From: '+12145550117', Params: 'lead_id=L1' },
      }),
    cancel: () => say('cancel', { callsid }),
    breaksOff: () => {
      say('transportClose');
      say('offline');
    },
  };
  // An error without a listener of the device throws in an emitter.
  device.on('error', () => undefined);
  return { device, carrier, ...watching(device) };
}

const registered = async (world: World, ttl = 3600) => {
  const registering = world.device.register();
  await settle();
  world.carrier.connected(ttl);
  await settle();
  world.carrier.ready();
  await registering;
};
const calling = async (world: World) => {
  const call = world.watch(await world.device.connect({ params: { number: '+12145550117' } }));
  await settle();
  return call;
};
const incoming = async (world: World) => {
  const heard = new Promise<VoiceCall>((resolve) => world.device.on('incoming', resolve));
  world.carrier.invite();
  return heard;
};

const scenarios: Record<string, (world: World) => Promise<void>> = {
  'an outgoing call that is answered, muted and ended here': async (world) => {
    await registered(world);
    const call = await calling(world);
    world.carrier.ringing();
    world.carrier.answer();
    call.mute(true);
    call.mute(true);
    call.mute(false);
    call.disconnect();
    call.disconnect();
  },
  'an outgoing call that the other side ends': async (world) => {
    await registered(world);
    await calling(world);
    world.carrier.ringing();
    world.carrier.answer();
    world.carrier.hangup();
  },
  'an outgoing call that the carrier refuses': async (world) => {
    await registered(world);
    await calling(world);
    world.carrier.ringing();
    world.carrier.hangup(31486);
  },
  'an outgoing call that is given up while it rings': async (world) => {
    await registered(world);
    const call = await calling(world);
    world.carrier.ringing();
    call.disconnect();
  },
  'an outgoing call whose way to the carrier breaks off while it rings': async (world) => {
    await registered(world);
    const call = await calling(world);
    world.carrier.ringing();
    world.carrier.breaksOff();
    await settle();
    call.disconnect();
    world.log.push(`${call.status()}, busy: ${String(world.device.isBusy)}`);
    await world.device.connect({ params: {} }).catch((error: Error) => world.log.push(error.name));
  },
  'a second call beside the first': async (world) => {
    await registered(world);
    await calling(world);
    await world.device.connect({ params: {} }).catch((error: Error) => world.log.push(error.name));
  },
  'an incoming call that is accepted and ended there': async (world) => {
    await registered(world);
    const call = await incoming(world);
    call.accept();
    await settle();
    world.carrier.hangup();
  },
  'an incoming call whose caller gives up': async (world) => {
    await registered(world);
    await incoming(world);
    world.carrier.cancel();
  },
  'an incoming call that is rejected': async (world) => {
    await registered(world);
    (await incoming(world)).reject();
  },
  'an invite while busy': async (world) => {
    await registered(world);
    await calling(world);
    world.carrier.answer();
    world.carrier.invite();
    await settle();
  },
  'a token that is about to end': async (world) => {
    await registered(world, 61);
    await jest.advanceTimersByTimeAsync(999);
    world.log.push('a moment before');
    await jest.advanceTimersByTimeAsync(2);
  },
  'a device that is destroyed in a call': async (world) => {
    await registered(world);
    await calling(world);
    world.carrier.answer();
    world.device.destroy();
    world.log.push(world.device.state);
  },
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the simulated device does as the provider’s own', () => {
  it.each(Object.keys(scenarios))('%s', async (name) => {
    const [mine, theirs] = [simulated(true), real(true)];
    await scenarios[name]?.(mine);
    await settle();
    await scenarios[name]?.(theirs);
    await settle();
    expect(theirs.log.length).toBeGreaterThan(2);
    expect(mine.log).toEqual(theirs.log);
  });

  it('a microphone that is refused', async () => {
    const outcome = async (world: World) => {
      await registered(world);
      const call = await calling(world);
      await settle();
      return [...world.log, call.status()];
    };
    const theirs = await outcome(real(false));
    expect(theirs.at(-1)).toBe('closed');
    expect(await outcome(simulated(false))).toEqual(theirs);
  });
});
