/** North American ringing: two tones. */
const tones = [440, 480];
const ringSeconds = 2;
const loudness = 0.06;

const openAudio = () => ('AudioContext' in window ? new AudioContext() : undefined);

/** One ring of a telephone, made in the browser; silent where it gives no sound. */
export function ringOnce(open: () => AudioContext | undefined = openAudio): void {
  const context = open();
  if (context === undefined) return;
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
    // The last one that ends gives the sound device back.
    tone.onended = () => void context.close().catch(() => undefined);
  }
}
