import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Outcome } from '@crm/contracts/errors.js';
import { quickAddInput, openQuickAdd, quickAddLead } from '@crm/contracts/http/quick-add.js';
import { formatQuickAdd } from '@crm/contracts/leads/life-form-wire.rules.js';
import type { LifeForm } from '@crm/contracts/leads/life-form.rules.js';
import { useShowRefusal } from '../../notifications/useShowAnswer.js';
import { refusalOf } from '../../providers/http-client.js';
import { useVerbs } from '../../providers/useVerb.js';

/** An opened form: its token, from when on and until when the server takes it. */
interface OpenedForm {
  form_token: string;
  readyAt: number;
  endsAt: number;
}

interface Filled {
  form: LifeForm;
  /** What stands in the field that no person sees. */
  website: string;
}

interface Options {
  /** The how manieth form of this page: each is opened by itself. */
  round: number;
  onCreated: (outcome: Outcome) => void;
  /** Takes field errors; answers whether it has a field for any. */
  onRefused: (errors: Readonly<Record<string, string>>) => boolean;
}

const secondMs = 1000;
const until = (instant: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, Math.max(0, instant - Date.now()));
  });

/**
 * Sends the quick-add form. The token is fetched when the form opens; where that failed, or it was open too long, it is
 * fetched with the sending, which then waits until the server takes it.
 */
export function useQuickAdd({ round, onCreated, onRefused }: Options) {
  const verbs = useVerbs();
  const client = useQueryClient();
  const showRefusal = useShowRefusal();
  const queryKey = ['quick-add', round];
  const opening = {
    queryKey,
    queryFn: async (): Promise<OpenedForm> => {
      const { form_token, ready_in, good_for } = await verbs.call(openQuickAdd, {});
      const now = Date.now();
      return { form_token, readyAt: now + ready_in * secondMs, endsAt: now + good_for * secondMs };
    },
    retry: false,
  };
  useQuery({ ...opening, staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false });

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ form, website }: Filled) => {
      const known = client.getQueryData<OpenedForm>(queryKey);
      const isGood = known !== undefined && known.endsAt > Date.now();
      const { form_token, readyAt } = isGood ? known : await client.fetchQuery({ ...opening, staleTime: 0 });
      await until(readyAt);
      const body = quickAddInput.parse({
        ...formatQuickAdd(form),
        form_token,
        ...(website === '' ? {} : { website }),
      });
      return verbs.call(quickAddLead, { body });
    },
    onSuccess: onCreated,
    onError: (error) => {
      const refusal = refusalOf(error);
      // The form itself was refused: the next sending opens it anew, with all that was typed.
      if (refusal?.errors?.['form_token'] !== undefined) void client.resetQueries({ queryKey });
      if (refusal?.errors) onRefused(refusal.errors);
      showRefusal(error);
    },
  });
  return { send: mutate, isSending: isPending };
}
