import type { Clock } from '@crm/platform/clock.js';
import type { Audience, LinkSession, MediaKeys } from '@crm/domain/media/file-link.rules.js';
import { audioLinks, type AudioRef } from './audio-links.js';

const userSeconds = 5 * 60;
/** As long as a call may last. */
const carrierSeconds = 4 * 3600;

/** Makes the addresses under which audio plays. They name a record and for whom it plays, and end by themselves. */
export interface MediaLinks {
  /** For one user, by the session token of the call that answers it: five minutes, and no longer than the session. */
  forUser(token: string, audio: AudioRef): string;
  /** For the carrier's player, absolute: as long as the call may last. */
  forCarrier(audio: AudioRef): string;
  /** What the carrier plays to whoever is on hold: the same for all, and no secret. */
  readonly holdMusic: string;
  /** The same while agents are rung for them. */
  readonly ringTone: string;
}

export function createMediaLinks(options: {
  keys: MediaKeys;
  publicBaseUrl: string;
  clock: Clock;
  sessionOf: (token: string) => LinkSession;
}): MediaLinks {
  const { keys, publicBaseUrl, clock, sessionOf } = options;
  const link = (audio: AudioRef, audience: Audience, seconds: number) =>
    `/media/${audioLinks.sign(keys, {
      file: audio,
      audience,
      expiresAt: Math.floor(clock.now().getTime() / 1000) + seconds,
    })}`;

  return {
    forUser: (token, audio) => {
      const { jti, sub, sv, iat } = sessionOf(token);
      return link(audio, { jti, sub, sv, iat }, userSeconds);
    },
    forCarrier: (audio) => `${publicBaseUrl}${link(audio, 'carrier', carrierSeconds)}`,
    holdMusic: `${publicBaseUrl}/media/hold.wav`,
    ringTone: `${publicBaseUrl}/media/ring.wav`,
  };
}
