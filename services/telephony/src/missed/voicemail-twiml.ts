import twilio from 'twilio';
import type { TelephonyContext } from '../context.js';
import { greetingFor } from '../voicemails/greetings.js';

/** Writing down takes what is shorter than two minutes alone. */
const maxSeconds = 119;
const sentence = 'We cannot take your call right now. Please leave a message after the tone.';
/** What asynchronous hooks are tried again for. */
const retried = '#rc=2&rp=ct,rt,5xx';

/**
 * What a caller hears whom nobody answered: the greeting of the user who was called, or of all, or a sentence; then the
 * tone, and what they say is recorded and written down.
 */
export async function voicemailTwiml(
  ctx: TelephonyContext,
  { call_id, user }: { call_id: string; user: { id: string; voice_mail: string } | undefined },
): Promise<string> {
  const hooks = `${ctx.config.publicBaseUrl}/tw/vm/${call_id}`;
  const greeting = await greetingFor(ctx, user);
  const response = new twilio.twiml.VoiceResponse();
  if (greeting === undefined) response.say(sentence);
  else response.play(greeting);
  response.record({
    maxLength: maxSeconds,
    timeout: 5,
    finishOnKey: '#',
    playBeep: true,
    action: `${hooks}/done`,
    recordingStatusCallback: `${hooks}/rec${retried}`,
    recordingStatusCallbackEvent: ['completed', 'absent'],
    transcribe: true,
    transcribeCallback: `${hooks}/text${retried}`,
  });
  response.hangup();
  return response.toString();
}
