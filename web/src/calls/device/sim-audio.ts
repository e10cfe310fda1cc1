import { Emitter } from './emitter.js';
import type { VoiceAudio } from './voice-device.js';

interface SimAudioEvents {
  deviceChange: (lost: readonly unknown[]) => void;
}

/** What the simulated carrier's device listens with: it opens the chosen microphone, and plays nothing. */
export class SimAudio extends Emitter<SimAudioEvents> implements VoiceAudio {
  /** The microphone that calls are made with; null for the default. */
  input: string | null = null;
  readonly isOutputSelectionSupported = true;
  readonly speakerDevices = { set: () => Promise.resolve() };
  private readonly media = 'mediaDevices' in navigator ? navigator.mediaDevices : undefined;

  constructor() {
    super();
    this.media?.addEventListener('devicechange', this.look);
  }

  async setInputDevice(id: string): Promise<void> {
    if (!(await this.ids()).includes(id)) throw new Error('There is no such microphone');
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
    void this.ids().then((ids) => {
      const isLost = this.input !== null && !ids.includes(this.input);
      const lost = isLost ? [this.input] : [];
      if (isLost) this.input = null;
      this.emit('deviceChange', lost);
    });
  };

  private async ids(): Promise<string[]> {
    const devices = (await this.media?.enumerateDevices()) ?? [];
    return devices.filter(({ kind }) => kind === 'audioinput').map(({ deviceId }) => deviceId);
  }
}
