import type { Lead } from '@crm/contracts/entities/lead.js';
import { useCallWords } from '../i18n/calls.en.js';
import { shownAt } from '../leads/lead-page/local-time.js';
import type { useMayContact } from '../leads/permission/useMayContact.js';

const pacific = 'America/Los_Angeles';

/** A number of a lead for the call centre; without a reason against it, it may be called now. */
export interface CallableNumber {
  place: 'phone' | 'second_phone';
  /** Null where the status hides it. */
  number: string | null;
  whyNot: string | undefined;
}

/** The numbers of a lead, and why and until when one may not be called; the server is asked again when it is. */
export function useCallableNumbers(
  lead: Lead,
  { zones, wayOf }: ReturnType<typeof useMayContact>,
): CallableNumber[] {
  const words = useCallWords();
  const places = (['phone', 'second_phone'] as const).filter(
    (place) => place === 'phone' || lead.second_phone !== null,
  );
  return places.map((place) => {
    const number = lead.phone_hidden ? null : lead[place];
    const { allowed, reason, way } = wayOf(place, 'call');
    if (allowed) {
      return { place, number, whyNot: number === null ? words('crm.calls.hiddenNumber') : undefined };
    }
    const at = way?.permission.next_allowed_at ?? null;
    const zone = zones[0];
    if (at === null || zone === undefined) return { place, number, whyNot: reason };
    const now = new Date();
    const next = words('crm.calls.nextAllowed', {
      theirs: shownAt(zone, new Date(at), now),
      ours: shownAt(pacific, new Date(at), now),
    });
    return { place, number, whyNot: `${reason ?? ''}. ${next}` };
  });
}
