import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { id, plainDate } from '../ids.js';

/** Of people who answered the dialler within 30 days, at most this share may be abandoned (16 CFR 310.4(b)(4)(i)). */
export const maxAbandonedShare = 0.03;
/** Somebody has to speak to whoever answers within this time, or the call is abandoned (16 CFR 310.4(b)(1)(iv)). */
export const voiceWithinMs = 2_000;

/** What became of calls that the dialler placed. */
export const diallerFigures = z.object({
  dialled: z.int().min(0),
  /** Answered by somebody, or by nobody knows who or what. */
  people: z.int().min(0),
  machines: z.int().min(0),
  /** People who heard nobody within two seconds. */
  abandoned: z.int().min(0),
  /** Seconds from the answer to the guide's voice, in the mean of all who heard it; null where nobody did. */
  mean_seconds: z.number().min(0).nullable(),
  /** The same of whoever waited longest. */
  longest_seconds: z.number().min(0).nullable(),
});
export type DiallerFigures = z.output<typeof diallerFigures>;

/** Of one guide on one day of Los Angeles. */
export const diallerDay = diallerFigures.extend({ day: plainDate, user_id: id, user_fullname: z.string() });
export type DiallerDay = z.output<typeof diallerDay>;

const days = z
  .object({ from: plainDate, to: plainDate })
  .refine(({ from, to }) => from <= to, { error: 'Must not be before the first day', path: ['to'] });

const figures: DiallerFigures = {
  ...{ dialled: 412, people: 96, machines: 171, abandoned: 2 },
  ...{ mean_seconds: 0.8, longest_seconds: 3.4 },
};
const exampleDay: DiallerDay = {
  ...{ day: '2026-11-20', user_id: '66f0a1b2c3d4e5f601020305', user_fullname: 'Marcus Hale' },
  ...figures,
};
const query = { from: '2026-11-01', to: '2026-11-30' };

export const getDiallerReport = defineEndpoint({
  name: 'getDiallerReport',
  method: 'GET',
  path: '/api/rest/dialler-report',
  service: 'telephony',
  access: 'admin',
  given: false,
  audit: { action: 'dialler-report.read', reads: true },
  summary:
    'What became of the calls of the dialler from one day to another: how many people answered, how soon they heard the guide, and how many were abandoned. By day and guide, newest day first.',
  query: days,
  answer: z.object({ total: diallerFigures, days: z.array(diallerDay) }),
  example: { query, answer: { total: figures, days: [exampleDay] } },
});

export const exportDiallerReport = defineEndpoint({
  name: 'exportDiallerReport',
  method: 'GET',
  path: '/api/rest/dialler-report/days.csv',
  service: 'telephony',
  access: 'admin',
  given: false,
  audit: { action: 'dialler-report.exported', reads: true },
  summary: 'The same by day and guide as CSV. Safe to open in a spreadsheet.',
  query: days,
  answerKind: 'file',
  answer: z.array(diallerDay),
  example: { query, answer: [exampleDay] },
});

export const diallerReportEndpoints = [getDiallerReport, exportDiallerReport];
