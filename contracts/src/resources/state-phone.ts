import type { z } from 'zod';
import { stateCode } from '../codes/states.js';
import { flag } from '../fields/choice-kinds.js';
import { phoneOrEmpty, text } from '../fields/text-kinds.js';
import { words } from '../fields/several-kinds.js';
import { defineResource } from './define-resource.js';

/** The number that leads of a state are called from, and the area codes that count as its own (rule A19). */
export const statePhones = defineResource({
  name: 'phones',
  service: 'telephony',
  one: 'state number',
  about: 'reference',
  many: 'state numbers',
  id: { schema: stateCode, example: 'TX' },
  fields: {
    name: text({ label: 'State', max: 40, writable: 'never', example: 'Texas' }),
    phone: phoneOrEmpty({ label: 'Phone number', example: '+12145550199' }),
    codes: words({
      label: 'Area codes',
      help: 'Three digits each, separated by spaces or commas',
      each: {
        matches: /^[2-9]\d{2}$/,
        wrong: (code) => `${code} is not an area code`,
        twice: (code) => `${code} is listed twice`,
      },
      max: 60,
      example: ['214', '469', '972'],
    }),
    /** On unless an admin turned it off. */
    announce: flag({
      label: 'Announce at the start of a call that it is recorded',
      short: 'Announced',
      initially: 1,
      example: 1,
    }),
  },
  rights: { read: 'admin', change: 'admin' },
  sort: ['name', 'ASC'],
  search: ['name', 'phone', 'codes'],
  filters: ['announce'],
  says: { changed: 'Phone saved' },
});
export type StatePhone = z.output<typeof statePhones.record>;
