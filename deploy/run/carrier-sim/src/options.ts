import { z } from 'zod';

const sid = (prefix: string) => z.string().regex(new RegExp(`^${prefix}[0-9a-f]{32}$`, 'i'));
const address = z.url({ protocol: /^https?$/ });

export const simOptions = z.object({
  host: z.string().default('127.0.0.1'),
  /** 0 takes any free one. */
  port: z.int().min(0).max(65_535).default(0),
  accountSid: sid('AC'),
  authToken: z.string().min(1),
  apiKeySid: sid('SK'),
  apiSecret: z.string().min(1),
  applicationSid: sid('AP'),
  /** The same seed gives the same sids in the same order. */
  seed: z.string().default('carrier'),
  /** What the application says when a browser calls (the TwiML App's voice address). */
  voiceUrl: address.optional(),
  /** What it says when somebody calls one of its numbers. */
  numberVoiceUrl: address.optional(),
  /** Where texts to its numbers go. */
  smsUrl: address.optional(),
  /** The webhook of the transcription service. */
  transcriptUrl: address.optional(),
  /** Asked where a document cannot be had from one of the addresses above. */
  fallbackUrl: address.optional(),
  /** The numbers that are rented, for the list of them; any number can be called and called from. */
  numbers: z.array(z.string()).default([]),
  /** For tests: holds every request and answer against the published interface; see control.apiProblems(). */
  checksApi: z.boolean().default(false),
  clock: z.enum(['real', 'virtual']).default('real'),
  /** Of the real clock: how many of its seconds pass in one of the machine's. */
  speed: z.number().positive().max(1000).default(1),
  /** Of the virtual clock: when it starts. */
  startAt: z.date().optional(),
  /** Of the virtual clock: how long it must be quiet before time jumps, in the machine's milliseconds. */
  quietMs: z.number().positive().default(5),
});
export type SimOptions = z.output<typeof simOptions>;
export type SimSettings = z.input<typeof simOptions>;
