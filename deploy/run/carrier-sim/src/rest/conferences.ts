import { z } from 'zod';
import {
  changeSeat,
  endConference,
  findConference,
  leaveConference,
  openConference,
  notifyConference,
} from '../conferences/conference.js';
import { addParticipant, statusOfSeat } from '../conferences/participants.js';
import type { Carrier, Conference, Seat } from '../model.js';
import { parseTwiml, TwimlError } from '../twiml/parse.js';
import {
  address,
  detectionFields,
  eventList,
  flag,
  hookFrom,
  method,
  parseForm,
  recordPlanFrom,
  recordingFields,
  whole,
} from './form.js';
import { admitPair, created, ok, page, rfc2822, type Asked, type Operation } from './operation.js';
import { RestError, notFound } from './rest-error.js';

const coachingFields = {
  Coaching: flag.optional(),
  CallSidToCoach: z
    .string()
    .regex(/^CA[0-9a-f]{32}$/i)
    .optional(),
};

const participantForm = z.object({
  To: z.string().optional(),
  From: z.string().optional(),
  Label: z.string().max(128).optional(),
  Timeout: whole(1, 600).default(60),
  TimeLimit: whole(1, 86_400).default(14_400),
  Muted: flag.default(false),
  ...coachingFields,
  StartConferenceOnEnter: flag.default(true),
  EndConferenceOnExit: flag.default(false),
  StatusCallback: address.optional(),
  StatusCallbackMethod: method,
  StatusCallbackEvent: eventList('initiated', 'ringing', 'answered', 'completed').optional(),
  ConferenceStatusCallback: address.optional(),
  ConferenceStatusCallbackMethod: method,
  ConferenceStatusCallbackEvent: eventList(
    'start',
    'end',
    'join',
    'leave',
    'mute',
    'hold',
    'modify',
    'speaker',
    'announcement',
  ).optional(),
  ConferenceRecord: z.string().default('do-not-record'),
  ConferenceRecordingStatusCallback: address.optional(),
  ConferenceRecordingStatusCallbackMethod: method,
  ConferenceRecordingStatusCallbackEvent: eventList('in-progress', 'completed', 'absent').optional(),
  ...detectionFields,
  AmdStatusCallback: address.optional(),
  AmdStatusCallbackMethod: method,
  ...recordingFields,
});

const seatForm = z.object({
  Muted: flag.optional(),
  ...coachingFields,
  Hold: flag.optional(),
  HoldUrl: address.optional(),
  HoldMethod: method,
  EndConferenceOnExit: flag.optional(),
  AnnounceUrl: address.optional(),
  AnnounceMethod: method,
});

const conferenceForm = z.object({
  Status: z.enum(['completed']).optional(),
  AnnounceUrl: address.optional(),
  AnnounceMethod: method,
});

function conferenceView(carrier: Carrier, conference: Conference) {
  const { accountSid } = carrier.options;
  const uri = `/2010-04-01/Accounts/${accountSid}/Conferences/${conference.sid}`;
  return {
    sid: conference.sid,
    account_sid: accountSid,
    friendly_name: conference.friendlyName,
    status: conference.status,
    api_version: '2010-04-01',
    region: 'us1',
    date_created: rfc2822(conference.createdAt),
    date_updated: rfc2822(conference.changedAt),
    reason_conference_ended: conference.reasonEnded,
    call_sid_ending_conference: conference.endedByCall,
    uri: `${uri}.json`,
    subresource_uris: { participants: `${uri}/Participants.json`, recordings: `${uri}/Recordings.json` },
  };
}

function seatView(carrier: Carrier, conference: Conference, seat: Seat) {
  const { accountSid } = carrier.options;
  return {
    account_sid: accountSid,
    call_sid: seat.leg.sid,
    conference_sid: conference.sid,
    label: seat.label ?? null,
    call_sid_to_coach: seat.coaches ?? null,
    coaching: seat.coaches !== undefined,
    muted: seat.muted,
    hold: seat.hold,
    start_conference_on_enter: seat.startOnEnter,
    end_conference_on_exit: seat.endOnExit,
    status: statusOfSeat(seat),
    queue_time: '0',
    date_created: rfc2822(seat.createdAt),
    date_updated: rfc2822(seat.changedAt),
    uri: `/2010-04-01/Accounts/${accountSid}/Conferences/${conference.sid}/Participants/${seat.leg.sid}.json`,
  };
}

