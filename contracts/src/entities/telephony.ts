import { z } from 'zod';
import { callDirection, callKind, callOutcome } from '../codes/call-codes.js';
import { outcome } from '../errors.js';
import { agentChoice, flag, id, instant } from '../ids.js';
import { callSupervisor, helpState } from './supervision.js';

export {
  callDirection,
  callKind,
  callOutcome,
  type CallDirection,
  type CallKind,
  type CallOutcome,
} from '../codes/call-codes.js';

/** Only ever forward, in this order. */
export const callState = z.enum(['queued', 'dialing', 'ringing', 'talking', 'ended']);
export type CallState = z.infer<typeof callState>;

/** Who or what took the call, as far as it is known. */
export const answeredBy = z.enum(['human', 'machine', 'fax', 'unknown']);
export type AnsweredBy = z.infer<typeof answeredBy>;

/** The second party of a conference; `ringing` counts as on for the dialog's buttons (`sockets.json`). */
export const participantState = z.enum(['ringing', 'on', 'off']);
export type ParticipantState = z.infer<typeof participantState>;

/** What the conference dialogs work with; the customer's leg is `callSid`. */
export const conferenceParams = z.object({
  conferenceSid: z.string(),
  callSid: z.string(),
  lead_id: id.nullable(),
  hold: z.boolean(),
});
export type ConferenceParams = z.infer<typeof conferenceParams>;

export const secondParticipant = z.object({
  conferenceSid: z.string(),
  callSid: z.string(),
  number: z.string(),
  state: participantState,
});
export type SecondParticipant = z.infer<typeof secondParticipant>;

/** A call of a user as the server knows it: what the panel and the banner show, after a reload too. */
export const liveCall = z.object({
  id,
  user_id: id,
  lead_id: id.nullable(),
  lead_name: z.string(),
  number: z.string(),
  kind: callKind,
  direction: callDirection,
  state: callState,
  /** Null until it ended. */
  outcome: callOutcome.nullable(),
  /** Why it came out so, where a person should know: the rule's sentence, the carrier's reason. */
  reason: z.string(),
  conference: conferenceParams.nullable(),
  second: secondParticipant.nullable(),
  /** It is a call with a colleague, whose name is in place of a lead's: there is no customer, and nothing is recorded. */
  colleague: z.boolean().default(false),
  /** Nothing is recorded at the moment: somebody reads out their bank account. */
  recording_paused: z.boolean(),
  /** Who supervises it; null for nobody, and where the agency does not show that to agents. */
  supervisor: callSupervisor.nullable(),
  /** Whether the agent asked for help; null where not. */
  help: helpState.nullable(),
  startedAt: instant,
  /** When the customer answered. */
  connectedAt: instant.nullable(),
  endedAt: instant.nullable(),
  version: z.int(),
});
export type LiveCall = z.infer<typeof liveCall>;

/** A recorded call (rule C8). `url` plays for some minutes; empty while the carrier has not handed it over. */
export const callRecord = z.object({
  id,
  createdAt: instant,
  lead_id: id.nullable(),
  leadName: z.string(),
  user_id: agentChoice,
  agentName: z.string(),
  /** Whole seconds. */
  duration: z.int().min(0),
  url: z.string(),
  /** What was said; null while, or because, nobody wrote it down. */
  text: z.string().nullable(),
});
export type CallRecord = z.infer<typeof callRecord>;

/** Records shorter than this many seconds are not loaded into the table (rule C8). */
export const recordsTableMinimum = 123;

/** A voicemail that an agent drops (rule C11). */
export const voicemail = z.object({
  id,
  url: z.string(),
  title: z.string(),
  duration: z.int().min(0),
  createdAt: instant,
});
export type Voicemail = z.infer<typeof voicemail>;

/** What a customer left. `read` once whoever it was for has played it (rule C9). */
export const customerVoicemail = z.object({
  id,
  url: z.string(),
  createdAt: instant,
  lead_id: id.nullable(),
  lead_name: z.string(),
  number: z.string(),
  /** Whose it is; 0 for one that all admins share. */
  user_id: agentChoice,
  duration: z.int().min(0),
  text: z.string().nullable(),
  read: flag,
});
export type CustomerVoicemail = z.infer<typeof customerVoicemail>;

/** A call that nobody took (rule C10); `user_id` 0 where it was for nobody in particular. */
export const missedCall = z.object({
  id,
  /** E.164, or `anonymous`. */
  number: z.string(),
  updated: instant,
  lead_id: id.nullable(),
  lead_name: z.string(),
  user_id: agentChoice,
  /** The caller asked to be called back, and nobody did in time. */
  callback: z.boolean().default(false),
});
export type MissedCall = z.infer<typeof missedCall>;

/** Somebody who waits on the line, or who kept their place in the queue to be called back. */
export const queuedKind = z.enum(['caller', 'callback']);
export type QueuedKind = z.infer<typeof queuedKind>;

/** Why somebody waits no longer; `callback`: they were called back. */
export const dequeuedReason = z.enum(['answered', 'abandoned', 'callback', 'timeout', 'closed']);
export type DequeuedReason = z.infer<typeof dequeuedReason>;

