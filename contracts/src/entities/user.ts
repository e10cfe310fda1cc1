import { z } from 'zod';
import { defaultIdleMinutes, defaultSessionDays, idleMinutes, sessionDays } from './session.js';
import { factorRequirement } from './factor-requirement.js';
import { defaultWrapUpSeconds, wrapUpSeconds } from './agent-state.js';
import { roleId, subroleId } from '../codes/roles.js';
import { stateCode } from '../codes/states.js';
import { agentChoice, flag, id, instant } from '../ids.js';
import { sourceName, sourceWeight } from '../codes/sources.js';
import { heldLicence } from '../licences/held-licence.js';

/** An e-mail address: the standard pattern, at most 254 characters. */
export const email = z.email('E-mail must be valid').max(254);

/** The public user: what any answer and any message may carry of a user (rule A3). */
export const user = z.object({
  id,
  role_id: roleId,
  fname: z.string(),
  lname: z.string(),
  fullname: z.string(),
  email: z.string(),
  phone: z.string(),
  twilio_phone: z.string(),
  online: flag,
  active: flag,
  in_call: flag,
  AD_Status: flag,
  subroles: z.array(subroleId),
  states: z.array(stateCode),
  /** Of agents, without the inactive ones; what an older version publishes has none. */
  licences: z.array(heldLicence).default([]),
  /** The team that an agent is in, or a team lead leads; what an older version publishes has none. */
  team_id: id.nullable().default(null),
  banned: flag,
  not_assign: flag,
  email_credentials_set: z.boolean(),
  text_message: z.string(),
  voice_mail: z.string(),
  uncompleted_lead: id.nullable(),
  version: z.int(),
  updatedAt: instant,
});
export type User = z.infer<typeof user>;

export const exampleUser: User = {
  id: '66f0a1b2c3d4e5f601020304',
  role_id: 2,
  fname: 'Dana',
  lname: 'Reyes-Whitfield',
  fullname: 'Dana Reyes-Whitfield',
  email: 'dana@example.com',
  phone: '+12145550100',
  twilio_phone: '+12145550101',
  online: 1,
  active: 1,
  in_call: 0,
  AD_Status: 0,
  subroles: [1],
  states: ['TX', 'CA'],
  licences: [
    { state: 'TX', line: 'life', from: '2025-03-01', until: '2027-02-28' },
    { state: 'CA', line: 'life', from: '2025-03-01', until: null },
  ],
  team_id: null,
  banned: 0,
  not_assign: 0,
  email_credentials_set: false,
  text_message: '',
  voice_mail: '',
  uncompleted_lead: null,
  version: 3,
  updatedAt: '2026-11-20T17:41:00.000Z',
};

/** An agent as a choice; 'Without agent' has id 0 (rule L8). */
export const agentOption = z.object({
  id: agentChoice,
  role_id: roleId.optional(),
  title: z.string(),
  fullname: z.string(),
  email: z.string().optional(),
});
export type AgentOption = z.infer<typeof agentOption>;

/** Global settings (rule A4). `assignment`: whether new leads find an agent by themselves. */
export const settings = z.object({
  assignment: flag,
  default_phone: z.string(),
  default_text_message: z.string(),
  /** What goes to missed callers who speak Spanish; empty: the same as to all. What an older version publishes has none. */
  default_text_message_es: z.string().default(''),
  default_voice_mail: z.string(),
  /** How long wrap-up after a call lasts at most; 0 for none. What an older version publishes has none. */
  wrap_up_seconds: wrapUpSeconds.default(defaultWrapUpSeconds),
  /** Whether agents see that, by whom and how their call is supervised. */
  supervision_seen: flag,
  /** How early the leads of a source come in the day of agents (rule L38); a source that is missing is normal. */
  source_weights: z.partialRecord(sourceName, sourceWeight).default({}),
  /** Minutes without a click after which sessions end, and days after sign-in (rule A27). */
  session_idle_minutes: idleMinutes.default(defaultIdleMinutes),
  session_days: sessionDays.default(defaultSessionDays),
  /** From which day on which roles sign in with a second factor (rule A32). */
  second_factor: factorRequirement.default({}),
});
export type Settings = z.infer<typeof settings>;

/** What holds before anybody set anything (rule A4). */
export const noSettings: Settings = {
  ...{ assignment: 0, default_phone: '', default_text_message: '', default_voice_mail: '' },
  default_text_message_es: '',
  ...{ wrap_up_seconds: defaultWrapUpSeconds, supervision_seen: 1, source_weights: {} },
  ...{ session_idle_minutes: defaultIdleMinutes, session_days: defaultSessionDays, second_factor: {} },
};

export const exampleSettings: Settings = {
  assignment: 0,
  default_phone: '+12145550199',
  default_text_message: 'Thank you for calling. We will call you back soon.',
  default_text_message_es: 'Gracias por llamar. Le devolveremos la llamada pronto.',
  default_voice_mail: '',
  wrap_up_seconds: defaultWrapUpSeconds,
  supervision_seen: 1,
  source_weights: { liveTransfer: 3 },
  session_idle_minutes: defaultIdleMinutes,
  session_days: defaultSessionDays,
  second_factor: { admin: '2026-12-01' },
};