export function conferenceAt(asked: Asked, name: string): Conference {
  const conference = asked.carrier.conferences.get(asked.at(name));
  if (!conference) throw notFound(asked.path);
  return conference;
}

function seatAt(asked: Asked): { conference: Conference; seat: Seat } {
  const conference = conferenceAt(asked, 'ConferenceSid');
  const name = asked.at('CallSid');
  const seat =
    conference.seats.get(name) ?? [...conference.seats.values()].find(({ label }) => label === name);
  if (!seat) throw notFound(asked.path);
  return { conference, seat };
}

/**
 * Whom a participant coaches by the fields of a request: undefined where they say nothing of it, null for nobody. The coached
 * must be in the conference, and not on hold.
 */
function coachedBy(
  conference: Conference | undefined,
  { Coaching, CallSidToCoach }: { Coaching?: boolean | undefined; CallSidToCoach?: string | undefined },
): string | null | undefined {
  if (Coaching === false) return null;
  if (CallSidToCoach === undefined) {
    if (Coaching === true) throw new RestError(400, 20001, 'Parameter CallSidToCoach: is required to coach');
    return undefined;
  }
  const coached = conference?.seats.get(CallSidToCoach);
  if (coached?.status !== 'connected')
    throw new RestError(400, 16028, 'Participant to be whispered is not present in the conference');
  if (coached.hold) throw new RestError(400, 16027, 'Participant to be whispered is on hold');
  return CallSidToCoach;
}

function createParticipant(asked: Asked) {
  const { carrier } = asked;
  const form = parseForm(participantForm, asked.form);
  const name = asked.at('ConferenceSid');
  const known = findConference(carrier, name);
  if (known?.status === 'completed' || (!known && /^CF[0-9a-f]{32}$/i.test(name))) throw notFound(asked.path);
  const pair = { to: form.To, from: form.From };
  const { to, from, isSilent } = admitPair(carrier, pair, {
    kind: 'participant',
    noTo: 21201,
    noFrom: 21213,
    badFrom: 21210,
  });
  const label = form.Label;
  if (label !== undefined && [...(known?.seats.values() ?? [])].some((seat) => seat.label === label))
    throw new RestError(400, 16025, `The label ${label} is already used in this conference`);
  const coaches = coachedBy(known, form) ?? undefined;
  const isRecorded = form.ConferenceRecord === 'true' || form.ConferenceRecord === 'record-from-start';
  const conference = openConference(carrier, name, {
    hook: hookFrom(
      form.ConferenceStatusCallback,
      form.ConferenceStatusCallbackMethod,
      form.ConferenceStatusCallbackEvent,
      ['start', 'end'],
    ),
    recordPlan: isRecorded
      ? {
          channels: 1,
          source: 'Conference',
          hook: hookFrom(
            form.ConferenceRecordingStatusCallback,
            form.ConferenceRecordingStatusCallbackMethod,
            form.ConferenceRecordingStatusCallbackEvent,
            ['completed'],
          ),
        }
      : undefined,
  });
  const seat = addParticipant(carrier, conference, {
    to,
    from,
    label,
    muted: form.Muted,
    coaches,
    startOnEnter: form.StartConferenceOnEnter,
    endOnExit: form.EndConferenceOnExit,
    timeoutSeconds: form.Timeout,
    timeLimitSeconds: form.TimeLimit,
    statusHook: hookFrom(form.StatusCallback, form.StatusCallbackMethod, form.StatusCallbackEvent, [
      'completed',
    ]),
    recordPlan: recordPlanFrom(form),
    detection: form.MachineDetection && {
      mode: form.MachineDetection,
      timeoutSeconds: form.MachineDetectionTimeout,
      notifyAt:
        form.AmdStatusCallback === undefined
          ? undefined
          : { url: form.AmdStatusCallback, method: form.AmdStatusCallbackMethod },
    },
  });
  return created(seatView(carrier, conference, seat), isSilent);
}

/** Hold and announcement audio is fetched, so that a wrong URL is reported. */
async function announce(
  carrier: Carrier,
  conference: Conference,
  url: string,
  verb: 'GET' | 'POST',
  seat?: Seat,
) {
  const params = { ConferenceSid: conference.sid, ...(seat ? { CallSid: seat.leg.sid } : {}) };
  const answer = await carrier.hooks.ask({ url, method: verb, params });
  try {
    if (answer.status !== 200) throw new TwimlError(11200, `${url} answered ${String(answer.status)}`);
    if (!answer.type.startsWith('audio/')) parseTwiml(answer.body.toString('utf8'));
    return true;
  } catch (error) {
    if (!(error instanceof TwimlError)) throw error;
    carrier.trace.add('error', `${String(error.code)}: ${error.message}`, { conferenceSid: conference.sid });
    return false;
  }
}

