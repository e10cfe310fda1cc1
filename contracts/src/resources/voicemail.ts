import type { z } from 'zod';
import { count, person, instant } from '../fields/kept-kinds.js';
import { text } from '../fields/text-kinds.js';
import { defineResource } from './define-resource.js';

/** A voicemail that an agent drops on machines; it comes as a file, by a call that takes one. */
export const outboundVoicemails = defineResource({
  name: 'outbound-voicemails',
  service: 'telephony',
  one: 'voicemail',
  many: 'voicemails',
  callsAs: 'rest',
  fields: {
    user_id: person({ label: 'User', example: '66f0a1b2c3d4e5f601020304' }),
    title: text({ label: 'Title', max: 200, writable: 'never', example: 'Sorry that I missed you' }),
    /** Of what is heard, in seconds. */
    duration: count({ label: 'Duration', writable: 'never', example: 18 }),
    createdAt: instant({ label: 'Added', example: '2026-11-20T17:41:00.000Z' }),
  },
  owner: 'user_id',
  rights: { read: 'owner', remove: 'owner' },
  // The last one first.
  sort: ['createdAt', 'DESC'],
  search: ['title'],
  most: { count: 50, sentence: '50 voicemails is the maximum, please remove one first' },
  says: { created: 'Voicemail added', removed: 'Voicemail removed' },
});
export type OutboundVoicemail = z.infer<typeof outboundVoicemails.record>;
