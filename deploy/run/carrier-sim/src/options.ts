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
  /** The same seed produces the same sids in the same order. */
  seed: z.string().default('carrier'),
  /** The URL for calls from browsers (the TwiML App's voice URL). */
  voiceUrl: address.optional(),
  /** The URL for incoming calls. */
  numberVoiceUrl: address.optional(),
  /** The URL for incoming texts. */
  smsUrl: address.optional(),
  /** The webhook of the transcription service. */
  transcriptUrl: address.optional(),
  /** The fallback URL, if a document is unavailable. */
  fallbackUrl: address.optional(),
  /** The rented numbers, E.164; any number can be called and called from. */
  numbers: z.array(z.string().regex(/^\+[1-9]\d{6,14}$/)).default([]),
  /** For tests: validates every request and response against the published interface; see control.apiProblems(). */
  checksApi: z.boolean().default(false),
  clock: z.enum(['real', 'virtual']).default('real'),
  /** Real clock: its speed relative to real time. */
  speed: z.number().positive().max(1000).default(1),
  /** Virtual clock: its start. */
  startAt: z.date().optional(),
  /** Virtual clock: how long it must be quiet before time jumps, in real milliseconds. */
  quietMs: z.number().positive().default(5),
});
export type SimOptions = z.output<typeof simOptions>;
export type SimSettings = z.input<typeof simOptions>;