/** A call in the queue as it stands now, the one who came first first. */
export const waitingCall = z.object({
  call_id: id,
  position: z.int().min(1),
  kind: queuedKind,
  /** E.164, or `anonymous`. */
  number: z.string(),
  lead_id: id.nullable(),
  lead_name: z.string(),
  since: instant,
  /** Whom it rings for, or is offered to, right now. */
  user_ids: z.array(id),
});
export type WaitingCall = z.infer<typeof waitingCall>;

/** A caller to be called back, offered to one agent until another one is asked. */
export const callbackOffer = z.object({
  call_id: id,
  number: z.string(),
  lead_id: id.nullable(),
  lead_name: z.string(),
  /** When they called. */
  since: instant,
  until: instant,
});
export type CallbackOffer = z.infer<typeof callbackOffer>;

/** A missed call as it is listed: with what the caller left, null where nothing was, or the asker may not hear it. */
export const listedMissedCall = missedCall.extend({
  voicemail: customerVoicemail.pick({ id: true, duration: true, text: true, read: true }).nullable(),
});
export type ListedMissedCall = z.infer<typeof listedMissedCall>;

/** How a guide's automatic dialler stands. */
export const diallerState = z.object({
  on: z.boolean(),
  /** The numbers of a run that was chosen; null while the guide's own list is worked through. */
  run: z.object({ total: z.int(), done: z.int() }).nullable(),
  /** What is being dialled, or talked to. */
  call: liveCall.nullable(),
});
export type DiallerState = z.infer<typeof diallerState>;

/** What came of the server's own next dial for a guide, and whether their dialler is still on. */
export const nextDial = outcome.extend({ guide_id: id, on: z.boolean() });
export type NextDial = z.infer<typeof nextDial>;

const leadId = '66f0a1b2c3d4e5f601020399';
const userId = '66f0a1b2c3d4e5f601020304';

export const exampleNextDial: NextDial = {
  status: 'success',
  message: 'Calling Raymond Okafor',
  guide_id: userId,
  on: true,
};

export const exampleConference: ConferenceParams = {
  conferenceSid: 'CF8f1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e',
  callSid: 'CA0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  lead_id: leadId,
  hold: false,
};
export const exampleSecond: SecondParticipant = {
  conferenceSid: exampleConference.conferenceSid,
  callSid: 'CA1b2c3d4e5f60718293a4b5c6d7e8f90a',
  number: '+12145550118',
  state: 'ringing',
};
export const exampleLiveCall: LiveCall = {
  id: '66f0a1b2c3d4e5f6010208aa',
  user_id: userId,
  lead_id: leadId,
  lead_name: 'Raymond Okafor',
  number: '+12145550117',
  kind: 'conference',
  direction: 'outbound',
  state: 'talking',
  outcome: null,
  reason: '',
  conference: exampleConference,
  second: null,
  colleague: false,
  recording_paused: false,
  supervisor: null,
  help: null,
  startedAt: '2026-11-20T17:40:12.000Z',
  connectedAt: '2026-11-20T17:40:20.000Z',
  endedAt: null,
  version: 7,
};
export const exampleRecord: CallRecord = {
  id: '66f0a1b2c3d4e5f6010209bb',
  createdAt: '2026-11-20T17:40:20.000Z',
  lead_id: leadId,
  leadName: 'Raymond Okafor',
  user_id: userId,
  agentName: 'Dana Reyes-Whitfield',
  duration: 412,
  url: '/media/eyJyIjoiNjZmMCJ9.3yq',
  text: null,
};
export const exampleVoicemail: Voicemail = {
  id: '66f0a1b2c3d4e5f6010209cc',
  url: '/media/eyJyIjoiNjZmMSJ9.7hw',
  title: 'Sorry that I missed you',
  duration: 18,
  createdAt: '2026-11-19T18:02:00.000Z',
};
export const exampleCustomerVoicemail: CustomerVoicemail = {
  id: '66f0a1b2c3d4e5f6010209dd',
  url: '/media/eyJyIjoiNjZmMiJ9.1kd',
  createdAt: '2026-11-20T16:12:00.000Z',
  lead_id: leadId,
  lead_name: 'Raymond Okafor',
  number: '+12145550117',
  user_id: userId,
  duration: 21,
  text: 'Please call me back after five.',
  read: 0,
};
export const exampleMissedCall: MissedCall = {
  id: '66f0a1b2c3d4e5f6010209ee',
  number: '+12145550117',
  updated: '2026-11-20T16:12:00.000Z',
  lead_id: leadId,
  lead_name: 'Raymond Okafor',
  user_id: userId,
  callback: false,
};
export const exampleCallbackOffer: CallbackOffer = {
  call_id: '66f0a1b2c3d4e5f6010208aa',
  number: '+12145550117',
  lead_id: leadId,
  lead_name: 'Raymond Okafor',
  since: '2026-11-20T16:12:00.000Z',
  until: '2026-11-20T16:20:30.000Z',
};
export const exampleListedMissedCall: ListedMissedCall = { ...exampleMissedCall, voicemail: null };
