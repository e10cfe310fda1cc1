import { carrierMessage, type CarrierMessage, type DeviceMessage } from './carrier-protocol.js';
import { Emitter } from './emitter.js';
import { SimAudio } from './sim-audio.js';
import { SimCall } from './sim-call.js';
import { goodSound, type SimSound } from './sim-sound.js';
import type { VoiceCall, VoiceDevice, VoiceError } from './voice-device.js';

/** The part of a WebSocket that the device uses. */
export type CarrierSocket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'addEventListener'>;

export interface SimDeviceOptions {
  url: string;
  openSocket?: (url: string) => CarrierSocket;
  /** Opens the microphone with that id; the default one for null. */
  openMicrophone?: (id: string | null) => Promise<MediaStream>;
  /** How long before expiry a token is reported as expiring. */
  tokenRefreshMs?: number;
}

/** Reconnect delay. */
const reconnectAfterMs = 1000;
const socketConnecting = 0;
const socketOpen = 1;

type State = 'unregistered' | 'registering' | 'registered' | 'destroyed';

interface SimDeviceEvents {
  registering: () => void;
  registered: () => void;
  unregistered: () => void;
  destroyed: () => void;
  error: (error: VoiceError, call?: VoiceCall) => void;
  incoming: (call: VoiceCall) => void;
  tokenWillExpire: (device: VoiceDevice) => void;
}

const askForMicrophone = (id: string | null) => {
  // Only available over https or on localhost.
  if (!('mediaDevices' in navigator)) return Promise.reject(new Error('No microphone here'));
  return navigator.mediaDevices.getUserMedia({ audio: id === null ? true : { deviceId: id } });
};

const invalidState = (message: string) => Object.assign(new Error(message), { name: 'InvalidStateError' });

/** The simulated carrier's device: behaves like the provider's, over a WebSocket and without audio. */
export class SimDevice extends Emitter<SimDeviceEvents> implements VoiceDevice {
  state: State = 'unregistered';
  identity: string | null = null;
  readonly audio = new SimAudio();
  private readonly options: Required<SimDeviceOptions>;
  private socket: CarrierSocket | undefined;
  /** Messages queued while the socket was opening. */
  private waiting: DeviceMessage[] = [];
  private active: SimCall | undefined;
  private invited: SimCall[] = [];
  private sound: SimSound = goodSound;
  private expiry: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private connects = 0;

  constructor(
    private token: string,
    options: SimDeviceOptions,
  ) {
    super();
    this.options = {
      openSocket: (url) => new WebSocket(url),
      openMicrophone: askForMicrophone,
      tokenRefreshMs: 60_000,
      ...options,
    };
  }

  get isBusy(): boolean {
    return this.active !== undefined;
  }

  register(): Promise<void> {
    if (this.state !== 'unregistered') {
      return Promise.reject(invalidState(`Attempt to register when device is in state "${this.state}"`));
    }
    this.become('registering');
    const settled = new Promise<void>((resolve, reject) => {
      this.on('registered', resolve);
      this.on('unregistered', () => {
        reject(new Error('The carrier did not take the device'));
      });
      this.on('destroyed', resolve);
    });
    this.send({ type: 'register', token: this.token });
    return settled;
  }

  unregister(): Promise<void> {
    if (this.state !== 'registered') {
      return Promise.reject(invalidState(`Attempt to unregister when device is in state "${this.state}"`));
    }
    this.hangSocketUp();
    this.become('unregistered');
    return Promise.resolve();
  }

  connect({ params }: { params: Record<string, string> }): Promise<VoiceCall> {
    if (this.state === 'destroyed') return Promise.reject(invalidState('Device has been destroyed.'));
    if (this.active) return Promise.reject(invalidState('A Call is already active'));
    this.connects += 1;
    const id = `TJ${String(this.connects)}-${crypto.randomUUID()}`;
    const call = this.makeCall(
      id,
      () => {
        this.send({ type: 'connect', id, token: this.token, params });
      },
      { custom: params },
    );
    this.active = call;
    for (const invited of this.invited.splice(0)) invited.ignore();
    call.accept();
    // As with the provider: without a microphone the call is already closed.
    return call.microphone.then(() => call);
  }

  updateToken(token: string): void {
    if (this.state === 'destroyed') {
      throw invalidState('Attempt to "updateToken" when device is in state "destroyed".');
    }
    this.token = token;
    if (this.socket) this.send({ type: 'token', token });
  }

  disconnectAll(): void {
    this.active?.disconnect();
  }

  destroy(): void {
    if (this.state === 'destroyed') return;
    for (const invited of this.invited.splice(0)) invited.reject();
    this.disconnectAll();
    this.hangSocketUp();
    this.become('unregistered');
    this.become('destroyed');
    this.audio.end();
    this.forget();
  }

