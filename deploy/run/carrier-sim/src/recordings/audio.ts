import type { Recording } from '../model.js';

const rate = 8_000;
const wavHeaderBytes = 58;

function muLaw(sample: number): number {
  const bias = 132;
  const sign = sample < 0 ? 0x80 : 0;
  const size = Math.min(32_635, Math.abs(sample)) + bias;
  const exponent = Math.floor(Math.log2(size)) - 7;
  const mantissa = (size >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

/** A second of conversation as tones: one lower, one higher, in turns with pauses. */
const second = (channel: number) =>
  Uint8Array.from({ length: rate }, (_, index) => {
    const at = index / rate;
    const isSpeaking = channel === 0 ? at < 0.4 : at > 0.5 && at < 0.9;
    const syllable = Math.sin(2 * Math.PI * 5 * at) ** 2;
    const tone = Math.sin(2 * Math.PI * (channel === 0 ? 180 : 240) * at);
    return muLaw(isSpeaking ? Math.round(6_000 * syllable * tone) : 0);
  });

const voices = [second(0), second(1)] as const;

function wavHeader(channels: number, frames: number): Buffer {
  const header = Buffer.alloc(wavHeaderBytes);
  const bytes = frames * channels;
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(wavHeaderBytes - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(7, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * channels, 28);
  header.writeUInt16LE(channels, 32);
  header.writeUInt16LE(8, 34);
  header.write('fact', 38, 'latin1');
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(frames, 46);
  header.write('data', 50, 'latin1');
  header.writeUInt32LE(bytes, 54);
  return header;
}

/** The audio of a recording: 8 kHz mu-law of exactly its length, one channel per party if it has two. */
export function wavOf({ duration = 0, channels }: Pick<Recording, 'duration' | 'channels'>): Buffer {
  const samples = Buffer.alloc(rate * channels);
  for (let index = 0; index < rate; index += 1) {
    const [low, high] = [voices[0][index] ?? 0xff, voices[1][index] ?? 0xff];
    if (channels === 2) {
      samples[2 * index] = low;
      samples[2 * index + 1] = high;
    } else samples[index] = low === 0xff ? high : low;
  }
  return Buffer.concat([
    wavHeader(channels, rate * duration),
    ...Array.from({ length: duration }, () => samples),
  ]);
}

/** MPEG 2.5, layer III, 8 kbit/s, 8 kHz, mono, without padding: a frame of 72 bytes lasts 72 ms, and zeros are silence. */
const silentFrame = Buffer.concat([Buffer.from([0xff, 0xe3, 0x18, 0xc4]), Buffer.alloc(68)]);
const frameMs = 72;

/** The same length as MP3, in silence. */
export function mp3Of({ duration = 0 }: Pick<Recording, 'duration'>): Buffer {
  const frames = Math.max(1, Math.round((duration * 1000) / frameMs));
  return Buffer.concat(Array.from({ length: frames }, () => silentFrame));
}
