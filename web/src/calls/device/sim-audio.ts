import { Emitter } from './emitter.js';
import type { VoiceAudio } from './voice-device.js';

interface SimAudioEvents {
  deviceChange: (lost: readonly unknown[]) => void;
}

/** What the simulated carrier's device listens with: it opens the chosen microphone, and plays nothing. */
export class SimAudio extends Emitter<SimAudioEvents> implements VoiceAudio {
  /** The microphone that calls are made with; null for the default. */
  input: string | null = null;
  availableInputDevices: ReadonlyMap<string, MediaDeviceInfo> = new Map();
  availableOutputDevices: ReadonlyMap<string, MediaDeviceInfo> = new Map();
  readonly isOutputSelectionSupported = true;
  readonly speakerDevices = { set: () => Promise.resolve() };
  private readonly media = 'mediaDevices' in navigator ? navigator.mediaDevices : undefined;

  constructor() {
    super();
    this.media?.addEventListener('devicechange', this.look);
    void this.list();
  }

  async setInputDevice(id: string): Promise<void> {
    await this.list();
    if (!this.availableInputDevices.has(id)) throw new Error('There is no such microphone');
    this.input = id;
  }

  unsetInputDevice(): Promise<void> {
    this.input = null;
    return Promise.resolve();
  }

  end(): void {
    this.media?.removeEventListener('devicechange', this.look);
    this.forget();
  }

  private readonly look = () => {
    void this.list().then(() => {
      const isLost = this.input !== null && !this.availableInputDevices.has(this.input);
      const lost = isLost ? [this.input] : [];
      if (isLost) this.input = null;
      this.emit('deviceChange', lost);
    });
  };

  private async list(): Promise<void> {
    const devices = (await this.media?.enumerateDevices?.()) ?? [];
    const ofKind = (kind: MediaDeviceKind) =>
      new Map(devices.filter((each) => each.kind === kind).map((each) => [each.deviceId, each]));
    this.availableInputDevices = ofKind('audioinput');
    this.availableOutputDevices = ofKind('audiooutput');
  }
}
