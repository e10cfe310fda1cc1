import { useQueryClient } from '@tanstack/react-query';
import { drawNext } from '@crm/contracts/http/day.js';
import { useDayMessages } from '../i18n/day.en.js';
import { shownAt } from '../leads/lead/local-time.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useNavigate } from '../routing/NavigateProvider.js';
import { dayKey } from './useDay.js';

/**
 * Draws the next lead that may be contacted and opens its page; says so where none is left. `leaving`: the lead that was
 * just worked, which does not come again.
 */
export function useNextLead() {
  const translate = useDayMessages();
  const navigate = useNavigate();
  const showAnswer = useShowAnswer();
  const client = useQueryClient();
  const { mutate, isPending } = useVerb(
    (provider, leaving: string | undefined) =>
      provider.call(drawNext, { body: { without: leaving === undefined ? [] : [leaving] } }),
    {
      onSuccess: ({ row, opens_at }) => {
        void client.invalidateQueries({ queryKey: dayKey });
        if (row !== null) {
          void navigate(`/lead/${row.lead.id}`);
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
    open: (leaving?: string) => {
      mutate(leaving);
    },
    isPending,
  };
}
