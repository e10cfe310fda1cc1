import { deferred } from '../deferred.js';
import { dropLeg, hasEnded, legParams } from '../legs/leg.js';
import type { Carrier, Conference, Hook, Leg, Params, RecordPlan, Seat } from '../model.js';
import { finishRecording, startRecording } from '../recordings/recording.js';

/** Settings chosen by the first participant. */
export interface Founding {
  hook: Hook | undefined;
  recordPlan: RecordPlan | undefined;
}

export type LeaveReason =
  | 'participant_hung_up'
  | 'participant_updated_via_api'
  | 'participant_add_failed'
  | 'moderator_ended_conference'
  | 'conference_ended_via_api';

export function findConference(carrier: Carrier, sidOrName: string): Conference | undefined {
  const bySid = carrier.conferences.get(sidOrName);
  if (bySid) return bySid;
  return [...carrier.conferences.values()].find(
    ({ friendlyName, status }) => friendlyName === sidOrName && status !== 'completed',
  );
}

/** The live conference of that name, created if there is none. */
export function openConference(carrier: Carrier, friendlyName: string, founding: Founding): Conference {
  const live = findConference(carrier, friendlyName);
  if (live) return live;
  const now = carrier.clock.now();
  const conference: Conference = {
    sid: carrier.sids.next('CF'),
    friendlyName,
    createdAt: now,
    status: 'init',
    changedAt: now,
    hook: founding.hook,
    recordPlan: founding.recordPlan,
    recording: undefined,
    seats: new Map(),
    sequence: 0,
    reasonEnded: null,
    endedByCall: null,
  };
  carrier.conferences.set(conference.sid, conference);
  return conference;
}

const events: Readonly<Record<string, string>> = {
  'conference-start': 'start',
  'conference-end': 'end',
  'participant-join': 'join',
  'participant-leave': 'leave',
  'participant-mute': 'mute',
  'participant-unmute': 'mute',
  'participant-hold': 'hold',
  'participant-unhold': 'hold',
  'participant-modify': 'modify',
  'announcement-end': 'announcement',
  'announcement-fail': 'announcement',
};

export function notifyConference(
  carrier: Carrier,
  conference: Conference,
  event: string,
  more: Params,
): void {
  conference.sequence += 1;
  const now = carrier.clock.now();
  conference.changedAt = now;
  carrier.trace.add('conference', `${conference.friendlyName} ${event}`, {
    conferenceSid: conference.sid,
    event,
    ...more,
  });
  if (!conference.hook?.events.has(events[event] ?? '')) return;
  const quirk = [...conference.seats.values()].map(({ leg }) => leg.quirk).find((one) => one === 'shuffled');
  const { url, method } = conference.hook;
  carrier.hooks.notify({
    url,
    method,
    about: conference.sid,
    event,
    quirk,
    params: {
      AccountSid: carrier.options.accountSid,
      ConferenceSid: conference.sid,
      FriendlyName: conference.friendlyName,
      SequenceNumber: String(conference.sequence),
      Timestamp: now.toUTCString().replace('GMT', '+0000'),
      StatusCallbackEvent: event,
      ...more,
    },
  });
}

export const seatParams = (seat: Seat): Params => ({
  CallSid: seat.leg.sid,
  ...(seat.label === undefined ? {} : { ParticipantLabel: seat.label }),
  Muted: String(seat.muted),
  Hold: String(seat.hold),
  Coaching: String(seat.coaches !== undefined),
  ...(seat.coaches === undefined ? {} : { CallSidToCoach: seat.coaches }),
  EndConferenceOnExit: String(seat.endOnExit),
  StartConferenceOnEnter: String(seat.startOnEnter),
});

export interface NewSeat {
  label: string | undefined;
  startOnEnter: boolean;
  endOnExit: boolean;
  muted: boolean;
  coaches?: string | undefined;
}

export function addSeat(carrier: Carrier, conference: Conference, leg: Leg, given: NewSeat): Seat {
  const now = carrier.clock.now();
  const seat: Seat = {
    leg,
    label: given.label,
    createdAt: now,
    changedAt: now,
    startOnEnter: given.startOnEnter,
    endOnExit: given.endOnExit,
    muted: given.muted,
    hold: false,
    coaches: given.coaches,
    status: 'queued',
    left: deferred(),
  };
  conference.seats.set(leg.sid, seat);
  leg.detach = () => {
    leaveConference(carrier, conference, seat, 'participant_updated_via_api');
  };
  return seat;
}

