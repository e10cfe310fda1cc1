import twilio from 'twilio';
import { defaultLanguage, type LanguageCode } from '@crm/contracts/codes/languages.js';
import { conferenceEvents, recordingEvents } from '../carrier/carrier.js';
import { promptsIn } from '../prompts/prompts.rules.js';
import { say } from '../prompts/say.js';
import type { Addresses } from './addresses.js';

const legEvents = ['initiated', 'ringing', 'answered', 'completed'] as const;
const maxSeconds = 4 * 3600;
const outboundSeconds = 30;

/** What a test call says, some seconds long: long enough to measure, short enough to wait for. */
const testSentences = [
  'This is a test of your connection.',
  'If every word is clear, your customers sound just as clear to you.',
  'The test is over in a moment.',
];

type Document = InstanceType<typeof twilio.twiml.VoiceResponse>;
const newDocument = (): Document => new twilio.twiml.VoiceResponse();

/** Every answered call is recorded, both sides apart and as long as it was. */
const recorded = (to: Addresses) => ({
  action: to.dial,
  record: 'record-from-answer-dual' as const,
  trim: 'do-not-trim' as const,
  recordingStatusCallback: to.recording,
  recordingStatusCallbackEvent: [...recordingEvents],
  timeLimit: maxSeconds,
});

export function hangUpTwiml(): string {
  const document = newDocument();
  document.hangup();
  return document.toString();
}

export function sayTwiml(sentence: string, language: LanguageCode = defaultLanguage): string {
  const document = newDocument();
  say(document, language, sentence);
  document.hangup();
  return document.toString();
}

/** The document of a test call: somebody to listen to, and nobody is rung. */
export function testTwiml(): string {
  const document = newDocument();
  for (const sentence of testSentences) {
    document.say(sentence);
    document.pause({ length: 1 });
  }
  document.hangup();
  return document.toString();
}

/** The farewell of a customer who is not to be called again. */
export const farewellTwiml = (language: LanguageCode): string =>
  sayTwiml(promptsIn[language].farewell, language);

/** A number as it is read out: digit by digit, with a rest between its parts. */
export const spoken = (number: string): string => {
  const [, area = '', exchange = '', line = ''] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  return [area, exchange, line].map((part) => part.split('').join(' ')).join(', ');
};

/** The key by which somebody whom no guide took is not called again. */
export const noMoreCallsKey = '9';
const keySeconds = 5;

interface Abandoned {
  to: Addresses;
  agency: string;
  number: string;
  language: LanguageCode;
}

/** What somebody hears whom the dialler reached when the guide had gone, and whose key is waited for. */
export function abandonedTwiml({ to, agency, number, language }: Abandoned): string {
  const document = newDocument();
  const gather = document.gather({
    ...{ input: ['dtmf'], numDigits: 1, finishOnKey: '', timeout: keySeconds, action: to.noMoreCalls },
  });
  const { abandoned } = promptsIn[language];
  say(gather, language, abandoned({ agency, number: spoken(number), key: noMoreCallsKey }));
  document.hangup();
  return document.toString();
}

export function rejectTwiml(): string {
  const document = newDocument();
  document.reject();
  return document.toString();
}

/** What is said to a customer who has just answered, before anybody else hears them. */
export function announceTwiml(language: LanguageCode): string {
  const document = newDocument();
  say(document, language, promptsIn[language].recorded);
  return document.toString();
}

export interface Outgoing {
  to: Addresses;
  /** The number that is seen. */
  from: string;
  number: string;
  announce: boolean;
  language: LanguageCode;
}

/** An agent's single call: the customer rings, and is told first where it is recorded. */
export function singleTwiml({ to, from, number, announce, language }: Outgoing): string {
  const document = newDocument();
  const dial = document.dial({
    ...recorded(to),
    callerId: from,
    answerOnBridge: true,
    timeout: outboundSeconds,
  });
  dial.number(
    {
      statusCallback: to.leg('customer'),
      statusCallbackEvent: [...legEvents],
      ...(announce ? { url: to.announcement(language) } : {}),
    },
    number,
  );
  return document.toString();
}

/** Who has a line in a conference that begins with a document. */
interface Seat {
  /** The conference, under a name of ours: the call's id. */
  name: string;
  role: string;
  /** The conference ends when they go. */
  isHost: boolean;
  /** The call began with this line: what comes after the conference is asked for. */
  isOrigin: boolean;
  /** Whether it is recorded: every call with a customer is. */
  isRecorded?: boolean;
}

/** A line that goes into the conference of its call: whoever comes first decides what is recorded and told of it. */
export function conferenceTwiml(
  to: Addresses,
  { name, role, isHost, isOrigin, isRecorded = true }: Seat,
): string {
  const document = newDocument();
  const dial = document.dial({ ...(isOrigin && { action: to.dial }), timeLimit: maxSeconds });
  dial.conference(
    {
      participantLabel: role,
      startConferenceOnEnter: true,
      endConferenceOnExit: isHost,
      beep: 'false',
      waitUrl: '',
      trim: 'do-not-trim',
      record: isRecorded ? 'record-from-start' : 'do-not-record',
      ...(isRecorded && {
        recordingStatusCallback: to.recording,
        recordingStatusCallbackEvent: [...recordingEvents],
      }),
      statusCallback: to.conference,
      statusCallbackEvent: [...conferenceEvents],
    },
    name,
  );
  return document.toString();
}

/** A voicemail is left on a machine. */
export function playTwiml(url: string): string {
  const document = newDocument();
  document.play(url);
  document.hangup();
  return document.toString();
}
