import { numberFormat } from '../i18n/language.js';
import { maxAbandonedShare, type DiallerFigures } from '@crm/contracts/http/dialler-report.js';

type Counted = Pick<DiallerFigures, 'people' | 'abandoned'>;

/** The part of the people who answered that was abandoned; undefined where nobody answered. */
export const abandonedShare = ({ people, abandoned }: Counted): number | undefined =>
  people === 0 ? undefined : abandoned / people;

/** Whether more were abandoned than may be. */
export const isTooMany = (counted: Counted): boolean => (abandonedShare(counted) ?? 0) > maxAbandonedShare;

const percent = numberFormat({ style: 'percent', maximumFractionDigits: 2 });

/** `3%`: what may be abandoned. */
export const shownMost = percent.format(maxAbandonedShare);

/** `2.08%`; a dash where nobody answered. */
export function shownShare(counted: Counted): string {
  const share = abandonedShare(counted);
  return share === undefined ? '–' : percent.format(share);
}

/** `0.80`; a dash where nobody heard the guide. */
export const shownSeconds = (seconds: number | null): string => (seconds === null ? '–' : seconds.toFixed(2));
