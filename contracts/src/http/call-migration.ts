import { z } from 'zod';
import { callDirection, callOutcome } from '../codes/call-codes.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { answeredBy } from '../entities/telephony.js';
import { flag, id, instant } from '../ids.js';
import { callerNumber } from '../phone.js';

/** Audio of a minute or so; longer recordings stay where they are. */
export const maxMigratedAudioBytes = 1_000_000;
/** WAV or MP3, in base64. */
const audio = z.base64().max(Math.ceil(maxMigratedAudioBytes / 3) * 4);
const dayInSeconds = 86_400;

/** A call of another system. */
export const migratedCall = z.object({
  external_id: z.string().min(1).max(200),
  /** Null where no lead has the number. */
  lead_id: id.nullable(),
  lead_name: z.string().max(200),
  number: callerNumber,
  /** Null for nobody in particular. */
  user_id: id.nullable(),
  direction: callDirection,
  outcome: callOutcome,
  answered_by: answeredBy.nullable(),
  at: instant,
  /** Seconds until somebody answered, or until it was over. */
  rang: z.int().min(0).max(600),
  /** Seconds of talk; 0: nobody talked. */
  talked: z.int().min(0).max(dayInSeconds),
  /** It came in and nobody took it: it is in the list of missed calls. */
  missed: z.boolean().default(false),
  recording: z
    .object({ audio, seconds: z.int().min(1).max(dayInSeconds), text: z.string().nullable() })
    .optional(),
  voicemail: z
    .object({ audio, seconds: z.int().min(1).max(600), text: z.string().nullable(), read: flag })
    .optional(),
});
export type MigratedCall = z.infer<typeof migratedCall>;

export const migrateCalls = defineEndpoint({
  name: 'migrateCalls',
  method: 'POST',
  path: '/internal/calls/migration',
  service: 'telephony',
  access: 'internal',
  callers: ['seed'],
  given: false,
  summary:
    'Migrates calls from another system with their times, recordings and voicemails: nobody is rung or texted, and no event is sent. external_id makes it idempotent.',
  body: z.object({ calls: z.array(migratedCall).max(500) }),
  answer: z.object({ saved: z.int(), known: z.int() }),
  example: {
    body: {
      calls: [
        {
          external_id: 'office:1',
          lead_id: '66f0a1b2c3d4e5f601020399',
          lead_name: 'Raymond Okafor',
          number: '+12145550117',
          user_id: '66f0a1b2c3d4e5f601020304',
          direction: 'outbound',
          outcome: 'completed',
          answered_by: null,
          at: '2026-11-18T17:00:00.000Z',
          rang: 12,
          talked: 240,
        },
      ],
    },
    answer: { saved: 1, known: 0 },
  },
});

export const callMigrationEndpoints = [migrateCalls];
