import { z } from 'zod';
import { textLength, textTooLong } from '../codes/message-lengths.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { wrapUpSeconds } from '../entities/agent-state.js';
import { factorRequirement } from '../entities/factor-requirement.js';
import { idleMinutes, sessionDays } from '../entities/session.js';
import { exampleSettings, settings } from '../entities/user.js';
import { outcome } from '../errors.js';
import { flag } from '../ids.js';
import { onceRight } from '../once-right.js';
import { optionalPhone } from '../phone.js';

const saved = { status: 'success', message: 'Saved' } as const;

export const getSettings = defineEndpoint({
  name: 'getSettings',
  method: 'GET',
  path: '/api/settings/get',
  service: 'auth',
  access: 'signed-in',
  given: true,
  audit: 'none',
  summary: 'The global settings.',
  answer: z.object({ settings }),
  example: { answer: { settings: exampleSettings } },
});

export const updateSettings = defineEndpoint({
  name: 'updateSettings',
  method: 'POST',
  path: '/api/settings/update',
  service: 'auth',
  access: 'admin',
  given: true,
  audit: { action: 'settings.updated', subject: 'settings' },
  summary: 'Sets automatic assignment and the default phone.',
  body: z.object({ assignment: flag, default_phone: optionalPhone }),
  answer: outcome.extend({ settings }),
  example: {
    body: { assignment: 0, default_phone: '(214)555-0199' },
    answer: { settings: exampleSettings, ...saved },
  },
});

export const updateSettingsFields = defineEndpoint({
  name: 'updateSettingsFields',
  method: 'POST',
  path: '/api/settings/update-fields',
  service: 'auth',
  access: 'admin',
  given: true,
  audit: { action: 'settings.updated', subject: 'settings' },
  summary:
    'Sets the default callback text, the one in Spanish, the default voicemail, the limit of wrap-up, whether agents see that they are supervised, how early the leads of each source come, when sessions end, or which roles need a second factor from which day on.',
  body: z.object({
    fields: z
      .strictObject({
        default_text_message: z.string().max(textLength, textTooLong).optional(),
        default_text_message_es: z.string().max(textLength, textTooLong).optional(),
        default_voice_mail: z.string().max(2000).optional(),
        wrap_up_seconds: wrapUpSeconds.optional(),
        supervision_seen: flag.optional(),
        source_weights: settings.shape.source_weights.unwrap().optional(),
        session_idle_minutes: idleMinutes.optional(),
        session_days: sessionDays.optional(),
        second_factor: factorRequirement.optional(),
      })
      .refine((fields) => Object.keys(fields).length > 0, {
        message: 'Specify the field to change',
        ...onceRight(
          'default_text_message',
          'default_text_message_es',
          'default_voice_mail',
          'wrap_up_seconds',
          'supervision_seen',
          'source_weights',
          'session_idle_minutes',
          'session_days',
          'second_factor',
        ),
      }),
  }),
  answer: outcome.extend({ settings }),
  example: {
    body: { fields: { default_text_message: 'We will call you back soon.' } },
    answer: { settings: exampleSettings, ...saved },
  },
});

export const snapshotSettings = defineEndpoint({
  name: 'snapshotSettings',
  method: 'GET',
  path: '/internal/snapshot/settings',
  service: 'auth',
  access: 'internal',
  callers: ['leads', 'telephony', 'messaging'],
  given: false,
  summary: 'Snapshot of the global settings with their version, to build a projection.',
  answer: z.object({ settings, version: z.int() }),
  example: { answer: { settings: exampleSettings, version: 3 } },
});

export const settingsEndpoints = [getSettings, updateSettings, updateSettingsFields, snapshotSettings];
