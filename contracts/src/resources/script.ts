import type { z } from 'zod';
import { person, instant } from '../fields/kept-kinds.js';
import { richText } from '../fields/rich-text-kind.js';
import { defineResource } from './define-resource.js';

/** More than anybody reads out in a call. */
const scriptLength = 50_000;
const tooLong = 'At most 50,000 characters';

/** A call script that an agent wrote (rule L31). */
export const scripts = defineResource({
  name: 'scripts',
  service: 'leads',
  one: 'script',
  about: 'reference',
  many: 'scripts',
  callsAs: 'rest',
  fields: {
    agent_id: person({ label: 'Agent', example: '66f0a1b2c3d4e5f601020304' }),
    html: richText({
      label: 'Script',
      help: 'The first line becomes the name of its tab.',
      max: scriptLength,
      tooLong,
      required: true,
      example: '<h2>Opening</h2><p>Hi, this is <strong>Dana</strong>.</p>',
    }),
    updatedAt: instant({ label: 'Last change', example: '2026-11-20T17:41:00.000Z' }),
  },
  owner: 'agent_id',
  rights: { read: 'owner', create: 'self', change: 'owner', remove: 'owner' },
  // The first written first.
  sort: ['id', 'ASC'],
  search: [],
  // Each is a tab beside the built-in script: more than these nobody finds again.
  most: { count: 20, sentence: 'At most 20 scripts, please delete one first' },
  says: { created: 'Script saved' },
});
export type Script = z.infer<typeof scripts.record>;
