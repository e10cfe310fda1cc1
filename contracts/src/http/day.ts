import { z } from 'zod';
import { dayCounts, dayRow, exampleDayRow } from '../entities/day.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { id, instant } from '../ids.js';

export const listDay = defineEndpoint({
  name: 'listDay',
  method: 'GET',
  path: '/api/rest/day',
  service: 'leads',
  access: 'admin|agent',
  given: false,
  audit: { action: 'leads.listed', reads: true, lists: 'answer.rows[].lead.id' },
  summary:
    "The leads that the asker contacts next, in order, each with its reason (rule L38): an agent's own; for an admin those without an agent. At most 30.",
  answer: z.object({
    rows: z.array(dayRow),
    counts: dayCounts,
    as_of: instant,
    /** When the clock alone changes the list: something falls due, opens or closes. Null where nothing is known to. */
    changes_at: instant.nullable(),
  }),
  example: {
    answer: {
      rows: [exampleDayRow],
      counts: { callback: 1, reply: 0, new: 0, retry: 0 },
      as_of: '2026-11-20T18:00:00.000Z',
      changes_at: '2026-11-20T18:30:00.000Z',
    },
  },
});

export const drawNext = defineEndpoint({
  name: 'drawNext',
  method: 'POST',
  path: '/api/rest/day/next',
  service: 'leads',
  access: 'admin|agent',
  given: false,
  audit: { action: 'lead.drawn', reads: true },
  summary:
    'Takes the first lead of the list that may be contacted now and that nobody holds, and holds it for the asker for ten seconds, in which their window opens it: nobody else draws it. 307 while another lead is to be completed.',
  body: z.object({
    /** A lead that is not to come again: the one just worked. */
    without: z.array(id).max(20).default([]),
  }),
  answer: z.object({
    /** Null where nothing is left to contact now. */
    row: dayRow.nullable(),
    /** With no row: when the next one may be contacted; null where none is known. */
    opens_at: instant.nullable(),
  }),
  example: { body: { without: [] }, answer: { row: exampleDayRow, opens_at: null } },
});

export const dayEndpoints = [listDay, drawNext] as const;
