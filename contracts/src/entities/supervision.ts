import { z } from 'zod';
import { supervisionMode } from '../codes/supervision-codes.js';
import { id, instant } from '../ids.js';
import { callDirection, callKind } from '../codes/call-codes.js';

/** Who supervises a call, and how. */
export const callSupervisor = z.object({ user_id: id, name: z.string(), mode: supervisionMode });
export type CallSupervisor = z.infer<typeof callSupervisor>;

/** An agent asked for help in the call; `coming`: a supervisor came for it. */
export const helpState = z.enum(['asked', 'coming']);
export type HelpState = z.infer<typeof helpState>;

/** A call that goes on, as admins see it. */
export const supervisedCall = z.object({
  id,
  lead_id: id.nullable(),
  lead_name: z.string(),
  /** The customer's number; empty where the lead is known by name. */
  number: z.string(),
  kind: callKind,
  direction: callDirection,
  state: z.enum(['queued', 'dialing', 'ringing', 'talking']),
  user_id: id.nullable(),
  agent_name: z.string(),
  /** Whether it can be supervised at all: only what is in a conference can. */
  conference: z.boolean(),
  hold: z.boolean(),
  /** When the agent asked for help; null where nobody did. */
  help_asked_at: instant.nullable(),
  supervisor: callSupervisor.nullable(),
  startedAt: instant,
  connectedAt: instant.nullable(),
});
export type SupervisedCall = z.infer<typeof supervisedCall>;

/** The call that the asker supervises, and how they are in it. */
export const supervision = z.object({
  call: supervisedCall,
  mode: supervisionMode,
  /** `ringing` until their device is in the call. */
  state: z.enum(['ringing', 'on']),
  /** When their device came into the call. */
  joinedAt: instant.nullable(),
  /** A second participant who is in the call, or rung; null for none. */
  second: z.string().nullable(),
});
export type Supervision = z.infer<typeof supervision>;

export const exampleSupervisor: CallSupervisor = {
  user_id: '66f0a1b2c3d4e5f601020301',
  name: 'Alex Morgan',
  mode: 'listen',
};
export const exampleSupervisedCall: SupervisedCall = {
  id: '66f0a1b2c3d4e5f6010208aa',
  lead_id: '66f0a1b2c3d4e5f601020399',
  lead_name: 'Raymond Okafor',
  number: '',
  kind: 'conference',
  direction: 'outbound',
  state: 'talking',
  user_id: '66f0a1b2c3d4e5f601020304',
  agent_name: 'Dana Reyes-Whitfield',
  conference: true,
  hold: false,
  help_asked_at: null,
  supervisor: exampleSupervisor,
  startedAt: '2026-11-20T17:40:12.000Z',
  connectedAt: '2026-11-20T17:40:20.000Z',
};
export const exampleSupervision: Supervision = {
  call: exampleSupervisedCall,
  mode: 'listen',
  state: 'on',
  joinedAt: '2026-11-20T17:42:03.000Z',
  second: null,
};
