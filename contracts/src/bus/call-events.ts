import { z } from 'zod';
import {
  answeredBy,
  callDirection,
  callKind,
  callOutcome,
  callRecord,
  callbackOffer,
  conferenceParams,
  customerVoicemail,
  dequeuedReason,
  exampleCallbackOffer,
  exampleConference,
  exampleCustomerVoicemail,
  exampleLiveCall,
  exampleMissedCall,
  exampleNextDial,
  exampleRecord,
  exampleSecond,
  liveCall,
  missedCall,
  nextDial,
  queuedKind,
  secondParticipant,
} from '../entities/telephony.js';
import { callSupervisor, exampleSupervisor } from '../entities/supervision.js';
import { callIssue, callThumb, exampleQuality, qualityFigures } from '../entities/call-quality.js';
import { agentChoice, id, instant } from '../ids.js';
import { callerNumber } from '../phone.js';
import { defineMessage } from './envelope.js';

const telephony = ['telephony'] as const;
const { id: callId, user_id: userId, lead_id: leadId } = exampleLiveCall;
/** Whose call it is; null for one that was for nobody in particular. The call itself is for browsers and not kept. */
const ofACall = { call_id: id, user_id: id.nullable(), lead_id: id.nullable(), call: liveCall.nullable() };
const exampleOfACall = { call_id: callId, user_id: userId, lead_id: leadId, call: exampleLiveCall };

export const callStarted = defineMessage({
  type: 'call.started',
  owner: telephony,
  consumers: ['auth', 'leads', 'messaging', 'telephony'],
  summary: 'A call started; an outgoing one counts as a contact attempt.',
  data: z.object({
    call_id: z.string().min(1),
    lead_id: id.nullable(),
    user_id: id.nullable(),
    /** Of whoever calls us, that of any country. */
    number: callerNumber,
    direction: callDirection,
    kind: callKind,
  }),
  example: {
    call_id: callId,
    lead_id: leadId,
    user_id: userId,
    number: '+12145550117',
    direction: 'outbound',
    kind: 'single',
  },
});

export const callRinging = defineMessage({
  type: 'call.ringing',
  owner: telephony,
  consumers: ['gateway', 'telephony'],
  summary: 'The other party is ringing.',
  data: z.object(ofACall),
  example: exampleOfACall,
});

export const callConnected = defineMessage({
  type: 'call.connected',
  owner: telephony,
  consumers: ['auth', 'gateway', 'leads', 'messaging', 'telephony'],
  summary:
    'The other party answered, or a colleague took over the call from the given user. Of a call between colleagues it is told for both. For a dialler call: the guide is connected, and again once machine detection has finished.',
  /** answeredBy: null while it is being found out. */
  data: z.object({ ...ofACall, answeredBy: answeredBy.nullable(), handed_over_by: id.optional() }),
  example: { ...exampleOfACall, answeredBy: 'human' },
});

export const callEnded = defineMessage({
  type: 'call.ended',
  owner: telephony,
  consumers: ['auth', 'gateway', 'leads', 'messaging', 'stats', 'telephony'],
  summary:
    'A call ended; duration is the talk time in seconds. Of a call between colleagues who talked it is told for both.',
  data: z.object({
    ...ofACall,
    number: z.string(),
    direction: callDirection,
    kind: callKind,
    outcome: callOutcome,
    duration: z.int().min(0),
  }),
  example: {
    ...exampleOfACall,
    number: '+12145550117',
    direction: 'outbound',
    kind: 'conference',
    outcome: 'completed',
    duration: 412,
  },
});

export const callMissed = defineMessage({
  type: 'call.missed',
  owner: telephony,
  consumers: ['gateway', 'messaging', 'telephony'],
  summary: 'An incoming call was missed, or a customer whom we called was not connected to anyone.',
  /** Beside what a list shows: our number of the call, E.164, and who called, since a customer alone is texted about it. */
  data: missedCall.extend({ called: z.string(), direction: callDirection }),
  example: { ...exampleMissedCall, called: '+12145550199', direction: 'inbound' },
});

