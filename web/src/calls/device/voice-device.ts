import type { CallIssue } from '@crm/contracts/entities/call-quality.js';

/** An error, by the provider's code. */
export interface VoiceError {
  readonly code: number;
  readonly message: string;
}

/** How the sound of a call is: the part of the provider's sample that the application uses. */
export interface VoiceSample {
  /** Mean opinion score; null while it cannot be told. */
  readonly mos: number | null;
  /** In milliseconds. */
  readonly jitter: number;
  /** In milliseconds; missing until it was measured. */
  readonly rtt?: number;
  /** Since the call began, in percent of packets. */
  readonly totals: { readonly packetsLostFraction: number };
}

interface CallEvents {
  /** The other side is ringing. */
  ringing: (hasEarlyMedia: boolean) => void;
  /** Connected: answered, or, in a conference, as soon as anyone is in it. */
  accept: (call: VoiceCall) => void;
  disconnect: (call: VoiceCall) => void;
  /** The caller hung up before it was accepted. */
  cancel: () => void;
  reject: () => void;
  mute: (isMuted: boolean, call: VoiceCall) => void;
  error: (error: VoiceError) => void;
  reconnecting: (error: VoiceError) => void;
  reconnected: () => void;
  /** Something is wrong with the sound, by the provider's name for it. */
  warning: (name: string) => void;
  'warning-cleared': (name: string) => void;
  /** Once a second. */
  sample: (sample: VoiceSample) => void;
}

/** A call of a device: the part of the provider's interface that the application uses. */
export interface VoiceCall {
  readonly parameters: Record<string, string>;
  /** Custom parameters of an incoming call, such as `lead_id`. */
  readonly customParameters: Map<string, string>;
  /** `INCOMING` or `OUTGOING`. */
  readonly direction: string;
  /** pending, connecting, ringing, open, reconnecting or closed. */
  status(): string;
  accept(): void;
  reject(): void;
  ignore(): void;
  disconnect(): void;
  mute(shouldMute?: boolean): void;
  isMuted(): boolean;
  sendDigits(digits: string): void;
  /** Tells the provider what its user thought of the call, 1 to 5; also after it. */
  postFeedback(score: 1 | 5, issue?: CallIssue): Promise<void>;
  on<E extends keyof CallEvents>(event: E, listener: CallEvents[E]): unknown;
}

interface DeviceEvents {
  registering: () => void;
  registered: () => void;
  unregistered: () => void;
  destroyed: () => void;
  error: (error: VoiceError, call?: VoiceCall) => void;
  incoming: (call: VoiceCall) => void;
  tokenWillExpire: (device: VoiceDevice) => void;
}

/** What a device plays on and listens with: the part of the provider's interface that the application uses. */
export interface VoiceAudio {
  /** What is plugged in, by id; some browsers list the default one as `default`. */
  readonly availableInputDevices: ReadonlyMap<string, MediaDeviceInfo>;
  readonly availableOutputDevices: ReadonlyMap<string, MediaDeviceInfo>;
  readonly isOutputSelectionSupported: boolean;
  readonly speakerDevices: { set(ids: string): Promise<unknown> };
  /** Keeps the microphone open until it is unset. Rejects for one that is gone. */
  setInputDevice(id: string): Promise<void>;
  /** Back to the default; rejects during a call. */
  unsetInputDevice(): Promise<void>;
  /** Devices were plugged in or out; `lost` are those that were in use. */
  on(event: 'deviceChange', listener: (lost: readonly unknown[]) => void): unknown;
}

/** The calling device: the provider's, or the simulated carrier's with the same behaviour. */
export interface VoiceDevice {
  /** unregistered, registering, registered or destroyed. */
  readonly state: string;
  readonly isBusy: boolean;
  readonly identity: string | null;
  /** Null where the browser has no devices to choose from. */
  readonly audio: VoiceAudio | null;
  register(): Promise<void>;
  unregister(): Promise<void>;
  /** With a refused microphone it resolves to a call that is or soon will be closed. */
  connect(options: { params: Record<string, string> }): Promise<VoiceCall>;
  updateToken(token: string): void;
  disconnectAll(): void;
  destroy(): void;
  on<E extends keyof DeviceEvents>(event: E, listener: DeviceEvents[E]): unknown;
}

export type CallEvent = keyof CallEvents;
export type DeviceEvent = keyof DeviceEvents;
export type ListenerOf<E extends CallEvent | DeviceEvent> = E extends CallEvent
  ? CallEvents[E]
  : E extends DeviceEvent
    ? DeviceEvents[E]
    : never;
