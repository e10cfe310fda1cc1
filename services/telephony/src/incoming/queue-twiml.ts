import twilio from 'twilio';
import type { Addresses } from '../calls/addresses.js';
import { spoken } from '../calls/call-twiml.js';

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
}: {
  to: Addresses;
  position: number;
  music: string;
  offersCallback: boolean;
}): string {
  const document = new twilio.twiml.VoiceResponse();
  const place = `You are number ${String(position)} in the queue.`;
  if (offersCallback) {
    const gather = document.gather({ input: ['dtmf'], numDigits: 1, timeout: 1, action: to.key });
    gather.say(place);
    gather.say('Press 1 to keep your place and be called back.');
    gather.play(music);
  } else {
    document.say(place);
    document.play(music);
  }
  document.redirect(to.wait);
  return document.toString();
}

/** The caller waits; whoever comes while nobody is free is greeted, and told why. */
export function enqueueTwiml(
  to: Addresses,
  { agency, isGreeted }: { agency: string; isGreeted: boolean },
): string {
  const document = new twilio.twiml.VoiceResponse();
  if (isGreeted)
    document.say(`Thank you for calling ${agency}. All our agents are busy. Please hold the line.`);
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
export function callbackTwiml(number: string): string {
  const document = new twilio.twiml.VoiceResponse();
  document.say(`We will call you back on ${spoken(number)}. You keep your place. Good bye.`);
  document.hangup();
  return document.toString();
}
