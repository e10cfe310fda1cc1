import { waveFile } from './wave-file.js';

const rate = 8_000;
/** As it rings in North America: 440 and 480 Hz, two seconds of six. */
const tones = [440, 480];
const seconds = { sounds: 2, whole: 6 };
const loudest = 0.16 * 32_767;

let made: Buffer | undefined;

/** What a caller hears while agents are rung for them. */
export function ringTone(): Buffer {
  if (made !== undefined) return made;
  const samples = new Int16Array(rate * seconds.whole);
  for (let at = 0; at < rate * seconds.sounds; at += 1) {
    const sound = tones.reduce((sum, tone) => sum + Math.sin((2 * Math.PI * tone * at) / rate), 0);
    samples[at] = Math.round((loudest * sound) / tones.length);
  }
  made = waveFile(samples, rate);
  return made;
}
