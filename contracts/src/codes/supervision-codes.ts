import { z } from 'zod';

/**
 * How an admin supervises a call. `listen`: nobody receives their voice; `whisper`: the agent alone does; `join`: everybody
 * does.
 */
export const supervisionMode = z.enum(['listen', 'whisper', 'join']);
export type SupervisionMode = z.infer<typeof supervisionMode>;
