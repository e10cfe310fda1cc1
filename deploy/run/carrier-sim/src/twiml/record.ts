import { answerLeg, farEndEnds, hasEnded, legParams, wholeSeconds } from '../legs/leg.js';
import type { Recording } from '../model.js';
import { finishRecording, recordingUrl, startRecording } from '../recordings/recording.js';
import { spokenText } from '../recordings/spoken-text.js';
import { addressIn, flagOf, hookOf, methodOf, numberOf, recordingEvents } from './attributes.js';
import type { Element } from './parse.js';
import { wasEnded, type Run, type Verb } from './run.js';

const toneMs = 1_000;
const transcribingMs = 4_000;
/** `<Record>` transcribes recordings longer than 2 s and shorter than 2 minutes. */
const transcribable = (seconds: number) => seconds > 2 && seconds < 120;

/** Until the caller stops: by silence, at the maximum length, or by hanging up. */
async function listen(run: Run, element: Element): Promise<void> {
  const { carrier, leg, signal } = run;
  const longest = numberOf(element, 'maxLength', 3_600, [1, 14_400]) * 1000;
  const silence = numberOf(element, 'timeout', 5, [0, 14_400]) * 1000;
  const plan = leg.far.speaks?.(leg);
  if (!plan) {
    // A person speaks until they hang up; the maximum length is a timeout.
    await carrier.clock.sleep(longest, { signal, patient: leg.far.isPerson });
    return;
  }
  const spoken = plan.seconds * 1000;
  if (spoken >= longest || !plan.hangsUp) {
    await carrier.clock.sleep(Math.min(longest, spoken + silence), { signal });
    return;
  }
  if ((await carrier.clock.sleep(spoken, { signal })) === 'over') farEndEnds(carrier, leg, 'completed');
}

function transcribe(run: Run, element: Element, recording: Recording): void {
  const url = addressIn(element, 'transcribeCallback', run.base);
  if (!flagOf(element, 'transcribe', url !== undefined) || url === undefined) return;
  const { carrier, leg } = run;
  void carrier.clock.sleep(transcribingMs).then((how) => {
    if (how === 'stopped' || recording.status === 'absent') return;
    const seconds = recording.duration ?? 0;
    const isDone = transcribable(seconds);
    carrier.hooks.notify({
      url,
      method: 'POST',
      about: recording.sid,
      event: 'transcription',
      params: {
        ...legParams(carrier, leg),
        TranscriptionSid: carrier.sids.next('TR'),
        TranscriptionText: isDone ? spokenText(seconds) : '',
        TranscriptionStatus: isDone ? 'completed' : 'failed',
        TranscriptionUrl: recordingUrl(carrier, recording.sid),
        TranscriptionType: 'fast',
        RecordingSid: recording.sid,
        RecordingUrl: recordingUrl(carrier, recording.sid),
      },
    });
  });
}

export const record: Verb = async (run, element) => {
  const { carrier, leg } = run;
  answerLeg(carrier, leg);
  if (flagOf(element, 'playBeep', true)) await carrier.clock.sleep(toneMs, { signal: run.signal });
  if (run.signal.aborted) return 'end';
  run.say('speaks after the tone');
  const recording = startRecording(
    carrier,
    { callSid: leg.sid, conferenceSid: undefined },
    {
      channels: element.attributes['recordingChannels'] === 'dual' ? 2 : 1,
      source: 'RecordVerb',
      hook: hookOf(element, run.base, { prefix: 'recordingStatusCallback', ...recordingEvents }),
    },
  );
  await listen(run, element);
  finishRecording(carrier, recording);
  transcribe(run, element, recording);
  if (run.signal.aborted && !wasEnded(run)) return 'end';
  // Without an action URL the same document is requested again.
  const url = addressIn(element, 'action', run.base) ?? run.base;
  const hungUp = hasEnded(leg);
  const params = {
    RecordingSid: recording.sid,
    RecordingUrl: recordingUrl(carrier, recording.sid),
    RecordingDuration: String(wholeSeconds(recording.recordedMs)),
    ...(hungUp ? { Digits: 'hangup' } : {}),
  };
  const method = methodOf(element, 'method');
  if (!hungUp) return { source: { from: 'address', url, method, params } };
  await carrier.hooks.ask({ url, method, params: { ...legParams(carrier, leg), ...params } });
  return 'end';
};
