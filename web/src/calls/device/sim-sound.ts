import type { VoiceSample } from './voice-device.js';

/** How the sound of the simulated carrier's calls is. */
export interface SimSound {
  mos: number;
  jitter: number;
  rtt: number;
  /** In percent of packets. */
  loss: number;
}

/** Until the carrier says otherwise. */
export const goodSound: SimSound = { mos: 4.38, jitter: 2.5, rtt: 42, loss: 0 };

const sampleEveryMs = 1000;

export const sampleOf = ({ mos, jitter, rtt, loss }: SimSound): VoiceSample => ({
  ...{ mos, jitter, rtt },
  totals: { packetsLostFraction: loss },
});

/** Measures the sound once a second, as the provider's call does, until it is stopped. */
export function startSampling(sound: () => SimSound, emit: (sample: VoiceSample) => void): () => void {
  const timer = setInterval(() => {
    emit(sampleOf(sound()));
  }, sampleEveryMs);
  return () => {
    clearInterval(timer);
  };
}
