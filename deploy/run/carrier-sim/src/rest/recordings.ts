import { z } from 'zod';
import type { Carrier, Recording } from '../model.js';
import { mp3Of, wavOf } from '../recordings/audio.js';
import {
  currentRecording,
  finishRecording,
  isRunning,
  pauseRecording,
  recordingPath,
  recordingUrl,
  resumeRecording,
} from '../recordings/recording.js';
import { legAt } from './calls.js';
import { conferenceAt } from './conferences.js';
import { parseForm } from './form.js';
import { ok, page, rfc2822, type Answer, type Asked, type Operation } from './operation.js';
import { RestError, notFound } from './rest-error.js';

/** Recordings are shown by three resources with different fields. */
type Shown = 'recording' | 'of a call' | 'of a conference';

function view(carrier: Carrier, recording: Recording, as: Shown) {
  const { sid } = recording;
  const { accountSid } = carrier.options;
  const base = {
    sid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    call_sid: recording.callSid ?? null,
    conference_sid: recording.conferenceSid ?? null,
    channels: recording.channels,
    date_created: rfc2822(recording.startedAt),
    date_updated: rfc2822(recording.changedAt),
    start_time: rfc2822(recording.startedAt),
    duration: recording.duration === undefined ? null : String(recording.duration),
    status: recording.status,
    source: recording.source,
    error_code: null,
    encryption_details: null,
    price: null,
    price_unit: 'USD',
  };
  const account = `/2010-04-01/Accounts/${accountSid}`;
  if (as === 'of a call')
    return {
      ...base,
      track: 'both',
      uri: `${account}/Calls/${recording.callSid ?? ''}/Recordings/${sid}.json`,
    };
  if (as === 'of a conference')
    return { ...base, uri: `${account}/Conferences/${recording.conferenceSid ?? ''}/Recordings/${sid}.json` };
  const path = recordingPath(carrier, sid);
  return {
    ...base,
    uri: `${path}.json`,
    media_url: recordingUrl(carrier, sid),
    subresource_uris: { transcriptions: `${path}/Transcriptions.json` },
  };
}

function recordingAt(asked: Asked): Recording {
  const recording = asked.carrier.recordings.get(asked.at('Sid'));
  if (!recording) throw notFound(asked.path);
  return recording;
}

function media(asked: Asked, type: 'audio/x-wav' | 'audio/mpeg'): Answer {
  const recording = recordingAt(asked);
  if (recording.status !== 'completed') throw notFound(asked.path);
  const bytes = type === 'audio/mpeg' ? mp3Of(recording) : wavOf(recording);
  return { status: 200, file: { type, bytes } };
}

const updateForm = z.object({
  Status: z.enum(['paused', 'in-progress', 'stopped']),
  PauseBehavior: z.enum(['skip', 'silence']).default('silence'),
});

type Owner = Parameters<typeof currentRecording>[1];

function update(asked: Asked, owner: Owner, as: Shown): Answer {
  const { carrier } = asked;
  const name = asked.at('Sid');
  const form = parseForm(updateForm, asked.form);
  const recording =
    name === 'Twilio.CURRENT' ? currentRecording(carrier, owner) : carrier.recordings.get(name);
  const isTheirs =
    recording &&
    (owner.callSid === undefined || recording.callSid === owner.callSid) &&
    (owner.conferenceSid === undefined || recording.conferenceSid === owner.conferenceSid);
  if (!isTheirs) throw notFound(asked.path);
  if (!isRunning(recording)) throw new RestError(400, 21220, 'The recording is not in progress');
  if (form.Status === 'paused') pauseRecording(carrier, recording, form.PauseBehavior);
  else if (form.Status === 'in-progress') resumeRecording(carrier, recording);
  else finishRecording(carrier, recording);
  return ok(view(carrier, recording, as));
}

function list(asked: Asked, fits: (recording: Recording) => boolean, as: Shown): Answer {
  const all = [...asked.carrier.recordings.values()].filter(fits).reverse();
  return page(
    asked,
    'recordings',
    all.map((recording) => view(asked.carrier, recording, as)),
  );
}

export const recordingOperations: Operation[] = [
  {
    host: 'api',
    method: 'GET',
    path: '/Recordings.json',
    run: (asked) => {
      const call = asked.query.get('CallSid');
      const conference = asked.query.get('ConferenceSid');
      const fits = ({ callSid, conferenceSid }: Recording) =>
        (call === null || callSid === call) && (conference === null || conferenceSid === conference);
      return list(asked, fits, 'recording');
    },
  },
  {
    host: 'api',
    method: 'GET',
    path: '/Recordings/{Sid}.json',
    run: (asked) => ok(view(asked.carrier, recordingAt(asked), 'recording')),
  },
  {
    host: 'api',
    method: 'DELETE',
    path: '/Recordings/{Sid}.json',
    run: (asked) => {
      asked.carrier.recordings.delete(recordingAt(asked).sid);
      return { status: 204 };
    },
  },
  { host: 'api', method: 'GET', path: '/Recordings/{Sid}.wav', run: (asked) => media(asked, 'audio/x-wav') },
  { host: 'api', method: 'GET', path: '/Recordings/{Sid}.mp3', run: (asked) => media(asked, 'audio/mpeg') },
  { host: 'api', method: 'GET', path: '/Recordings/{Sid}', run: (asked) => media(asked, 'audio/x-wav') },
  {
    host: 'api',
    method: 'GET',
    path: '/Calls/{CallSid}/Recordings.json',
    run: (asked) => {
      const { sid } = legAt(asked, 'CallSid');
      return list(asked, ({ callSid }) => callSid === sid, 'of a call');
    },
  },
  {
    host: 'api',
    method: 'POST',
    path: '/Calls/{CallSid}/Recordings/{Sid}.json',
    run: (asked) => update(asked, { callSid: legAt(asked, 'CallSid').sid }, 'of a call'),
  },
  {
    host: 'api',
    method: 'GET',
    path: '/Conferences/{ConferenceSid}/Recordings.json',
    run: (asked) => {
      const { sid } = conferenceAt(asked, 'ConferenceSid');
      return list(asked, ({ conferenceSid }) => conferenceSid === sid, 'of a conference');
    },
  },
  {
    host: 'api',
    method: 'POST',
    path: '/Conferences/{ConferenceSid}/Recordings/{Sid}.json',
    run: (asked) =>
      update(asked, { conferenceSid: conferenceAt(asked, 'ConferenceSid').sid }, 'of a conference'),
  },
];
