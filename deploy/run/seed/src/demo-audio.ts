const silence = 128;

/** Numbers between 0 and 1 that are the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** One syllable: a tone with its overtones that rises and falls, some of it breath. */
function speak(
  { samples, rate, next }: { samples: Uint8Array; rate: number; next: () => number },
  { from, size, pitch }: { from: number; size: number; pitch: number },
): void {
  const loudness = 40 + 50 * next();
  for (let at = 0; at < size && from + at < samples.length; at += 1) {
    const swell = Math.sin((Math.PI * at) / size);
    const phase = (2 * Math.PI * pitch * at) / rate;
    const voice = Math.sin(phase) + 0.5 * Math.sin(2.02 * phase) + 0.3 * Math.sin(3.97 * phase);
    samples[from + at] = silence + loudness * swell * (0.5 * voice + 0.12 * (next() - 0.5));
  }
}

/** Samples a second; a long recording has fewer, for it must not be heavy. */
const rateOf = (seconds: number) => (seconds > 30 ? 4_000 : 8_000);

/**
 * A WAV file of 8 bits in base64 that sounds like people talking behind a door: turns of one or two voices, and
 * pauses between them. The same for the same seed.
 */
export function demoAudio(seconds: number, { seed, voices }: { seed: number; voices: 1 | 2 }): string {
  const next = numbers(seed);
  const rate = rateOf(seconds);
  const samples = new Uint8Array(seconds * rate).fill(silence);
  const pitches = [105 + 30 * next(), 180 + 50 * next()];
  let at = Math.round(0.3 * rate);
  for (let turn = 0; at < samples.length; turn += 1) {
    const pitch = pitches[turn % voices] ?? 120;
    const until = at + (1 + 2.5 * next()) * rate;
    while (at < until) {
      const size = Math.round((0.09 + 0.16 * next()) * rate);
      speak({ samples, rate, next }, { from: at, size, pitch: pitch * (0.9 + 0.25 * next()) });
      at += size + Math.round(0.05 * next() * rate);
    }
    at += Math.round((0.3 + 0.7 * next()) * rate);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  // Linear samples, one channel.
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]).toString('base64');
}
