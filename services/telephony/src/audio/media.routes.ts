import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response, Router } from 'express';
import { stateOf } from '@crm/platform/requests/carried-request.js';
import type { EntryLog } from '@crm/platform/audit/audit-log.js';
import type { AuditedAction } from '@crm/platform/audit/audit-entry.js';
import { ownEntry } from '@crm/platform/audit/own-entry.js';
import type { Actor } from '@crm/contracts/access.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import type { TelephonyContext } from '../context.js';
import type { AudioType } from '../media/audio-content.js';
import { openAudio } from '../media/audio-files.js';
import { askedRange } from '../media/byte-range.rules.js';
import { streamRecording } from './stream-recording.js';
import { holdMusic } from '../media/hold-music.js';
import { ringTone } from '../media/ring-tone.js';

/** It is somebody's voice: no cache keeps it, no page takes it for anything else, and no address goes on to another site. */
const headers = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'accept-ranges': 'bytes',
} as const;

interface Playing {
  type: AudioType;
  bytes: number;
  /** Names the content: what it names never changes. */
  tag: string;
  open: (range: { start: number; end: number }) => Readable;
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

/** Answers the whole or the part that is asked for, as fast as it is taken and no faster. */
async function play(req: Request, res: Response, { type, bytes, tag, open }: Playing): Promise<void> {
  const etag = `"${tag}"`;
  for (const [name, value] of Object.entries({ ...headers, etag })) res.setHeader(name, value);
  const isSame = req.headers['if-range'] === undefined || req.headers['if-range'] === etag;
  // A range is of a GET alone; where what the asker has is not this, all of it is answered.
  const asked = req.method === 'GET' && isSame ? askedRange(req.headers.range, bytes) : 'whole';
  if (asked === 'outside') {
    res.statusCode = 416;
    res.setHeader('content-range', `bytes */${String(bytes)}`);
    res.end();
    return;
  }
  const { start, end } = asked === 'whole' ? { start: 0, end: bytes - 1 } : asked;
  res.statusCode = asked === 'whole' ? 200 : 206;
  if (asked !== 'whole') {
    res.setHeader('content-range', `bytes ${String(start)}-${String(end)}/${String(bytes)}`);
  }
  res.setHeader('content-type', type);
  res.setHeader('content-length', end - start + 1);
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const source = open({ start, end });
  try {
    await pipeline(source, res);
  } catch (error) {
    // Whoever listened went away, or jumped elsewhere.
    if (!hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}

const beginsAtStart = ({ headers: { range } }: Request) =>
  range === undefined || range.startsWith('bytes=0-');

/** The audit entry of somebody who plays a recording. */
function playedEntry(
  req: Request,
  { actor, subjects }: { actor: Actor; subjects: readonly string[] },
): AuditedAction {
  return ownEntry({
    at: stateOf(req).receivedAt,
    ...{ actor_id: actor.id, actor_name: actor.fullname },
    ...{ action: 'recording.played', subjects, address: req.ip ?? '' },
  });
}

const serving =
  (serve: (req: Request, res: Response) => Promise<void>): RequestHandler =>
  (req, res, next) => {
    serve(req, res).catch((thrown: unknown) => {
      next(thrown instanceof Error ? thrown : new Error('Audio could not be played', { cause: thrown }));
    });
  };

/**
 * Mounts where audio plays. Players ask without a session token, so that the address itself says who may listen; it is a
 * secret and appears in no log.
 */
export function mountMedia(
  router: Router,
  ctx: TelephonyContext,
  { sessions, audit }: { sessions: Pick<Sessions, 'isOver' | 'isFresh' | 'catchUp'>; audit: EntryLog },
): void {
  for (const [name, made] of Object.entries({ hold: holdMusic, ring: ringTone })) {
    router.get(
      `/media/${name}.wav`,
      serving((req, res) => {
        const sound = made();
        return play(req, res, {
          type: 'audio/wav',
          bytes: sound.length,
          tag: name,
          open: ({ start, end }) => Readable.from([sound.subarray(start, end + 1)]),
        });
      }),
    );
  }
  router.get(
    '/media/:token',
    serving(async (req, res) => {
      stateOf(req).route = '/media/{token}';
      const { token } = req.params;
      audit.requireRoom();
      const { _id, bytes, type, subjects, actor } = await streamRecording(
        ctx,
        sessions,
        typeof token === 'string' ? token : '',
      );
      // A player asks for the parts of one recording as it goes: its beginning is entered.
      if (actor !== 'carrier' && beginsAtStart(req)) {
        audit.later(playedEntry(req, { actor, subjects }));
      }
      await play(req, res, {
        type,
        bytes,
        tag: _id.toHexString(),
        open: (range) => openAudio(ctx.audio, _id, range),
      });
    }),
  );
}
