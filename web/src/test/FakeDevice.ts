import { act } from '@testing-library/react';
import { Emitter } from '../calls/device/emitter.js';
import type { MakeDevice } from '../calls/device/create-device.js';
import type { ConnectionReport, ConnectionTest, TestManner } from '../calling/connection-test.js';
import type { RunTest } from '../calls/device/run-test.js';
import type { VoiceAudio, VoiceCall, VoiceDevice, VoiceSample } from '../calls/device/voice-device.js';

type Told = Record<string, (...notified: never[]) => void>;

/** A call whose other side is the test. */
export class FakeCall extends Emitter<Told> implements VoiceCall {
  readonly parameters: Record<string, string>;
  readonly customParameters: Map<string, string>;
  readonly pressed: string[] = [];
  private state = 'pending';
  private muted = false;

  constructor(
    readonly direction: 'INCOMING' | 'OUTGOING',
    readonly params: Record<string, string>,
  ) {
    super();
    this.parameters = { From: params['From'] ?? '', CallSid: 'CA00000000000000000000000000000007' };
    this.customParameters = new Map(Object.entries(params));
  }

  status = () => this.state;
  isMuted = () => this.muted;
  accept = () => {
    this.become('open', 'accept');
  };
  reject = () => {
    this.become('closed', 'reject');
  };
  ignore = () => {
    this.state = 'closed';
  };
  disconnect = () => {
    if (this.state !== 'closed') this.become('closed', 'disconnect');
  };
  mute = (shouldMute = true) => {
    this.muted = shouldMute;
    this.notify('mute', shouldMute);
  };
  sendDigits = (digits: string) => {
    this.pressed.push(digits);
  };
  /** What the provider was told of the sound. */
  readonly feedback: [number, string?][] = [];
  postFeedback = async (score: 1 | 5, issue?: string) => {
    this.feedback.push(issue === undefined ? [score] : [score, issue]);
  };
  /** A second of the call goes by. */
  sounds(mos: number, given: Partial<VoiceSample> = {}): Promise<void> {
    const sample: VoiceSample = { mos, jitter: 5, rtt: 60, totals: { packetsLostFraction: 0 }, ...given };
    return act(async () => {
      this.notify('sample', sample);
    });
  }
  /** The other side, or the carrier, does something. */
  does(event: 'ringing' | 'accept' | 'disconnect' | 'cancel'): Promise<void> {
    const state = { ringing: 'ringing', accept: 'open', disconnect: 'closed', cancel: 'closed' }[event];
    return act(async () => {
      this.become(state, event);
    });
  }
  /** The provider tells how the connection is. */
  reportsLine(
    event: 'reconnecting' | 'reconnected' | 'warning' | 'warning-cleared',
    name = '',
  ): Promise<void> {
    return act(async () => {
      this.notify(event, name);
    });
  }
  fails(code: number): Promise<void> {
    return act(async () => {
      this.failsAtOnce(code);
    });
  }
  /** The same inside what a test waits for already. */
  failsAtOnce(code: number): void {
    this.notify('error', { code, message: '' });
  }

  private become(state: string, event: string): void {
    this.state = state;
    this.notify(event, this);
  }
  private notify(event: string, notified: unknown): void {
    this.emit(event, ...([notified] as never[]));
  }
}

/** What a device plays on and listens with, of which the test says what is plugged in. */
export class FakeAudio extends Emitter<Told> implements VoiceAudio {
  readonly isOutputSelectionSupported = true;
  /** What was set, in order; `-` for the default again. */
  readonly was: string[] = [];
  plugged: readonly string[] = ['headset'];
  readonly speakerDevices = { set: (id: string) => this.choose(`speaker ${id}`, id) };
  setInputDevice = (id: string) => this.choose(`microphone ${id}`, id);
  unsetInputDevice = async () => {
    this.was.push('-');
  };
  availableInputDevices: ReadonlyMap<string, MediaDeviceInfo> = new Map();
  availableOutputDevices: ReadonlyMap<string, MediaDeviceInfo> = new Map();
  /** A microphone and speaker with this id and name is there, and no other. */
  has(deviceId: string, label: string): void {
    const info = (kind: MediaDeviceKind) => {
      const told = { deviceId, kind, label, groupId: '' };
      return new Map([[deviceId, { ...told, toJSON: () => told }]]);
    };
    this.availableInputDevices = info('audioinput');
    this.availableOutputDevices = info('audiooutput');
  }
  /** The system takes another microphone for the default one. */
  defaultBecomes(label: string): Promise<void> {
    return act(async () => {
      const info = { deviceId: 'default', kind: 'audioinput', label, groupId: '' } as const;
      this.availableInputDevices = new Map([['default', { ...info, toJSON: () => info }]]);
      this.emit('deviceChange', ...([[]] as never[]));
    });
  }
  unplugs(id: string): Promise<void> {
    return act(async () => {
      this.emit('deviceChange', ...([[id]] as never[]));
    });
  }