const connected = (conference: Conference) =>
  [...conference.seats.values()].filter(({ status }) => status === 'connected');

function startWhenReady(carrier: Carrier, conference: Conference): void {
  const present = connected(conference);
  if (conference.status !== 'init' || present.length < 2 || !present.some((seat) => seat.startOnEnter))
    return;
  conference.status = 'in-progress';
  notifyConference(carrier, conference, 'conference-start', {});
  if (!conference.recordPlan) return;
  const owner = { callSid: present[0]?.leg.sid, conferenceSid: conference.sid };
  conference.recording = startRecording(carrier, owner, conference.recordPlan);
}

/** The connected leg joins. */
export function joinConference(carrier: Carrier, conference: Conference, seat: Seat): void {
  seat.status = 'connected';
  seat.changedAt = carrier.clock.now();
  notifyConference(carrier, conference, 'participant-join', seatParams(seat));
  startWhenReady(carrier, conference);
  const present = connected(conference);
  if (present.length === 2) for (const { leg } of present) leg.far.bridged?.(leg);
  else if (present.length > 2) seat.leg.far.bridged?.(seat.leg);
}

export function leaveConference(
  carrier: Carrier,
  conference: Conference,
  seat: Seat,
  reason: LeaveReason,
): void {
  if (!conference.seats.delete(seat.leg.sid)) return;
  const wasConnected = seat.status === 'connected';
  seat.status = wasConnected ? 'complete' : 'failed';
  seat.leg.detach = undefined;
  notifyConference(carrier, conference, 'participant-leave', {
    ...seatParams(seat),
    ParticipantCallStatus: legParams(carrier, seat.leg)['CallStatus'] ?? '',
    ReasonParticipantLeft: reason,
  });
  seat.left.resolve();
  if (wasConnected && seat.endOnExit) {
    const how = reason === 'participant_updated_via_api' ? 'kicked' : 'left';
    endConference(carrier, conference, `participant-with-end-conference-on-exit-${how}`, seat.leg);
  } else if (conference.seats.size === 0) {
    const how = reason === 'participant_updated_via_api' ? 'kicked' : 'left';
    endConference(carrier, conference, `last-participant-${how}`, seat.leg);
  }
}

/** Ends it for all: connected legs continue with their own documents, ringing ones are hung up. */
export function endConference(carrier: Carrier, conference: Conference, reason: string, by?: Leg): void {
  if (conference.status === 'completed') return;
  conference.status = 'completed';
  conference.reasonEnded = reason;
  conference.endedByCall = by?.sid ?? null;
  const why = by ? 'moderator_ended_conference' : 'conference_ended_via_api';
  for (const seat of [...conference.seats.values()]) {
    if (seat.status === 'connected') leaveConference(carrier, conference, seat, why);
    else if (!hasEnded(seat.leg)) dropLeg(carrier, seat.leg);
  }
  if (conference.recording) finishRecording(carrier, conference.recording);
  notifyConference(carrier, conference, 'conference-end', {
    ReasonConferenceEnded: reason,
    ...(by ? { CallSidEndingConference: by.sid } : {}),
  });
}

export interface SeatChange {
  muted?: boolean | undefined;
  hold?: boolean | undefined;
  endOnExit?: boolean | undefined;
  /** Null: from now on everybody receives what it says. */
  coaches?: string | null | undefined;
}

export function changeSeat(carrier: Carrier, conference: Conference, seat: Seat, change: SeatChange): void {
  seat.changedAt = carrier.clock.now();
  const { endOnExit = seat.endOnExit } = change;
  const coaches = change.coaches === undefined ? seat.coaches : (change.coaches ?? undefined);
  if (endOnExit !== seat.endOnExit || coaches !== seat.coaches) {
    seat.endOnExit = endOnExit;
    seat.coaches = coaches;
    notifyConference(carrier, conference, 'participant-modify', seatParams(seat));
  }
  if (change.muted !== undefined && change.muted !== seat.muted) {
    seat.muted = change.muted;
    const event = change.muted ? 'participant-mute' : 'participant-unmute';
    notifyConference(carrier, conference, event, seatParams(seat));
  }
  if (change.hold !== undefined && change.hold !== seat.hold) {
    seat.hold = change.hold;
    const event = change.hold ? 'participant-hold' : 'participant-unhold';
    notifyConference(carrier, conference, event, seatParams(seat));
  }
}
