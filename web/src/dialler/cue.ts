import { createContext, useContext } from 'react';

/** What a guide hears while the dialler rings a lead, until somebody is on the line. */
export interface Cue {
  start: () => void;
  stop: () => void;
}

/** The ringing of an American line: two tones, two seconds on and four off. */
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

/** A ringing made by the browser itself: nothing has to be loaded for it. */
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
      // Closing it silences what is still sounding.
      context?.close().catch(() => undefined);
      context = undefined;
    },
  };
}

const CueContext = createContext<Cue>(createRinging());
export const CueProvider = CueContext.Provider;
export const useCue = (): Cue => useContext(CueContext);
