import twilio from 'twilio';
import type { LanguageCode } from '@crm/contracts/codes/languages.js';
import type { Addresses } from '../calls/addresses.js';
import { spoken } from '../calls/call-twiml.js';
import { promptsIn } from '../prompts/prompts.rules.js';
import { say } from '../prompts/say.js';

/** All wait under one name at the carrier: who is first is ours to say. */
const queueName = 'incoming';

/** What a caller hears while agents are rung for them: a little longer than they are. */
export function ringingTwiml(to: Addresses, ringTone: string): string {
  const document = new twilio.twiml.VoiceResponse();
  document.play({ loop: 4 }, ringTone);
  document.redirect(to.wait);
  return document.toString();
}

/** What is said and played to somebody who waits; after it, from the beginning with the place that they have then. */
export function waitTwiml({
  to,
  position,
  music,
  offersCallback,
  language,
}: {
  to: Addresses;
  position: number;
  music: string;
  offersCallback: boolean;
  language: LanguageCode;
}): string {
  const document = new twilio.twiml.VoiceResponse();
  const { offerCallback, ...prompts } = promptsIn[language];
  const place = prompts.place({ position });
  if (offersCallback) {
    const gather = document.gather({ input: ['dtmf'], numDigits: 1, timeout: 1, action: to.key });
    say(gather, language, place);
    say(gather, language, offerCallback);
    gather.play(music);
  } else {
    say(document, language, place);
    document.play(music);
  }
  document.redirect(to.wait);
  return document.toString();
}

/** The caller waits; whoever comes while nobody is free is greeted, and told why. */
export function enqueueTwiml(
  to: Addresses,
  { agency, isGreeted, language }: { agency: string; isGreeted: boolean; language: LanguageCode },
): string {
  const document = new twilio.twiml.VoiceResponse();
  if (isGreeted) say(document, language, promptsIn[language].allBusy({ agency }));
  document.enqueue({ waitUrl: to.wait, action: to.left }, queueName);
  return document.toString();
}

/** Out of the queue: the carrier asks what comes next where it asks for whoever left it. */
export function leaveTwiml(): string {
  const document = new twilio.twiml.VoiceResponse();
  document.leave();
  return document.toString();
}

/** What a caller hears last who is called back. */
export function callbackTwiml(number: string, language: LanguageCode): string {
  const document = new twilio.twiml.VoiceResponse();
  say(document, language, promptsIn[language].callback({ number: spoken(number) }));
  document.hangup();
  return document.toString();
}
