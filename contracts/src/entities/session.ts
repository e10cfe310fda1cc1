import { z } from 'zod';
import { id, instant } from '../ids.js';

/** Minutes without a click after which a session ends. */
export const idleMinutes = z.int().min(5).max(1_440);
export const defaultIdleMinutes = 60;

/** Days after sign-in when a session ends, however much it is used. */
export const sessionDays = z.int().min(1).max(90);
export const defaultSessionDays = 30;

/** A session: everything from one sign-in on, in one browser. */
export const session = z.object({
  id: z.string(),
  user_id: id,
  started_at: instant,
  /** When its browser last reported a click or a key. */
  last_click_at: instant,
  /** The address it was last renewed from, and the network that counts as one place. */
  address: z.string(),
  network: z.string(),
  /** The browser and the system that it says it is; null where it says nothing known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const exampleSession: Session = {
  id: '0b7f4e0a-2f0e-4b0e-9d55-6f4f0a5a8a11',
  user_id: '65f000000000000000000002',
  started_at: '2026-11-20T15:02:00.000Z',
  last_click_at: '2026-11-20T17:40:00.000Z',
  address: '203.0.113.7',
  network: '203.0.113.7',
  browser: 'Chrome',
  system: 'Windows',
  current: true,
};
