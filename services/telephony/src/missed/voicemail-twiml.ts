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
  {
    call_id,
    user,
    closedText = '',
  }: {
    call_id: string;
    user: { id: string; voice_mail: string } | undefined;
    /** What is said outside of the opening hours; empty where they are open. A greeting of the user's own goes before. */
    closedText?: string;
  },
): Promise<string> {
  const hooks = `${ctx.config.publicBaseUrl}/tw/vm/${call_id}`;
  const isOwn = user !== undefined && user.voice_mail !== '';
  const greeting = closedText === '' || isOwn ? await greetingFor(ctx, user) : undefined;
  const response = new twilio.twiml.VoiceResponse();
  if (greeting === undefined) response.say(closedText === '' ? sentence : closedText);
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
