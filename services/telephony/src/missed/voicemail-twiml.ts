import twilio from 'twilio';
import type { LanguageCode } from '@crm/contracts/codes/languages.js';
import type { TelephonyContext } from '../context.js';
import { promptsIn } from '../prompts/prompts.rules.js';
import { say } from '../prompts/say.js';
import { greetingFor } from '../voicemails/greetings.js';

/** Writing down takes what is shorter than two minutes alone. */
const maxSeconds = 119;
/** What asynchronous hooks are tried again for. */
const retried = '#rc=2&rp=ct,rt,5xx';

/**
 * What a caller hears whom nobody answered: the greeting of the user who was called, or of all, or a sentence; then the
 * tone, and what they say is recorded and written down. The greeting of all is English: who speaks another language hears
 * the sentence in its place, and after a user's own greeting.
 */
export async function voicemailTwiml(
  ctx: TelephonyContext,
  {
    call_id,
    user,
    language,
    closedText,
  }: {
    call_id: string;
    user: { id: string; voice_mail: string } | undefined;
    language: LanguageCode;
    /** What is said outside of the opening hours, where they are closed. A greeting of the user's own goes before. */
    closedText?: Readonly<Record<LanguageCode, string>> | undefined;
  },
): Promise<string> {
  const hooks = `${ctx.config.publicBaseUrl}/tw/vm/${call_id}`;
  const isOwn = user !== undefined && user.voice_mail !== '';
  const isEnglish = language === 'en';
  const closed = closedText?.[language] ?? '';
  const greeting = isOwn || (closed === '' && isEnglish) ? await greetingFor(ctx, user) : undefined;
  const response = new twilio.twiml.VoiceResponse();
  if (greeting !== undefined) response.play(greeting);
  if (greeting === undefined || !isEnglish)
    say(response, language, closed === '' ? promptsIn[language].leaveMessage : closed);
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
