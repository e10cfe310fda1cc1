import type twilio from 'twilio';
import type { LanguageCode } from '@crm/contracts/codes/languages.js';

type SayAttributes = Parameters<InstanceType<typeof twilio.twiml.VoiceResponse>['say']>[0];

/** Who speaks each language; English is the carrier's own voice. */
const voices = {
  en: {},
  es: { language: 'es-US', voice: 'Polly.Lupe' },
} as const satisfies Record<LanguageCode, SayAttributes>;

interface Speaking {
  say(attributes: SayAttributes, message: string): unknown;
}

/** Has a document, or what it gathers keys in, say a sentence in a language. */
export function say(document: Speaking, language: LanguageCode, sentence: string): void {
  document.say(voices[language], sentence);
}
