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
      // A customer in our zone has the same time.
      const times = new Set([zone, pacific].map((each) => shownAt(each, new Date(at), now)));
      return `${reason ?? ''}. ${translate('crm.calls.nextAllowed', { times: [...times].join(', ') })}`;
    },
    [translate, zone],
  );
}
