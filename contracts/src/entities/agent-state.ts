import { z } from 'zod';
import { id, instant } from '../ids.js';

/** Why an agent went offline, where they say so. */
export const awayReason = z.enum(['break', 'lunch', 'training', 'meeting']);
export type AwayReason = z.infer<typeof awayReason>;

/** What an agent or a guide is doing, by the server's time (deploy/docs/statistics.md, Time by state). */
export const agentState = z.enum(['ready', 'in-call', 'wrap-up', ...awayReason.options, 'offline']);
export type AgentState = z.infer<typeof agentState>;

/** How long wrap-up lasts at most, in seconds, unless the agency sets something else; 0 is no wrap-up. */
export const defaultWrapUpSeconds = 120;
/** The longest limit that can be set. */
export const maxWrapUpSeconds = 3_600;
export const wrapUpSeconds = z.int().min(0).max(maxWrapUpSeconds);

/** The state of one agent or guide as it is now. */
export const currentState = z.object({
  user_id: id,
  state: agentState,
  /** The reason picked, also while a call of somebody who is away goes on. */
  reason: awayReason.nullable(),
  since: instant,
  /** When wrap-up ends by itself; null in every other state. */
  until: instant.nullable(),
});
export type CurrentState = z.infer<typeof currentState>;

/** A state that an agent or a guide has left. */
export const stateInterval = z.object({
  user_id: id,
  state: agentState,
  from: instant,
  to: instant,
  /** The call, or the one that wrap-up followed. */
  call_id: id.nullable(),
});
export type StateInterval = z.infer<typeof stateInterval>;

const userId = '66f0a1b2c3d4e5f601020304';

export const exampleCurrentState: CurrentState = {
  user_id: userId,
  state: 'wrap-up',
  reason: null,
  since: '2026-11-20T17:47:12.000Z',
  until: '2026-11-20T17:49:12.000Z',
};

export const exampleInterval: StateInterval = {
  user_id: userId,
  state: 'in-call',
  from: '2026-11-20T17:40:12.000Z',
  to: '2026-11-20T17:47:12.000Z',
  call_id: '66f0a1b2c3d4e5f6010208aa',
};
