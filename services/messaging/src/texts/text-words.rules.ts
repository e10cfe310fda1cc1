import { defaultLanguage, type LanguageCode } from '@crm/contracts/codes/languages.js';
import { ownSentencesIn } from './own-sentences.rules.js';

/** After so long it is said again how to have no more. */
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

/** A person who says it themselves, in either language. */
const saysStop =
  /(?<![\p{L}])(?:reply|responda|responde|conteste|env[ií]e|mande) (?:con )?(?:la palabra )?["“«]?stop\b/iu;

/**
 * A text as it goes out: the agency's name before the first one to a number, the notice behind it at least every 30 days.
 * Empty where it is files alone and neither is due.
 */
export function dressText(
  text: string,
  agencyName: string,
  said: SaidBefore,
  now: Date,
  language: LanguageCode = defaultLanguage,
): DressedText {
  const words = text.trim();
  const namesAgency = words.toLowerCase().includes(agencyName.toLowerCase());
  const isDue = said.optOutAt === null || now.getTime() - said.optOutAt.getTime() >= noticeEveryMs;
  const saysNotice = saysStop.test(words);
  const opening = said.agency || namesAgency ? [] : [agencyName];
  const first = [...opening, words].filter((part) => part !== '').join(': ');
  return {
    body: [first, ...(isDue && !saysNotice ? [ownSentencesIn[language].optOutNotice] : [])]
      .filter((line) => line !== '')
      .join('\n'),
    saidAgency: !said.agency || namesAgency,
    saidOptOut: isDue || saysNotice,
  };
}
