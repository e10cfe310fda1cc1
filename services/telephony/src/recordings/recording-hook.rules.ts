import { z } from 'zod';

/** What a hook says of a recording that is there. */
export interface RecordingDetails {
  sid: string;
  /** Whole seconds. */
  duration: number;
  startedAt: Date | null;
}

const completed = z.object({
  RecordingSid: z.string().regex(/^RE[0-9a-fA-F]{32}$/),
  RecordingStatus: z.literal('completed'),
  RecordingDuration: z.coerce.number().min(0).max(864_000).transform(Math.floor).catch(0),
  /** RFC 2822. */
  RecordingStartTime: z
    .string()
    .transform((text) => new Date(text))
    .pipe(z.date())
    .optional()
    .catch(undefined),
});

/**
 * Reads the recording hook: undefined where there is none (`absent`), or not yet. The address that it posts is passed
 * over: audio is fetched by the recording's id from the carrier that is configured.
 */
export function recordingDetails(fields: Readonly<Record<string, string>>): RecordingDetails | undefined {
  const read = completed.safeParse({ ...fields });
  if (!read.success) return undefined;
  const { RecordingSid: sid, RecordingDuration: duration, RecordingStartTime: startedAt } = read.data;
  return { sid, duration, startedAt: startedAt ?? null };
}
