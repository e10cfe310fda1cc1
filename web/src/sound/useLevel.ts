import { useEffect, useState } from 'react';

const lookEveryMs = 100;
const silent = 128;

/** How loud a sample of sound is, from 0 to 100: its furthest way from silence. */
export function levelOf(samples: Uint8Array): number {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - silent)), 0);
  return Math.min(100, Math.round((100 * loudest) / silent));
}

/** How loud the microphone is at the moment, from 0 to 100; undefined where the browser cannot tell. */
export function useLevel(stream: MediaStream | undefined): number | undefined {
  const [level, setLevel] = useState<number>();
  useEffect(() => {
    setLevel(undefined);
    if (stream === undefined || !('AudioContext' in window)) return undefined;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Uint8Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getByteTimeDomainData(samples);
      setLevel(levelOf(samples));
    }, lookEveryMs);
    return () => {
      clearInterval(timer);
      context.close().catch(() => undefined);
    };
  }, [stream]);
  return level;
}
