import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Choice } from '@crm/contracts/codes/life-lists.js';
import { openQuickAdd } from '@crm/contracts/http/quick-add.js';
import { builtInLists } from '@crm/contracts/reference/built-in-lists.js';
import { useVerbs } from '../../providers/useVerb.js';

/** An opened form: its token, from when on and until when the server takes it, and what it offers. */
export interface OpenedForm {
  form_token: string;
  readyAt: number;
  endsAt: number;
  medications: readonly Choice[];
  /** What may be agreed to with it. */
  statement: string;
}

const secondMs = 1000;
const builtIn: readonly Choice[] = builtInLists.medications.map(({ code, text }) => ({ value: code, text }));

/**
 * Opens the quick-add form as it is shown; `round` is the how manieth of its page, each opened by itself. The conditions
 * are those that admins keep, the built-in ones until the server has answered. `opening` opens it anew.
 */
export function useFormOpening(round: number) {
  const verbs = useVerbs();
  const opening = useMemo(
    () => ({
      queryKey: ['quick-add', round],
      queryFn: async (): Promise<OpenedForm> => {
        const { form_token, ready_in, good_for, medications, consent_statement } = await verbs.call(
          openQuickAdd,
          {},
        );
        const now = Date.now();
        return {
          form_token,
          readyAt: now + ready_in * secondMs,
          endsAt: now + good_for * secondMs,
          medications: medications.map(({ code, text }) => ({ value: code, text })),
          statement: consent_statement,
        };
      },
      retry: false,
    }),
    [verbs, round],
  );
  const { data } = useQuery({ ...opening, staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false });
  return { opening, medications: data?.medications ?? builtIn, statement: data?.statement };
}

/** How a form is opened. */
export type FormOpening = ReturnType<typeof useFormOpening>['opening'];
