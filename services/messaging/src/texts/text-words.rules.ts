/** What the words of a customer mean to whether they may be contacted (telephony design, Text messages). */
export type KeywordMeaning = 'stop' | 'start' | 'none';

const stopWords = new Set([
  ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
  ...['OPTOUT', 'OPT OUT', 'OPT-OUT', 'REVOKE', 'REMOVE ME'],
]);
const startWords = new Set(['START', 'UNSTOP']);

/**
 * What a text asks for: the carrier's own reading of it goes first. A word counts where it stands alone; YES is none,
 * since it answers whatever was asked last.
 */
export function keywordOf(body: string, optOutType: string | undefined): KeywordMeaning {
  if (optOutType === 'STOP') return 'stop';
  if (optOutType === 'START') return 'start';
  const word = body
    .trim()
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/[.!"'”“]+$|^["'“]+/g, '');
  if (stopWords.has(word)) return 'stop';
  return startWords.has(word) ? 'start' : 'none';
}

/** How to have no more, said with the first text and again after so many days. */
export const optOutNotice = 'Reply STOP to opt out';
export const noticeEveryMs = 30 * 24 * 3600 * 1000;

/** What was said to a number before. */
export interface SaidBefore {
  agency: boolean;
  /** When the notice was last said; null for never. */
  optOutAt: Date | null;
}

export interface DressedText {
  body: string;
  saidAgency: boolean;
  saidOptOut: boolean;
}

/** A text as it goes out: the agency's name before the first one to a number, the notice behind it at least every 30 days. */
export function dressText(text: string, agencyName: string, said: SaidBefore, now: Date): DressedText {
  const words = text.trim();
  const namesAgency = words.toLowerCase().includes(agencyName.toLowerCase());
  const isDue = said.optOutAt === null || now.getTime() - said.optOutAt.getTime() >= noticeEveryMs;
  const saysNotice = /reply stop\b/i.test(words);
  return {
    body: [
      said.agency || namesAgency ? words : `${agencyName}: ${words}`,
      ...(isDue && !saysNotice ? [optOutNotice] : []),
    ].join('\n'),
    saidAgency: !said.agency || namesAgency,
    saidOptOut: isDue || saysNotice,
  };
}
