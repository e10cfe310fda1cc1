import { useQueryClient } from '@tanstack/react-query';
import { drawNext } from '@crm/contracts/http/day.js';
import { useRingLead } from '../calling/useRingLead.js';
import { useDayMessages } from '../i18n/day.en.js';
import { shownAt } from '../leads/lead/local-time.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useNavigate } from '../routing/NavigateProvider.js';
import { dayKey } from './day-keys.js';

interface Drawn {
  /** The lead that was just worked, which does not come again. */
  leaving?: string;
  /** Whether it is called as soon as it is open. */
  rings?: boolean;
}

/** Draws the next lead that may be contacted and opens its page; says so where none is left. */
export function useNextLead() {
  const translate = useDayMessages();
  const navigate = useNavigate();
  const showAnswer = useShowAnswer();
  const client = useQueryClient();
  const ring = useRingLead();
  const { mutate, isPending } = useVerb(
    (provider, { leaving }: Drawn) =>
      provider.call(drawNext, { body: { without: leaving === undefined ? [] : [leaving] } }),
    {
      onSuccess: ({ row, opens_at }, { rings = false }) => {
        void client.invalidateQueries({ queryKey: dayKey });
        if (row !== null) {
          if (rings) ring(row.lead.id);
          else void navigate(`/lead/${row.lead.id}`);
          return;
        }
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        showAnswer({
          status: 'info',
          message:
            opens_at === null
              ? translate('crm.day.none')
              : translate('crm.day.noneUntil', { time: shownAt(zone, new Date(opens_at), new Date()) }),
        });
      },
    },
  );
  return {
    open: (how: Drawn = {}) => {
      mutate(how);
    },
    isPending,
  };
}
