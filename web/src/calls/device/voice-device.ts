/** What went wrong, by the provider's number. */
export interface VoiceError {
  readonly code: number;
  readonly message: string;
}

interface CallEvents {
  /** It rings at the other side. */
  ringing: (hasEarlyMedia: boolean) => void;
  /** The line stands: answered, or with a conference as soon as one is in it. */
  accept: (call: VoiceCall) => void;
  disconnect: (call: VoiceCall) => void;
  /** The caller gave up before it was accepted. */
  cancel: () => void;
  reject: () => void;
  mute: (isMuted: boolean, call: VoiceCall) => void;
  error: (error: VoiceError) => void;
  reconnecting: (error: VoiceError) => void;
  reconnected: () => void;
}

/** One call of a device: the part of the provider's own that the application uses. */
export interface VoiceCall {
  readonly parameters: Record<string, string>;
  /** What the server gave along with an incoming call, such as `lead_id`. */
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

/** The calling device: the provider's, or the simulated carrier's that behaves as it does. */
export interface VoiceDevice {
  /** unregistered, registering, registered or destroyed. */
  readonly state: string;
  readonly isBusy: boolean;
  readonly identity: string | null;
  register(): Promise<void>;
  unregister(): Promise<void>;
  /** With a refused microphone it resolves to a call that is closed already, or soon will be. */
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
