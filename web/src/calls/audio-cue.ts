/** North American ringing: two tones and their cadence. */
const tones = [440, 480];
const ringMs = 2000;
const everyMs = 6000;
const loudness = 0.06;

export interface AudioCue {
  start: () => void;
  stop: () => void;
}

/** A ringing tone synthesised in the browser. Silent if audio is unavailable. */
export function createAudioCue(
  openContext: () => AudioContext | undefined = () =>
    'AudioContext' in window ? new AudioContext() : undefined,
): AudioCue {
  let context: AudioContext | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  const ring = () => {
    if (!context) return;
    const until = context.currentTime + ringMs / 1000;
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
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    // Closing it stops the sound.
    context?.close().catch(() => undefined);
    context = undefined;
  };

  return {
    start: () => {
      if (timer !== undefined) return;
      context = openContext();
      ring();
      timer = setInterval(ring, everyMs);
    },
    stop,
  };
}