const queuedCall = {
  call_id: id,
  kind: queuedKind,
  /** E.164, or `anonymous`. */
  number: z.string(),
  lead_id: id.nullable(),
  lead_name: z.string(),
};
const exampleQueued = {
  call_id: callId,
  kind: 'caller',
  number: '+12145550117',
  lead_id: leadId,
  lead_name: 'Raymond Okafor',
} as const;

export const callQueued = defineMessage({
  type: 'call.queued',
  owner: telephony,
  given: false,
  summary:
    'Somebody called a shared number in opening hours and waits for an agent; again, with kind callback, when they hung up to be called back and kept their place.',
  data: z.object({ ...queuedCall, since: instant }),
  example: { ...exampleQueued, since: exampleLiveCall.startedAt },
});

export const callDequeued = defineMessage({
  type: 'call.dequeued',
  owner: telephony,
  given: false,
  summary:
    'Somebody waits no longer: an agent answered (user_id), they hung up, they were called back, they waited too long, or it is closing time. seconds: from their call to this.',
  data: z.object({
    ...queuedCall,
    reason: dequeuedReason,
    seconds: z.int().min(0),
    user_id: id.nullable(),
  }),
  example: { ...exampleQueued, reason: 'answered', seconds: 14, user_id: userId },
});

export const callbackOffered = defineMessage({
  type: 'callback.offered',
  owner: telephony,
  given: false,
  consumers: ['gateway'],
  summary: 'An agent is asked to call somebody back; null: they are asked no longer.',
  data: z.object({ user_id: id, offer: callbackOffer.nullable() }),
  example: { user_id: userId ?? '', offer: exampleCallbackOffer },
});

export const conferenceChanged = defineMessage({
  type: 'conference.changed',
  owner: telephony,
  consumers: ['gateway', 'telephony'],
  summary:
    "State of a user's conference, null if there is none or it has ended; also published when the recording is paused.",
  data: z.object({ ...ofACall, user_id: id, conference: conferenceParams.nullable() }),
  example: { ...exampleOfACall, conference: exampleConference },
});

export const participantChanged = defineMessage({
  type: 'participant.changed',
  owner: telephony,
  consumers: ['gateway', 'telephony'],
  summary: 'The second participant of a conference is ringing, connected or disconnected.',
  data: secondParticipant.extend({ call_id: id, user_id: id }),
  example: { ...exampleSecond, call_id: callId, user_id: userId },
});

export const callSupervised = defineMessage({
  type: 'call.supervised',
  owner: telephony,
  given: false,
  consumers: ['gateway'],
  summary: 'An admin began to supervise a call, changed how, or, with null, is out of it.',
  data: z.object({
    call_id: id,
    user_id: id.nullable(),
    lead_id: id.nullable(),
    supervisor: callSupervisor.nullable(),
  }),
  example: { call_id: callId, user_id: userId, lead_id: leadId, supervisor: exampleSupervisor },
});

export const callHelpAsked = defineMessage({
  type: 'call.help-asked',
  owner: telephony,
  given: false,
  consumers: ['gateway'],
  summary: 'The agent of a call asked for help; asked false: that is over.',
  data: z.object({ call_id: id, user_id: id.nullable(), lead_id: id.nullable(), asked: z.boolean() }),
  example: { call_id: callId, user_id: userId, lead_id: leadId, asked: true },
});

export const recordingReady = defineMessage({
  type: 'recording.ready',
  owner: telephony,
  consumers: ['gateway', 'messaging'],
  summary: 'A call was recorded and its audio stored. Without its url, which is per user.',
  data: callRecord.omit({ url: true }),
  example: { ...exampleRecord },
});

export const recordingTranscribed = defineMessage({
  type: 'recording.transcribed',
  owner: telephony,
  consumers: ['messaging'],
  summary: 'A recorded call was transcribed.',
  passing: ['text'],
  data: z.object({ record_id: id, lead_id: id.nullable(), text: z.string() }),
  example: { record_id: exampleRecord.id, lead_id: leadId, text: 'Good morning, this is Dana.' },
});

