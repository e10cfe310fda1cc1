import { createContext, useContext } from 'react';

/** The ringback tone a guide hears while the dialler calls a lead. */
export interface Cue {
  start: () => void;
  stop: () => void;
}

/** North American ringback: two tones, two seconds on and four off. */
const tones = [440, 480];
const ringSeconds = 2;
const everyMs = 6000;
const loudness = 0.04;

function ring(context: AudioContext): void {
  const until = context.currentTime + ringSeconds;
  const gain = context.createGain();
  gain.gain.value = loudness;
  gain.connect(context.destination);
  for (const frequency of tones) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start();
    tone.stop(until);
  }
}

/** A ringback tone synthesised in the browser: nothing has to be loaded. */
export function createRinging(): Cue {
  let context: AudioContext | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    start: () => {
      if (context !== undefined || typeof AudioContext === 'undefined') return;
      const opened = new AudioContext();
      context = opened;
      ring(opened);
      timer = setInterval(() => {
        ring(opened);
      }, everyMs);
    },
    stop: () => {
      clearInterval(timer);
      // Closing it stops the sound.
      context?.close().catch(() => undefined);
      context = undefined;
    },
  };
}

const CueContext = createContext<Cue>(createRinging());
export const CueProvider = CueContext.Provider;
export const useCue = (): Cue => useContext(CueContext);
