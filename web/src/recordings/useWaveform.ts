import { useQuery } from '@tanstack/react-query';
import { loudnessOf } from './waveform.rules.js';

/** As many bars as stand apart in the width of a player. */
const barCount = 72;
/** Longer recordings are played without: an hour at this rate is 115 MB of samples. */
const longestSeconds = 1_800;
const sampleRate = 8_000;

async function readLoudness(url: string, signal: AbortSignal): Promise<number[] | null> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) return null;
  const context = new OfflineAudioContext(1, 1, sampleRate);
  const decoded = await context.decodeAudioData(await answer.arrayBuffer());
  return loudnessOf(decoded.getChannelData(0), barCount);
}

/** Where in a recording somebody speaks, once its file is fetched; undefined until then, and where it cannot be read. */
export function useWaveform(url: string | undefined, seconds: number): readonly number[] | undefined {
  // The signature of an address changes, the file that it leads to does not.
  const file = url?.split('?')[0];
  const { data } = useQuery({
    queryKey: ['waveform', file],
    queryFn: ({ signal }) => (url === undefined ? null : readLoudness(url, signal)),
    enabled: url !== undefined && seconds > 0 && seconds <= longestSeconds && 'OfflineAudioContext' in window,
    staleTime: Infinity,
    retry: false,
  });
  return data ?? undefined;
}
