import { z } from 'zod';
import { choice, flag } from '../fields/choice-kinds.js';
import { wholeNumber } from '../fields/number-kinds.js';
import { laterField } from '../fields/later-field.js';
import { longText } from '../fields/text-kinds.js';
import { pacificZone } from '../time/pacific.js';
import { defineResource } from './define-resource.js';
import { closedDays, daily, weekHours } from './week-hours.js';

/** The time zones of the United States, by their IANA names. */
const timeZones = [
  { id: 'America/New_York', name: 'Eastern' },
  { id: 'America/Chicago', name: 'Central' },
  { id: 'America/Denver', name: 'Mountain' },
  { id: 'America/Phoenix', name: 'Arizona' },
  { id: pacificZone, name: 'Pacific' },
  { id: 'America/Anchorage', name: 'Alaska' },
  { id: 'Pacific/Honolulu', name: 'Hawaii' },
] as const;

/** The one record of its kind: the agency's. */
export const openingHoursId = 'agency';

/**
 * When the numbers that all agents share are answered, and how callers wait for them. Outside of the hours callers leave a
 * voicemail at once. An agent's own number rings whenever the agent is online.
 */
export const openingHours = defineResource({
  name: 'opening-hours',
  service: 'telephony',
  one: 'opening hours',
  about: 'reference',
  many: 'opening hours',
  id: { schema: z.literal(openingHoursId), example: openingHoursId },
  fields: {
    hours: weekHours({ empty: daily('00:00', '24:00'), example: daily('08:00', '18:00') }),
    time_zone: choice({
      label: 'Time zone',
      of: timeZones,
      required: true,
      none: 'Choose a time zone',
      example: pacificZone,
    }),
    closed_days: closedDays({ example: ['federal', '2026-12-24'] }),
    closed_text: longText({
      label: 'Said when closed',
      max: 500,
      help: 'Read out before the tone. If empty, the default voicemail greeting is played',
      example: 'We are closed. Please leave a message after the tone.',
    }),
    closed_text_es: laterField(
      longText({
        label: 'Said to Spanish speakers when closed',
        short: 'Said in Spanish when closed',
        max: 500,
        help: 'Read out to callers whose lead has Spanish as its language. If empty, they are asked in Spanish to leave a message',
        example: 'Estamos cerrados. Por favor, deje un mensaje después del tono.',
      }),
    ),
    max_wait: wholeNumber({
      label: 'Longest wait in the queue, minutes',
      short: 'Longest wait',
      required: true,
      none: 'Enter the longest wait',
      min: 1,
      max: 60,
      example: 10,
    }),
    offer_callback: flag({
      label: 'Offer waiting callers a callback',
      short: 'Callback',
      initially: 1,
      example: 1,
    }),
  },
  rights: { read: 'admin', change: 'admin' },
  sort: ['id', 'ASC'],
  search: [],
  says: { changed: 'Opening hours saved' },
});
/** The agency's opening hours as they are kept. */
export type OpeningHours = z.output<typeof openingHours.record>;