  private makeCall(
    id: string | undefined,
    start: () => void,
    given: { parameters?: Record<string, string>; custom: Record<string, string> },
  ): SimCall {
    const { openMicrophone } = this.options;
    return new SimCall(
      {
        send: (message) => {
          this.send(message);
        },
        openMicrophone: () => openMicrophone(this.audio.input),
        sound: () => this.sound,
        onAccepting: (call) => {
          if (this.active && this.active !== call) this.active.disconnect();
          this.active = call;
          this.invited = this.invited.filter((known) => known !== call);
        },
        onOver: (call) => {
          if (this.active === call) this.active = undefined;
          this.invited = this.invited.filter((known) => known !== call);
        },
      },
      id,
      start,
      given,
    );
  }

  private become(next: State): void {
    if (next === this.state) return;
    this.state = next;
    this.emit(next);
  }

  private send(message: DeviceMessage): void {
    if (this.state === 'destroyed') return;
    const socket = this.openedSocket();
    if (socket.readyState === socketOpen) socket.send(JSON.stringify(message));
    else this.waiting.push(message);
  }

  private openedSocket(): CarrierSocket {
    if (this.socket) return this.socket;
    const socket = this.options.openSocket(this.options.url);
    this.socket = socket;
    socket.addEventListener('open', () => {
      if (this.socket !== socket) return;
      for (const message of this.waiting.splice(0)) socket.send(JSON.stringify(message));
    });
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (this.socket === socket && typeof data === 'string') this.heard(data);
    });
    socket.addEventListener('close', () => {
      if (this.socket === socket) this.lost();
    });
    return socket;
  }

  private hangSocketUp(): void {
    clearTimeout(this.expiry);
    clearTimeout(this.again);
    const { socket } = this;
    this.socket = undefined;
    this.waiting = [];
    if (!socket) return;
    // Closed while it connects, the browser would report an error.
    if (socket.readyState === socketConnecting) {
      socket.addEventListener('open', () => {
        socket.close();
      });
    } else socket.close();
  }

  /** The carrier is unreachable: its calls have ended, and the device reconnects until it succeeds. */
  private lost(): void {
    const wasRegistered = this.state !== 'unregistered';
    this.hangSocketUp();
    this.active?.wasCutOff();
    for (const invited of this.invited.splice(0)) invited.ignore();
    this.become('unregistered');
    this.emit('error', { code: 31009, message: 'No transport to the carrier' });
    if (!wasRegistered) return;
    this.again = setTimeout(() => {
      // Refused or lost again: the next close event retries.
      if (this.state === 'unregistered') this.register().catch(() => undefined);
    }, reconnectAfterMs);
  }

  private heard(data: string): void {
    let said: unknown;
    try {
      said = JSON.parse(data);
    } catch {
      said = undefined;
    }
    const parsed = carrierMessage.safeParse(said);
    if (parsed.success) this.take(parsed.data);
    else this.emit('error', { code: 31100, message: 'Malformed message from the carrier' });
  }

  private take(message: CarrierMessage): void {
    const callOf = (sid: string) => [this.active, ...this.invited].find((call) => call?.is(sid) === true);
    switch (message.type) {
      case 'connected':
        this.identity = message.token.identity;
        clearTimeout(this.expiry);
        this.expiry = setTimeout(
          () => {
            this.emit('tokenWillExpire', this);
          },
          Math.max(0, message.token.ttl * 1000 - this.options.tokenRefreshMs),
        );
        return;
      case 'ready':
        this.become('registered');
        return;
      case 'offline':
        this.become('unregistered');
        return;
      case 'invite':
        this.invite(message);
        return;
      case 'ringing':
        callOf(message.id)?.ringsThere(message.callsid);
        return;
      case 'answer':
        callOf(message.id)?.stands(message.callsid);
        return;
      case 'hangup':
        callOf(message.callsid)?.wasEnded(message.error);
        return;
      case 'cancel':
        callOf(message.callsid)?.wasCancelled();
        return;
      case 'line':
        callOf(message.callsid)?.lineIs(message);
        return;
      case 'sound':
        this.sound = message;
        return;
      case 'error':
        this.emit('error', { code: message.code, message: message.message });
    }
  }

  private invite({ callsid, parameters, custom }: Extract<CarrierMessage, { type: 'invite' }>): void {
    // As with the provider: a busy device does not receive further calls.
    if (this.active) return;
    const call = this.makeCall(
      undefined,
      () => {
        this.send({ type: 'accept', callsid });
        call.stands(callsid);
      },
      { parameters: { ...parameters, CallSid: callsid }, custom },
    );
    this.invited.push(call);
    this.emit('incoming', call);
  }
}
