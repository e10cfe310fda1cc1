import { Readable } from 'node:stream';
import type { Request, RequestHandler, Response, Router } from 'express';
import { answerFile } from '@crm/domain/media/answer-file.js';
import { stateOf } from '@crm/platform/requests/carried-request.js';
import type { EntryLog } from '@crm/platform/audit/audit-log.js';
import type { AuditedAction } from '@crm/platform/audit/audit-entry.js';
import { ownEntry } from '@crm/platform/audit/own-entry.js';
import type { Actor } from '@crm/contracts/access.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import type { TelephonyContext } from '../context.js';
import { streamRecording } from './stream-recording.js';
import { holdMusic } from '../media/hold-music.js';
import { ringTone } from '../media/ring-tone.js';

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
        return answerFile(req, res, {
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
      const { _id, bytes, type, open, subjects, actor } = await streamRecording(
        ctx,
        sessions,
        typeof token === 'string' ? token : '',
      );
      // A player asks for the parts of one recording as it goes: its beginning is entered.
      if (actor !== 'carrier' && beginsAtStart(req)) {
        audit.later(playedEntry(req, { actor, subjects }));
      }
      await answerFile(req, res, { type, bytes, tag: _id.toHexString(), open });
    }),
  );
}
