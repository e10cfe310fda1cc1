import { parseBuffer, type IFormat } from 'music-metadata';

export type AudioType = 'audio/mpeg' | 'audio/wav';

export interface AudioContent {
  type: AudioType;
  /** Whole seconds, rounded. */
  duration: number;
}

/** Encodings inside a WAV that browsers and the carrier's player both know. */
const playableWave = new Set(['PCM', 'ALAW', 'MULAW']);

function typeOf({ container, codec }: IFormat): AudioType | undefined {
  if (container === 'MPEG' && codec?.endsWith('Layer 3') === true) return 'audio/mpeg';
  if (container === 'WAVE' && codec !== undefined && playableWave.has(codec)) return 'audio/wav';
  return undefined;
}

/** What is really in a file, whatever its name says; undefined where it is no mp3 and no wav, or does not play. */
export async function readAudio(bytes: Uint8Array): Promise<AudioContent | undefined> {
  try {
    const { format } = await parseBuffer(bytes, undefined, { duration: true, skipCovers: true });
    const type = typeOf(format);
    const { duration } = format;
    if (type === undefined || duration === undefined || !Number.isFinite(duration) || duration <= 0) {
      return undefined;
    }
    return { type, duration: Math.round(duration) };
  } catch {
    // Whatever the parser trips over, it is no audio that we could play.
    return undefined;
  }
}
