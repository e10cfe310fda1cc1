import { Emitter } from './emitter.js';
import type { CarrierMessage, DeviceMessage } from './carrier-protocol.js';
import { startSampling, type SimSound } from './sim-sound.js';
import type { VoiceCall, VoiceError, VoiceSample } from './voice-device.js';

type Status = 'pending' | 'connecting' | 'ringing' | 'open' | 'reconnecting' | 'closed';

/** What a call needs from its device. */
export interface SimCallSetting {
  send: (message: DeviceMessage) => void;
  /** Asks for the microphone as the provider's device does. */
  openMicrophone: () => Promise<MediaStream>;
  /** How the sound is at the moment. */
  sound: () => SimSound;
  /** Called once, when the call is over. */
  onOver: (call: SimCall) => void;
  onAccepting: (call: SimCall) => void;
}

interface SimCallEvents {
  ringing: (hasEarlyMedia: boolean) => void;
  accept: (call: VoiceCall) => void;
  disconnect: (call: VoiceCall) => void;
  cancel: () => void;
  reject: () => void;
  mute: (isMuted: boolean, call: VoiceCall) => void;
  error: (error: VoiceError) => void;
  reconnecting: (error: VoiceError) => void;
  reconnected: () => void;
  warning: (name: string) => void;
  'warning-cleared': (name: string) => void;
  sample: (sample: VoiceSample) => void;
}

const isDenied = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'PermissionDeniedError'].includes(error.name);

/** A call of the simulated device; emits events in the provider's order. */
export class SimCall extends Emitter<SimCallEvents> implements VoiceCall {
  parameters: Record<string, string> = {};
  readonly customParameters: Map<string, string>;
  readonly direction: 'INCOMING' | 'OUTGOING';
  private state: Status = 'pending';
  private muted = false;
  /** Whether the carrier knows it. */
  private isKnown: boolean;
  private stream: MediaStream | undefined;
  private stopSampling: () => void = () => undefined;

  constructor(
    private readonly setting: SimCallSetting,
    /** The temporary id, before the carrier has assigned one. */
    readonly connectId: string | undefined,
    private readonly start: () => void,
    given: { parameters?: Record<string, string>; custom: Record<string, string> },
  ) {
    super();
    this.direction = connectId === undefined ? 'INCOMING' : 'OUTGOING';
    this.parameters = given.parameters ?? {};
    this.customParameters = new Map(Object.entries(given.custom));
    this.isKnown = this.direction === 'INCOMING';
  }

  /** Whether the carrier's message is about this call. */
  is(sid: string): boolean {
    return sid === this.parameters['CallSid'] || sid === this.connectId;
  }

  status = () => this.state;
  isMuted = () => this.muted;

  /** Resolves once the microphone is open or refused. */
  microphone: Promise<void> = Promise.resolve();

  accept(): void {
    if (this.state !== 'pending') return;
    this.state = 'connecting';
    this.setting.onAccepting(this);
    this.microphone = this.setting.openMicrophone().then(
      (stream) => {
        this.stream = stream;
        // Cancelled while the browser was asking.
        if (this.state !== 'connecting') {
          this.release();
          return;
        }
        this.isKnown = true;
        this.start();
      },
      (error: unknown) => {
        this.disconnect();
        this.emit(
          'error',
          isDenied(error)
            ? { code: 31401, message: 'The microphone was refused' }
            : { code: 31402, message: 'The microphone cannot be opened' },
        );
      },
    );
  }

  reject(): void {
    if (this.state !== 'pending') return;
    this.send('reject');
    this.close();
    this.emit('reject');
  }

  ignore(): void {
    if (this.state === 'pending') this.close();
  }

  disconnect(): void {
    if (this.state === 'pending' || this.state === 'closed') return;
    this.send('hangup');
    this.end();
  }

  mute(shouldMute = true): void {
    if (this.muted === shouldMute) return;
    this.muted = shouldMute;
    for (const track of this.stream?.getAudioTracks() ?? []) track.enabled = !shouldMute;
    this.emit('mute', shouldMute, this);
  }

  sendDigits(digits: string): void {
    if (/[^0-9*#w]/.test(digits)) throw new Error('Illegal character passed into sendDigits');
    const callsid = this.sid();
    if (callsid !== undefined) this.setting.send({ type: 'dtmf', callsid, digits });
  }

  /** The provider takes it, and nobody here reads it. */
  postFeedback = () => Promise.resolve();

  ringsThere(callsid: string): void {
    this.parameters = { ...this.parameters, CallSid: callsid };
    if (this.state !== 'connecting' && this.state !== 'ringing') return;
    this.state = 'ringing';
    this.emit('ringing', false);
  }

  /** Connected. */
  stands(callsid: string): void {
    this.parameters = { ...this.parameters, CallSid: callsid };
    if (this.state !== 'connecting' && this.state !== 'ringing') return;
    this.state = 'open';
    this.stopSampling = startSampling(this.setting.sound, (sample) => {
      this.emit('sample', sample);
    });
    this.emit('accept', this);
  }

  /** The carrier tells how the connection is. */
  lineIs({ event, name = '' }: Pick<Extract<CarrierMessage, { type: 'line' }>, 'event' | 'name'>): void {
    if (this.state !== 'open' && this.state !== 'reconnecting') return;
    if (event === 'warning' || event === 'warning-cleared') this.emit(event, name);
    else if (event === 'reconnecting') {
      this.state = 'reconnecting';
      this.emit('reconnecting', { code: 53405, message: 'The connection was lost' });
    } else {
      this.state = 'open';
      this.emit('reconnected');
    }
  }

  wasCancelled(): void {
    if (this.state === 'closed') return;
    this.close();
    this.emit('cancel');
  }

  /** Ended by the other party, the carrier, or the connection. */
  wasEnded(error?: VoiceError): void {
    if (this.state === 'closed') return;
    if (error) this.emit('error', error);
    this.end();
  }

  /**
   * The connection to the carrier was lost. As with the provider: a connected call ends with an error; an
   * unconnected one is closed without an event, and its device takes it for live for good.
   */
  wasCutOff(): void {
    if (this.state === 'open' || this.state === 'reconnecting') {
      this.wasEnded({ code: 53405, message: 'The connection was lost' });
    } else if (this.state !== 'closed') {
      this.state = 'closed';
      this.release();
    }
  }

  private end(): void {
    this.close();
    this.emit('disconnect', this);
  }

  private close(): void {
    this.state = 'closed';
    this.release();
    this.setting.onOver(this);
  }

  private release(): void {
    this.stopSampling();
    for (const track of this.stream?.getTracks() ?? []) track.stop();
  }

  private sid = () => this.parameters['CallSid'] ?? this.connectId;

  private send(type: 'reject' | 'hangup'): void {
    const callsid = this.sid();
    if (this.isKnown && callsid !== undefined) this.setting.send({ type, callsid });
  }
}
