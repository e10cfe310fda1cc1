import type { z } from 'zod';
import type {
  callbackOffered,
  callEnded,
  callHelpAsked,
  callMissed,
  callRinging,
  conferenceChanged,
  diallerNext,
  diallerOutcome,
  participantChanged,
  recordingReady,
  voicemailRead,
  voicemailReceived,
} from '@crm/contracts/bus/call-events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { recordsTableMinimum } from '@crm/contracts/entities/telephony.js';
import { leadRoom, leadsOfRoom, roleRoom, userRoom } from '@crm/contracts/sockets/rooms.js';
import { emissionOf, type Emission } from './steps.js';

type Data<M extends { data: z.ZodType }> = z.output<M['data']>;

const admins = roleRoom(roles.admin);

/** `call.ringing`, `call.connected`, `call.ended`: the call as it stands now, in every window of whose it is. */
export function callChangedSteps({
  user_id,
  call,
}: Pick<Data<typeof callRinging> | Data<typeof callEnded>, 'user_id' | 'call'>): Emission[] {
  return user_id === null || call === null ? [] : [emissionOf('callChanged', call, [userRoom(user_id)])];
}

/** The same, and that whoever has the lead open sees the call in its timeline as it stands now. */
export function callSteps(
  data: Pick<Data<typeof callRinging> | Data<typeof callEnded>, 'user_id' | 'lead_id' | 'call'>,
): Emission[] {
  const { lead_id } = data;
  const timeline = lead_id === null ? [] : [emissionOf('timelineChanged', { lead_id }, [leadRoom(lead_id)])];
  return [...callChangedSteps(data), ...timeline, ...liveCallsSteps(data)];
}

/** Who supervises the calls of somebody: admins, and whoever leads their team. */
const supervisorsOf = (userId: string | null) => [admins, ...(userId === null ? [] : [leadsOfRoom(userId)])];

/** A call that goes on began, changed or ended: whoever sees such calls reads them again. */
export const liveCallsSteps = ({ user_id }: { user_id: string | null }): Emission[] => [
  emissionOf('liveCallsChanged', {}, supervisorsOf(user_id), { pace: 'latest' }),
];

/** `call.help-asked` */
export function helpSteps({ call_id, user_id, asked }: Data<typeof callHelpAsked>): Emission[] {
  const asking = asked ? [emissionOf('helpAsked', { call_id }, supervisorsOf(user_id))] : [];
  return [...liveCallsSteps({ user_id }), ...asking];
}

/** `conference.changed` */
export function conferenceSteps({ user_id, call, conference }: Data<typeof conferenceChanged>): Emission[] {
  return [
    emissionOf('setConfParams', conference, [userRoom(user_id)]),
    ...callChangedSteps({ user_id, call }),
    ...liveCallsSteps({ user_id }),
  ];
}

/** `participant.changed` */
export function participantSteps(data: Data<typeof participantChanged>): Emission[] {
  const { call_id: _call, user_id, ...second } = data;
  return [
    emissionOf('setSecondParticipiantParams', second, [userRoom(user_id)]),
    ...liveCallsSteps({ user_id }),
  ];
}

/** Whom a caller was for: nobody in particular is guides, who call back, and admins. */
const callerRooms = (userId: AgentChoice) =>
  userId === 0 ? [roleRoom(roles.guide), admins] : [userRoom(userId)];

/** `call.missed` */
export function missedCallSteps({
  called: _called,
  direction: _direction,
  ...missed
}: Data<typeof callMissed>): Emission[] {
  return [emissionOf('missedCallAdd', missed, callerRooms(missed.user_id))];
}

/** `callback.offered`: in every window of the agent who is asked, and that they are asked no longer. */
export function callbackSteps({ user_id, offer }: Data<typeof callbackOffered>): Emission[] {
  return [emissionOf('callbackOffered', offer, [userRoom(user_id)])];
}

/** `recording.ready`: the lead's History has every one, the records table those long enough. */
export function recordingSteps(record: Data<typeof recordingReady>): Emission[] {
  const { lead_id, user_id, duration } = record;
  return [
    ...(lead_id === null ? [] : [emissionOf('recordAdd', record, [leadRoom(lead_id)])]),
    ...(duration >= recordsTableMinimum
      ? [emissionOf('createRecordInTable', record, supervisorsOf(user_id || null))]
      : []),
  ];
}

/** `voicemail.received`: one without an owner is for all admins. */
export function voicemailSteps(voicemail: Data<typeof voicemailReceived>): Emission[] {
  const { id: voicemail_id, lead_id, user_id } = voicemail;
  return [
    emissionOf('createCustomerVoiceMail', { voicemail }, [user_id === 0 ? admins : userRoom(user_id)]),
    ...voicemailReadSteps({ voicemail_id, lead_id, user_id }),
  ];
}

/** `voicemail.read`: told to whoever sees it, beside its lead or its missed call. */
export function voicemailReadSteps({ user_id, ...which }: Data<typeof voicemailRead>): Emission[] {
  const { lead_id } = which;
  const open = lead_id === null ? [] : [leadRoom(lead_id)];
  return [emissionOf('voicemailChanged', which, [...open, ...callerRooms(user_id)])];
}

/** `dialler.outcome`: the lead's new colour comes with its row; the guide is told to go on where that is so. */
export function diallerSteps({ guide_id, restart }: Data<typeof diallerOutcome>): Emission[] {
  return restart ? [emissionOf('restartAd', { guide_id }, [userRoom(guide_id)])] : [];
}

/** `dialler.next` */
export function diallerNextSteps(next: Data<typeof diallerNext>): Emission[] {
  return [emissionOf('diallerNext', next, [userRoom(next.guide_id)])];
}
