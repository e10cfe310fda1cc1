import type { ContactChannel } from '@crm/contracts/customers/contact.js';
import type { LeadsContext } from '../context.js';
import type { ConsentReader } from '../suppression/screen-numbers.js';
import type { WrittenConsent } from '../suppression/suppression.rules.js';
import { channelsLeft, consentStateAt, type ConsentOnFile } from './consent.rules.js';

const maxConsents = 100;

type Stored = ConsentOnFile & { at: Date | null };

/** What of a consent holds still; nothing of one that has expired, was revoked or is about recording alone. */
function holding(consent: Stored, now: Date): WrittenConsent[] {
  if (consentStateAt(consent, now) !== 'valid') return [];
  const channels = channelsLeft(consent).filter((each): each is ContactChannel => each !== 'recording');
  return channels.length === 0 && consent.channels.length > 0 ? [] : [{ at: consent.at, channels }];
}

/** Reads the written consents that hold now: what frees a number that is on a list of others. */
export const writtenConsents =
  ({ consents }: Pick<LeadsContext, 'consents'>, now: Date): ConsentReader =>
  async (numbers) => {
    const found = await consents
      .find({ addresses: { $in: [...numbers] }, kind: 'written' })
      .sort({ received_at: -1 })
      .limit(maxConsents)
      .lean<Stored[]>();
    return (number) =>
      found.filter(({ addresses }) => addresses.includes(number)).flatMap((each) => holding(each, now));
  };
