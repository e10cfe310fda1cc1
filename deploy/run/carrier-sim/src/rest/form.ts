import { z } from 'zod';
import type { Hook, RecordPlan } from '../model.js';
import { RestError } from './rest-error.js';

export type Form = Record<string, string | string[]>;

/** Repeated keys become an array. */
export function readForm(text: string): Form {
  const pairs = new URLSearchParams(text);
  const form: Form = {};
  for (const key of new Set(pairs.keys())) {
    const values = pairs.getAll(key);
    form[key] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return form;
}

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
export const method = z.enum(['GET', 'POST']).default('POST');
export const address = z.url({ protocol: /^https?$/ });

const list = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : value.split(' ')));
export const eventList = (...known: readonly [string, ...string[]]) => list.pipe(z.array(z.enum(known)));

/** Parses the fields of an operation; invalid values are rejected like Twilio does. */
export function parseForm<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const read = schema.safeParse(form);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new RestError(400, 20001, `Parameter ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}

export function hookFrom(
  url: string | undefined,
  verb: 'GET' | 'POST',
  events: readonly string[] | undefined,
  byDefault: readonly string[],
): Hook | undefined {
  return url === undefined ? undefined : { url, method: verb, events: new Set(events ?? byDefault) };
}

export const detectionFields = {
  MachineDetection: z.enum(['Enable', 'DetectMessageEnd']).optional(),
  MachineDetectionTimeout: whole(3, 59).default(30),
  // Tuning parameters, ignored because numbers define who answers and when that is detected.
  MachineDetectionSpeechThreshold: whole(1000, 6000).optional(),
  MachineDetectionSpeechEndThreshold: whole(500, 5000).optional(),
  MachineDetectionSilenceTimeout: whole(2000, 10_000).optional(),
};

export const recordingFields = {
  Record: flag.default(false),
  RecordingChannels: z.enum(['mono', 'dual']).default('mono'),
  RecordingStatusCallback: address.optional(),
  RecordingStatusCallbackMethod: method,
  RecordingStatusCallbackEvent: eventList('in-progress', 'completed', 'absent').optional(),
};

export function recordPlanFrom(form: z.output<z.ZodObject<typeof recordingFields>>): RecordPlan | undefined {
  if (!form.Record) return undefined;
  return {
    channels: form.RecordingChannels === 'dual' ? 2 : 1,
    source: 'OutboundAPI',
    hook: hookFrom(
      form.RecordingStatusCallback,
      form.RecordingStatusCallbackMethod,
      form.RecordingStatusCallbackEvent,
      ['completed'],
    ),
  };
}
