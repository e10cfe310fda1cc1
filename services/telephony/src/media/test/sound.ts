import { waveFile } from '../wave-file.js';

/** A frame of silence: MPEG 1, layer III, 128 kbit/s, 44.1 kHz; 26 ms. */
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
const framesPerSecond = 44_100 / 1_152;

/** An mp3 of about so many seconds of silence. */
export function mp3(seconds: number): Buffer {
  return Buffer.concat(Array.from({ length: Math.ceil(seconds * framesPerSecond) }, () => frame));
}

/** A wav of so many seconds. */
export const wav = (seconds: number): Buffer => waveFile(new Int16Array(8_000 * seconds), 8_000);
