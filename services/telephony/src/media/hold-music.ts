import { waveFile } from './wave-file.js';

const rate = 8_000;
const secondsOfAChord = 6;
/** C, A minor, F, G: in each the root an octave below the others. */
const chords = [
  [130.81, 261.63, 329.63, 392],
  [110, 261.63, 329.63, 440],
  [87.31, 261.63, 349.23, 440],
  [98, 246.94, 293.66, 392],
];
const loudest = 0.22 * 32_767;

let made: Buffer | undefined;

/** What a customer hears on hold: four chords that swell and fade, as quiet at the end as at the beginning. */
export function holdMusic(): Buffer {
  if (made !== undefined) return made;
  const length = rate * secondsOfAChord;
  const samples = new Int16Array(length * chords.length);
  chords.forEach((tones, index) => {
    for (let at = 0; at < length; at += 1) {
      const swell = Math.sin((Math.PI * at) / length) ** 2;
      const sound = tones.reduce((sum, tone) => sum + Math.sin((2 * Math.PI * tone * at) / rate), 0);
      samples[index * length + at] = Math.round((loudest * swell * sound) / tones.length);
    }
  });
  made = waveFile(samples, rate);
  return made;
}
