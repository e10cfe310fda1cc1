import { useEffect, useState } from 'react';

const lookEveryMs = 100;
/** As quiet as a room without anybody: the beginning of the scale, in decibels below the loudest that can be. */
const quietestDb = -60;

/**
 * How loud samples of sound between -1 and 1 are, from 0 to 100 in equal steps of decibels, as the ear hears: a quiet room
 * is 0, a voice is above 40.
 */
export function levelOf(samples: Float32Array): number {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const db = 20 * Math.log10(loudest);
  return Math.max(0, Math.min(100, Math.round(100 * (1 - db / quietestDb))));
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
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      setLevel(levelOf(samples));
    }, lookEveryMs);
    return () => {
      clearInterval(timer);
      context.close().catch(() => undefined);
    };
  }, [stream]);
  return level;
}
