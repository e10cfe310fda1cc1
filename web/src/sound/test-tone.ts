const toneHz = 440;
const toneMs = 800;
const loudness = 0.2;

/** What the browser has of an audio context that can play anywhere; not every browser can. */
type Directed = AudioContext & { setSinkId?: (id: string) => Promise<void> };

/** Plays a short tone on a speaker, the default one for null. Rejects where that speaker is gone. */
export async function playTestTone(output: string | null): Promise<void> {
  const context: Directed = new AudioContext();
  try {
    if (output !== null) await context.setSinkId?.(output);
    const gain = context.createGain();
    gain.gain.value = loudness;
    gain.connect(context.destination);
    const tone = context.createOscillator();
    tone.frequency.value = toneHz;
    tone.connect(gain);
    const over = new Promise((resolve) => {
      tone.addEventListener('ended', resolve);
    });
    tone.start();
    tone.stop(context.currentTime + toneMs / 1000);
    await over;
  } finally {
    await context.close();
  }
}

/** Whether the browser lets a page choose a speaker. */
export const canChooseSpeaker = (): boolean =>
  'AudioContext' in window && 'setSinkId' in AudioContext.prototype;