  private async choose(what: string, id: string): Promise<void> {
    if (id !== 'default' && !this.plugged.includes(id)) throw new Error('It is not plugged in');
    this.was.push(what);
  }
}

/** A calling device whose carrier is the test. */
export class FakeDevice extends Emitter<Told> implements VoiceDevice {
  state = 'unregistered';
  isBusy = false;
  identity = 'user';
  readonly audio = new FakeAudio();
  readonly tokens: string[];
  readonly calls: FakeCall[] = [];
  /** What the microphone's refusal does to a call that is made. */
  refusesMicrophone = false;

  constructor(token: string) {
    super();
    this.tokens = [token];
  }

  register = async () => {
    this.become('registered');
  };
  unregister = async () => {
    this.become('unregistered');
  };
  connect = async ({ params }: { params: Record<string, string> }) => {
    const call = new FakeCall('OUTGOING', params);
    this.calls.push(call);
    if (this.refusesMicrophone) {
      call.disconnect();
      queueMicrotask(() => {
        call.failsAtOnce(31401);
      });
    }
    return call;
  };
  updateToken = (token: string) => {
    this.tokens.push(token);
  };
  disconnectAll = () => {
    for (const call of this.calls) call.disconnect();
  };
  destroy = () => {
    this.disconnectAll();
    this.become('unregistered');
    this.become('destroyed');
    this.forget();
  };
  /** Somebody calls. */
  async isCalled(params: Record<string, string>): Promise<FakeCall> {
    const call = new FakeCall('INCOMING', params);
    this.calls.push(call);
    await this.says('incoming', call);
    return call;
  }
  says(event: 'incoming' | 'tokenWillExpire' | 'error' | 'unregistered' | 'registered', notified?: unknown) {
    return act(async () => {
      if (event === 'unregistered' || event === 'registered') this.become(event);
      else this.emit(event, ...([notified] as never[]));
    });
  }

  private become(state: string): void {
    this.state = state;
    this.emit(state);
  }
}

/** The devices that the application made, the last one last. */
export class FakeDevices {
  readonly made: FakeDevice[] = [];
  refusesMicrophone = false;
  readonly make: MakeDevice = async ({ token }) => {
    const device = new FakeDevice(token);
    device.refusesMicrophone = this.refusesMicrophone;
    this.made.push(device);
    return device;
  };
  get last(): FakeDevice {
    const device = this.made.at(-1);
    if (!device) throw new Error('No device was made');
    return device;
  }
  get call(): FakeCall {
    const call = this.last.calls.at(-1);
    if (!call) throw new Error('No call was made');
    return call;
  }
}

/** Test calls, of which the test says what they measure. */
export class FakeTests {
  /** How they were made, the last one last. */
  readonly made: (TestManner & { isStopped: boolean })[] = [];
  report: ConnectionReport = {
    sound: { mos: 4.3, jitter: 3, rtt: 50, loss: 0 },
    edge: 'ashburn',
    isRelayed: false,
  };
  /** The provider's number for what goes wrong, if it does. */
  failure: number | undefined;
  /** A test that goes on until it is let end. */
  isHeld: Promise<void> = Promise.resolve();
  readonly run: RunTest = async (_grant, manner): Promise<ConnectionTest> => {
    const made = { ...manner, isStopped: false };
    this.made.push(made);
    const measure = async () => {
      await this.isHeld;
      if (this.failure !== undefined) throw Object.assign(new Error('no'), { code: this.failure });
      return this.report;
    };
    return {
      report: measure(),
      stop: () => {
        made.isStopped = true;
      },
    };
  };
}
