import { z } from 'zod';
import { callDirection, callKind, callOutcome } from '../codes/call-codes.js';
import { roleId } from '../codes/roles.js';
import { flag, id, instant } from '../ids.js';
import { currentState, exampleCurrentState } from './agent-state.js';
import { callState } from './telephony.js';

/** A call longer than this needs a look. */
export const longCallMs = 20 * 60_000;
/** Callers are to be answered within this time: the measure of the service level. */
export const answerWithinMs = 20_000;

/** The call that an agent or a guide is in. */
export const floorCall = z.object({
  id,
  lead_id: id.nullable(),
  lead_name: z.string(),
  /** Empty where the status of the lead hides it. */
  number: z.string(),
  direction: callDirection,
  kind: callKind,
  state: callState,
  since: instant,
  /** The agent asks for help. */
  help: z.boolean(),
  conference: z.boolean(),
});
export type FloorCall = z.output<typeof floorCall>;

/** What the dialler of a guide did today; null in live events, which do not count: what was known stays. */
const diallerOnFloor = z.object({
  on: z.boolean(),
  today: z.object({ dialled: z.int().min(0), people: z.int().min(0) }).nullable(),
});

/** One agent or guide on the floor. */
export const floorTile = currentState.extend({
  fullname: z.string(),
  role_id: roleId,
  call: floorCall.nullable(),
  /** How the last call ended. */
  last: z.object({ outcome: callOutcome, direction: callDirection, at: instant }).nullable(),
  /** Null for agents, who have none. */
  dialler: diallerOnFloor.nullable(),
  banned: flag,
  /** When it was composed: an earlier one that arrives late is ignored. */
  at: instant,
});
export type FloorTile = z.output<typeof floorTile>;

/** Somebody who waits for an agent, in the order of the queue. */
export const waitingCaller = z.object({
  /** E.164, or `anonymous`; empty where the status of the lead hides it. */
  number: z.string(),
  /** Empty for a number of no lead. */
  lead_name: z.string(),
  since: instant,
  position: z.int().min(1),
  kind: z.enum(['call', 'callback']),
});
export type WaitingCaller = z.output<typeof waitingCaller>;

/** The incoming calls of today in Los Angeles. */
export const floorToday = z.object({
  answered: z.int().min(0),
  /** Nobody took them. */
  abandoned: z.int().min(0),
  /** The part of all callers that was answered within 20 seconds, from 0 to 1; null where nobody called. */
  service_level: z.number().min(0).max(1).nullable(),
});
export type FloorToday = z.output<typeof floorToday>;

/** The whole floor at one instant. */
export const floor = z.object({
  /** The server's time, for clocks of browsers that differ. */
  now: instant,
  tiles: z.array(floorTile),
  waiting: z.array(waitingCaller),
  today: floorToday,
});
export type Floor = z.output<typeof floor>;

export const exampleTile: FloorTile = {
  ...exampleCurrentState,
  state: 'in-call',
  since: '2026-11-20T17:40:12.000Z',
  until: null,
  fullname: 'Dana Reyes-Whitfield',
  role_id: 2,
  call: {
    ...{ id: '66f0a1b2c3d4e5f6010208aa', lead_id: '66f0a1b2c3d4e5f601020399', lead_name: 'Raymond Okafor' },
    ...{ number: '+12145550117', direction: 'outbound', kind: 'conference', state: 'talking' },
    ...{ since: '2026-11-20T17:40:20.000Z', help: false, conference: true },
  },
  last: { outcome: 'no-answer', direction: 'outbound', at: '2026-11-20T17:38:00.000Z' },
  dialler: null,
  banned: 0,
  at: '2026-11-20T17:41:00.000Z',
};

export const exampleFloor: Floor = {
  now: '2026-11-20T17:41:00.000Z',
  tiles: [exampleTile],
  waiting: [
    {
      ...{ number: '+12145550118', lead_name: 'Ana Whitlock', since: '2026-11-20T17:40:40.000Z' },
      ...{ position: 1, kind: 'call' },
    },
  ],
  today: { answered: 41, abandoned: 3, service_level: 0.86 },
};