export const voicemailReceived = defineMessage({
  type: 'voicemail.received',
  owner: telephony,
  consumers: ['gateway', 'messaging'],
  summary:
    'A customer left a voicemail. Without its url, which is per user; what was said is told by voicemail.transcribed.',
  data: customerVoicemail.omit({ url: true }),
  example: { ...exampleCustomerVoicemail },
});

export const voicemailTranscribed = defineMessage({
  type: 'voicemail.transcribed',
  owner: telephony,
  consumers: ['messaging'],
  summary: "A customer's voicemail was transcribed.",
  passing: ['text'],
  data: z.object({ voicemail_id: id, lead_id: id.nullable(), text: z.string() }),
  example: { voicemail_id: exampleCustomerVoicemail.id, lead_id: leadId, text: 'Please call me back.' },
});

export const voicemailRead = defineMessage({
  type: 'voicemail.read',
  owner: telephony,
  given: false,
  consumers: ['gateway'],
  summary:
    "A customer's voicemail was played by whoever it was left for; user_id 0: it was left for nobody in particular.",
  data: z.object({ voicemail_id: id, lead_id: id.nullable(), user_id: agentChoice }),
  example: { voicemail_id: exampleCustomerVoicemail.id, lead_id: leadId, user_id: userId ?? 0 },
});

export const diallerOutcome = defineMessage({
  type: 'dialler.outcome',
  owner: telephony,
  consumers: ['gateway', 'leads', 'messaging'],
  summary:
    'Dialler result of a lead: 1 dialling or in a call, 2 failed, 3 busy or no answer, 4 human, 5 machine. restart: the next one can be dialled. Without a status: nobody was dialled, the lead is unchanged. Also without a call: a run was created with this lead as the first.',
  data: z.object({
    lead_id: id,
    guide_id: id,
    call_id: id.nullable(),
    AD_status: z.int().min(1).max(5).nullable(),
    restart: z.boolean(),
  }),
  example: { lead_id: leadId ?? '', guide_id: userId, call_id: callId, AD_status: 3, restart: true },
});

export const diallerNext = defineMessage({
  type: 'dialler.next',
  owner: telephony,
  given: false,
  consumers: ['gateway'],
  summary:
    "What came of the server's own next dial for a guide, as dialling one by one answers it. on: false where the dialler was switched off over it. Published at most once. Subject dialler/<guide id>.",
  data: nextDial,
  example: exampleNextDial,
});

export const callQuality = defineMessage({
  type: 'call.quality',
  owner: telephony,
  given: false,
  consumers: ['stats'],
  summary:
    "How the sound of a user's part of a call was, as their browser measured it, and what they thought of it; published again when the user rates it. started_at is the call's start.",
  data: z.object({
    call_id: id,
    user_id: id,
    direction: callDirection,
    kind: callKind,
    started_at: instant,
    /** Null where the user rated a call before, or without, its figures. */
    figures: qualityFigures.nullable(),
    thumb: callThumb.nullable(),
    issue: callIssue.nullable(),
  }),
  example: {
    call_id: callId,
    user_id: userId,
    direction: 'outbound',
    kind: 'conference',
    started_at: exampleLiveCall.startedAt,
    figures: exampleQuality,
    thumb: 'bad',
    issue: 'choppy-audio',
  },
});

/** Everything that telephony tells. */
export const callEvents = [
  callStarted,
  callRinging,
  callConnected,
  callEnded,
  callMissed,
  callQueued,
  callDequeued,
  callbackOffered,
  callQuality,
  conferenceChanged,
  participantChanged,
  callSupervised,
  callHelpAsked,
  recordingReady,
  recordingTranscribed,
  voicemailReceived,
  voicemailTranscribed,
  voicemailRead,
  diallerOutcome,
  diallerNext,
] as const;
