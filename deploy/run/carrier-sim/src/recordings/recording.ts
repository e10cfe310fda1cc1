import { wholeSeconds } from '../legs/leg.js';
import type { Carrier, Leg, Params, RecordPlan, Recording } from '../model.js';

/** Delay from the end of a recording until its file is available. */
const processingMs = 1_500;

type Owner = Pick<Recording, 'callSid' | 'conferenceSid'>;

/** Where the real carrier keeps a recording; the bytes are served under the same path by this one. */
export const recordingPath = (carrier: Carrier, sid: string) =>
  `/2010-04-01/Accounts/${carrier.options.accountSid}/Recordings/${sid}`;

export const recordingUrl = (carrier: Carrier, sid: string) =>
  `https://api.twilio.com${recordingPath(carrier, sid)}`;

function change(carrier: Carrier, recording: Recording, status: Recording['status']): void {
  recording.status = status;
  recording.changedAt = carrier.clock.now();
  const { sid, duration } = recording;
  carrier.trace.add('recording', `${sid} ${status}`, { recordingSid: sid, status, duration });
}

function notify(carrier: Carrier, recording: Recording, event: 'in-progress' | 'completed' | 'absent'): void {
  const { hook } = recording;
  if (!hook?.events.has(event)) return;
  const params: Params = {
    AccountSid: carrier.options.accountSid,
    ...(recording.callSid === undefined ? {} : { CallSid: recording.callSid }),
    ...(recording.conferenceSid === undefined ? {} : { ConferenceSid: recording.conferenceSid }),
    RecordingSid: recording.sid,
    RecordingUrl: recordingUrl(carrier, recording.sid),
    RecordingStatus: event,
    RecordingChannels: String(recording.channels),
    RecordingStartTime: recording.startedAt.toUTCString().replace('GMT', '+0000'),
    RecordingSource: recording.source,
    RecordingTrack: 'both',
    ErrorCode: '0',
    ...(event === 'in-progress' ? {} : { RecordingDuration: String(recording.duration ?? 0) }),
  };
  const quirk = carrier.legs.get(recording.callSid ?? '')?.quirk;
  const { url, method } = hook;
  carrier.hooks.notify({ url, method, params, about: recording.sid, event: `recording-${event}`, quirk });
}

export function startRecording(carrier: Carrier, owner: Owner, plan: RecordPlan): Recording {
  const startedAt = carrier.clock.now();
  const recording: Recording = {
    sid: carrier.sids.next('RE'),
    callSid: owner.callSid,
    conferenceSid: owner.conferenceSid,
    startedAt,
    channels: plan.channels,
    source: plan.source,
    hook: plan.hook,
    status: 'in-progress',
    changedAt: startedAt,
    runsSince: startedAt.getTime(),
    recordedMs: 0,
    duration: undefined,
  };
  carrier.recordings.set(recording.sid, recording);
  change(carrier, recording, 'in-progress');
  notify(carrier, recording, 'in-progress');
  return recording;
}

export const isRunning = ({ status }: Recording) => status === 'in-progress' || status === 'paused';

/** Pauses: the time is silence in the file, or missing from it if it is to be skipped. */
export function pauseRecording(carrier: Carrier, recording: Recording, behaviour: 'skip' | 'silence'): void {
  if (recording.status !== 'in-progress') return;
  if (behaviour === 'skip' && recording.runsSince !== undefined) {
    recording.recordedMs += carrier.clock.now().getTime() - recording.runsSince;
    recording.runsSince = undefined;
  }
  change(carrier, recording, 'paused');
}

export function resumeRecording(carrier: Carrier, recording: Recording): void {
  if (recording.status !== 'paused') return;
  recording.runsSince ??= carrier.clock.now().getTime();
  change(carrier, recording, 'in-progress');
}

/** Ends a recording; a moment later the file is available and the application notified. */
export function finishRecording(carrier: Carrier, recording: Recording): void {
  if (!isRunning(recording)) return;
  const end = carrier.clock.now().getTime();
  const running = recording.runsSince === undefined ? 0 : end - recording.runsSince;
  recording.recordedMs += running;
  recording.runsSince = undefined;
  recording.duration = wholeSeconds(recording.recordedMs);
  change(carrier, recording, 'processing');
  void carrier.clock.sleep(processingMs).then((how) => {
    if (how === 'stopped') return;
    const outcome = recording.duration === 0 ? 'absent' : 'completed';
    change(carrier, recording, outcome);
    notify(carrier, recording, outcome);
  });
}

/** The running recording of a call or a conference, Twilio.CURRENT in the REST interface. */
export function currentRecording(carrier: Carrier, owner: Partial<Owner>): Recording | undefined {
  return [...carrier.recordings.values()].find(
    (recording) =>
      isRunning(recording) &&
      (owner.callSid === undefined || recording.callSid === owner.callSid) &&
      (owner.conferenceSid === undefined || recording.conferenceSid === owner.conferenceSid),
  );
}

/** Records a leg from its answer to its end. */
export function recordLeg(carrier: Carrier, leg: Leg, plan: RecordPlan | undefined): void {
  if (!plan) return;
  const recording = startRecording(carrier, { callSid: leg.sid, conferenceSid: undefined }, plan);
  void leg.ended.promise.then(() => {
    finishRecording(carrier, recording);
  });
}
