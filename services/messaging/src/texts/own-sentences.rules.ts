import type { LanguageCode } from '@crm/contracts/codes/languages.js';

/** What the product writes to customers by itself. STOP is the word in every language: carriers know no other in all of them. */
export interface OwnSentences {
  /** How to have no more, said with the first text and again after so many days. */
  optOutNotice: string;
  /** Who writes, where there is help, and how to have no more: what carriers want as the answer to HELP. */
  helpReply: (of: { agency: string; contact: string }) => string;
}

const english: OwnSentences = {
  optOutNotice: 'Reply STOP to opt out',
  helpReply: ({ agency, contact }) =>
    `${agency}: for help, contact ${contact}. Reply STOP to opt out. Message and data rates may apply.`,
};

const spanish: OwnSentences = {
  // Without accents other than ñ, which would halve what one segment of a text holds.
  optOutNotice: 'Responda STOP para cancelar',
  helpReply: ({ agency, contact }) =>
    `${agency}: para recibir ayuda, comuníquese con ${contact}. Responda STOP para no recibir más mensajes. Pueden aplicarse tarifas de mensajes y datos.`,
};

/** The sentences in each language. */
export const ownSentencesIn: Readonly<Record<LanguageCode, OwnSentences>> = { en: english, es: spanish };
