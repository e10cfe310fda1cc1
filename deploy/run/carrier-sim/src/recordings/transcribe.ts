import type { Carrier, Recording, Transcript } from '../model.js';

const beginsAfterMs = 1_000;
const readyAfterMs = 5_000;

function change(carrier: Carrier, transcript: Transcript, status: Transcript['status']): void {
  transcript.status = status;
  transcript.changedAt = carrier.clock.now();
  carrier.trace.add('recording', `${transcript.sid} ${status}`, { transcriptSid: transcript.sid, status });
}

async function write(carrier: Carrier, transcript: Transcript): Promise<void> {
  if ((await carrier.clock.sleep(beginsAfterMs)) === 'stopped') return;
  change(carrier, transcript, 'in-progress');
  if ((await carrier.clock.sleep(readyAfterMs)) === 'stopped') return;
  const isWritten = transcript.recording.status === 'completed';
  change(carrier, transcript, isWritten ? 'completed' : 'failed');
  const { transcriptUrl, accountSid } = carrier.options;
  if (transcriptUrl === undefined) return;
  carrier.hooks.notify({
    url: transcriptUrl,
    method: 'POST',
    about: transcript.sid,
    event: 'transcript',
    params: {
      account_sid: accountSid,
      service_sid: transcript.serviceSid,
      transcript_sid: transcript.sid,
      ...(transcript.customerKey === null ? {} : { customer_key: transcript.customerKey }),
      event_type: 'voice_intelligence_transcript_available',
    },
  });
}

/** Transcribes a recording; the content is derived from its length. */
export function transcribeRecording(
  carrier: Carrier,
  order: { recording: Recording; serviceSid: string; channel: unknown; customerKey: string | null },
): Transcript {
  const now = carrier.clock.now();
  const transcript: Transcript = {
    ...order,
    sid: carrier.sids.next('GT'),
    createdAt: now,
    changedAt: now,
    status: 'queued',
  };
  carrier.transcripts.set(transcript.sid, transcript);
  void write(carrier, transcript);
  return transcript;
}
