import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Outcome } from '@crm/contracts/errors.js';
import { quickAddInput, quickAddLead } from '@crm/contracts/http/quick-add.js';
import { formatQuickAdd } from '@crm/contracts/leads/life-form-wire.rules.js';
import type { LifeForm } from '@crm/contracts/leads/life-form.rules.js';
import { useShowRefusal } from '../../notifications/useShowAnswer.js';
import { refusalOf } from '../../http/http-client.js';
import { useVerbs } from '../../providers/useVerb.js';
import type { FormOpening, OpenedForm } from './useFormOpening.js';

interface Filled {
  form: LifeForm;
  /** What is in the field that no person sees. */
  website: string;
  /** The statement of consent, where it was agreed to. */
  agreedTo: string | undefined;
}

interface Options {
  opening: FormOpening;
  onCreated: (outcome: Outcome) => void;
  /** Takes field errors. */
  onRefused: (errors: Readonly<Record<string, string>>) => void;
}

const until = (instant: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, Math.max(0, instant - Date.now()));
  });

/**
 * Sends the quick-add form with the token that it was opened with. Where opening failed, or was too long ago, the form is
 * opened with the sending, which then waits until the server takes it.
 */
export function useQuickAdd({ opening, onCreated, onRefused }: Options) {
  const verbs = useVerbs();
  const client = useQueryClient();
  const showRefusal = useShowRefusal();
  const { queryKey } = opening;

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ form, website, agreedTo }: Filled) => {
      const known = client.getQueryData<OpenedForm>(queryKey);
      const isGood = known !== undefined && known.endsAt > Date.now();
      const { form_token, readyAt } = isGood ? known : await client.fetchQuery({ ...opening, staleTime: 0 });
      await until(readyAt);
      const body = quickAddInput.parse({
        ...formatQuickAdd(form),
        form_token,
        ...(website === '' ? {} : { website }),
        ...(agreedTo === undefined ? {} : { agreed_to: agreedTo }),
      });
      return verbs.call(quickAddLead, { body });
    },
    onSuccess: onCreated,
    onError: (error) => {
      const refusal = refusalOf(error);
      const { form_token, agreed_to, ...wrong } = refusal?.errors ?? {};
      // The form itself was refused, or its statement has changed: it is opened anew, with all that was typed.
      if ((form_token ?? agreed_to) !== undefined) void client.resetQueries({ queryKey });
      onRefused(wrong);
      showRefusal(error);
    },
  });
  return { send: mutate, isSending: isPending };
}
