import type { HookAnswer } from '../model.js';
import { TwimlError } from './parse.js';

/** Speaking rate. */
const sayMsPerLetter = 65;

export const msToSay = (text: string) => Math.max(500, text.length * sayMsPerLetter);

function wavMs(bytes: Buffer): number | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    return undefined;
  let at = 12;
  let bytesPerSecond = 0;
  while (at + 8 <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (name === 'fmt ' && at + 20 <= bytes.length) bytesPerSecond = bytes.readUInt32LE(at + 16);
    if (name === 'data' && bytesPerSecond > 0)
      return (Math.min(size, bytes.length - at - 8) / bytesPerSecond) * 1000;
    at += 8 + size + (size % 2);
  }
  return undefined;
}

const kbitsV1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0];
const kbitsV2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0];

/** From the first frame's bit rate, assuming a constant one. */
function mp3Ms(bytes: Buffer): number | undefined {
  let at = 0;
  if (bytes.toString('latin1', 0, 3) === 'ID3' && bytes.length > 10) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10);
    at = 10 + (a << 21) + (b << 14) + (c << 7) + d;
  }
  for (; at + 4 <= bytes.length; at += 1) {
    if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xe6) !== 0xe2) continue;
    const isV1 = ((bytes[at + 1] ?? 0) & 0x18) === 0x18;
    const kbits = (isV1 ? kbitsV1 : kbitsV2)[(bytes[at + 2] ?? 0) >> 4] ?? 0;
    if (kbits > 0) return ((bytes.length - at) * 8) / kbits;
  }
  return undefined;
}

/** Duration of a fetched file; throws a TwimlError if it is not playable. */
export function msToPlay(url: string, answer: HookAnswer): number {
  if (answer.status < 200 || answer.status >= 300)
    throw new TwimlError(11200, `${url} answered ${String(answer.status)} instead of audio`);
  const ms = wavMs(answer.body) ?? mp3Ms(answer.body);
  if (ms === undefined) throw new TwimlError(12300, `${url} is neither WAV nor MP3`);
  return ms;
}
