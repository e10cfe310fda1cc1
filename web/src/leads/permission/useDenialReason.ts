import { useCallback } from 'react';
import { useCallMessages } from '../../i18n/calls.en.js';
import { shownAt } from '../lead/local-time.js';
import type { ContactWay } from './useMayContact.js';

const pacific = 'America/Los_Angeles';

/** The rule's sentence against a way to a customer, with the next allowed time in their zone and in ours. */
export function useDenialReason(zones: readonly string[]) {
  const translate = useCallMessages();
  const zone = zones[0];
  return useCallback(
    ({ allowed, reason, way }: ContactWay): string | undefined => {
      if (allowed) return undefined;
      const at = way?.permission.next_allowed_at ?? null;
      if (at === null || zone === undefined) return reason;
      const now = new Date();
      const next = translate('crm.calls.nextAllowed', {
        theirs: shownAt(zone, new Date(at), now),
        ours: shownAt(pacific, new Date(at), now),
      });
      return `${reason ?? ''}. ${next}`;
    },
    [translate, zone],
  );
}