async function announceAndTell(...given: Parameters<typeof announce>): Promise<void> {
  const isHeard = await announce(...given);
  const [carrier, conference, url, , seat] = given;
  notifyConference(carrier, conference, isHeard ? 'announcement-end' : 'announcement-fail', {
    ReasonAnnouncementUrl: url,
    ...(seat ? { CallSid: seat.leg.sid } : {}),
  });
}

function updateParticipant(asked: Asked) {
  const { carrier } = asked;
  const { conference, seat } = seatAt(asked);
  const form = parseForm(seatForm, asked.form);
  changeSeat(carrier, conference, seat, {
    muted: form.Muted,
    hold: form.Hold,
    endOnExit: form.EndConferenceOnExit,
    coaches: coachedBy(conference, form),
  });
  if (form.Hold && form.HoldUrl !== undefined)
    void announce(carrier, conference, form.HoldUrl, form.HoldMethod, seat);
  if (form.AnnounceUrl !== undefined)
    void announceAndTell(carrier, conference, form.AnnounceUrl, form.AnnounceMethod, seat);
  return ok(seatView(carrier, conference, seat));
}

function updateConference(asked: Asked) {
  const { carrier } = asked;
  const conference = conferenceAt(asked, 'Sid');
  const form = parseForm(conferenceForm, asked.form);
  if (form.Status === 'completed') endConference(carrier, conference, 'conference-ended-via-api');
  if (form.AnnounceUrl !== undefined && conference.status !== 'completed')
    void announceAndTell(carrier, conference, form.AnnounceUrl, form.AnnounceMethod);
  return ok(conferenceView(carrier, conference));
}

const isAsked = (query: URLSearchParams, name: string, value: string) =>
  query.get(name) === null || query.get(name) === value;

export const conferenceOperations: Operation[] = [
  {
    host: 'api',
    method: 'GET',
    path: '/Conferences.json',
    run: (asked) => {
      const { carrier, query } = asked;
      const all = [...carrier.conferences.values()].filter(
        ({ friendlyName, status }) =>
          isAsked(query, 'FriendlyName', friendlyName) && isAsked(query, 'Status', status),
      );
      return page(
        asked,
        'conferences',
        all.reverse().map((conference) => conferenceView(carrier, conference)),
      );
    },
  },
  {
    host: 'api',
    method: 'GET',
    path: '/Conferences/{Sid}.json',
    run: (asked) => ok(conferenceView(asked.carrier, conferenceAt(asked, 'Sid'))),
  },
  { host: 'api', method: 'POST', path: '/Conferences/{Sid}.json', run: updateConference },
  {
    host: 'api',
    method: 'POST',
    path: '/Conferences/{ConferenceSid}/Participants.json',
    run: createParticipant,
  },
  {
    host: 'api',
    method: 'GET',
    path: '/Conferences/{ConferenceSid}/Participants.json',
    run: (asked) => {
      const conference = conferenceAt(asked, 'ConferenceSid');
      const { carrier, query } = asked;
      const seats = [...conference.seats.values()].filter(
        ({ muted, hold }) => isAsked(query, 'Muted', String(muted)) && isAsked(query, 'Hold', String(hold)),
      );
      return page(
        asked,
        'participants',
        seats.map((seat) => seatView(carrier, conference, seat)),
      );
    },
  },
  {
    host: 'api',
    method: 'GET',
    path: '/Conferences/{ConferenceSid}/Participants/{CallSid}.json',
    run: (asked) => {
      const { conference, seat } = seatAt(asked);
      return ok(seatView(asked.carrier, conference, seat));
    },
  },
  {
    host: 'api',
    method: 'POST',
    path: '/Conferences/{ConferenceSid}/Participants/{CallSid}.json',
    run: updateParticipant,
  },
  {
    host: 'api',
    method: 'DELETE',
    path: '/Conferences/{ConferenceSid}/Participants/{CallSid}.json',
    run: (asked) => {
      const { conference, seat } = seatAt(asked);
      leaveConference(asked.carrier, conference, seat, 'participant_updated_via_api');
      return { status: 204 };
    },
  },
];
