import { useEffect, useRef, useState } from 'react';
import { useEvent } from 'react-admin';

/** absent: there is no audio yet; failed: it could not be fetched or played. */
export type PlaybackState = 'idle' | 'loading' | 'playing' | 'absent' | 'failed';

/** A URL is valid for five minutes; one nearly expired is requested again. */
const freshMs = 4 * 60_000;
/** A URL younger than this has not expired: a failure then has another cause. */
const surelyFreshMs = 60_000;

/** The active player: only one recording plays at a time. */
let heard: HTMLAudioElement | undefined;

interface Options {
  load: () => Promise<string>;
  onPlay: (() => void) | undefined;
  /** How many times as fast as it was spoken. */
  speed: number;
}

/** Plays one recording: requests its URL on play, and again once it has expired. */
export function usePlayback({ load, onPlay, speed }: Options) {
  const audio = useRef<HTMLAudioElement>(null);
  const address = useRef<{ url: string; since: number }>(undefined);
  const [state, setState] = useState<PlaybackState>('idle');
  const [position, setPosition] = useState(0);
  const [length, setLength] = useState<number>();
  const [source, setSource] = useState<string>();

  useEffect(() => {
    const element = audio.current;
    return () => {
      if (!element || heard !== element) return;
      element.pause();
      heard = undefined;
    };
  }, []);

  useEffect(() => {
    if (!audio.current) return;
    // The default stands for what is loaded later.
    audio.current.defaultPlaybackRate = speed;
    audio.current.playbackRate = speed;
  }, [speed]);

  /** False where there is nothing to play. */
  const fetchAddress = async (element: HTMLAudioElement) => {
    if (address.current && Date.now() - address.current.since < freshMs) return true;
    const url = await load();
    if (url === '') return false;
    address.current = { url, since: Date.now() };
    element.src = url;
    setSource(url);
    element.currentTime = position;
    return true;
  };

  const fail = () => {
    address.current = undefined;
    setState('failed');
  };

  const play = useEvent(async () => {
    const element = audio.current;
    if (!element || state === 'loading') return;
    setState('loading');
    try {
      if (!(await fetchAddress(element))) {
        setState('absent');
        return;
      }
      if (heard !== element) heard?.pause();
      heard = element;
      await element.play();
      onPlay?.();
    } catch (error) {
      // Paused before it started.
      if (error instanceof DOMException && error.name === 'AbortError') setState('idle');
      else fail();
    }
  });

  return {
    state,
    position,
    length,
    /** The address of what is played; undefined until it was. */
    source,
    play,
    pause: () => audio.current?.pause(),
    seek: (seconds: number) => {
      setPosition(seconds);
      if (audio.current && address.current) audio.current.currentTime = seconds;
    },
    /** For the element itself. */
    element: {
      ref: audio,
      preload: 'none' as const,
      onPlaying: () => {
        setState('playing');
      },
      onPause: () => {
        setState('idle');
      },
      onEnded: () => {
        setState('idle');
        setPosition(0);
      },
      onTimeUpdate: () => {
        setPosition(audio.current?.currentTime ?? 0);
      },
      onDurationChange: () => {
        const notified = audio.current?.duration;
        if (notified !== undefined && Number.isFinite(notified)) setLength(notified);
      },
      onError: () => {
        const since = address.current?.since;
        if (since === undefined) return;
        const hasRunOut = Date.now() - since > surelyFreshMs;
        fail();
        if (hasRunOut) void play();
      },
    },
  };
}
