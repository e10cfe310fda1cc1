import { useQueryClient } from '@tanstack/react-query';
import {
  type Beneficiary,
  autoPercentOfBeneficiary,
  listBeneficiaries,
  saveBeneficiary,
} from '@crm/contracts/http/beneficiaries.js';
import type { BeneficiaryForm, BeneficiaryNumber } from '@crm/contracts/leads/beneficiary.rules.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { belongingsKey } from '../lead/belongings.js';
import { openedPart } from '../lead/opening.js';
import { leadActionKey } from '../lead/lead-query.js';
import { useVerbQuery } from '../../providers/useVerbQuery.js';

const keyOf = (leadId: string) => [...belongingsKey(leadId), 'beneficiaries'];

/** The filled slots of a lead; asked of life leads alone. */
export function useBeneficiaries(leadId: string) {
  const client = useQueryClient();
  return useVerbQuery<Beneficiary[]>({
    key: keyOf(leadId),
    ask: async (provider, signal) =>
      (await openedPart(client, leadId, 'beneficiaries')) ??
      (await provider.call(listBeneficiaries, { params: { leadId }, signal })).beneficiaries,
    isKeptLive: true,
  });
}

interface Slot {
  number: BeneficiaryNumber;
  form: BeneficiaryForm;
}

/** Saving a slot, and asking for the percent that it gets by itself. */
export function useBeneficiaryActions(leadId: string) {
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const save = useVerb(
    (provider, { number, form }: Slot) =>
      provider.call(saveBeneficiary, { params: { leadId, number: String(number) }, body: form }),
    {
      key: leadActionKey(leadId),
      onSuccess: (answer) => {
        const { beneficiary } = answer;
        client.setQueryData<Beneficiary[]>(keyOf(leadId), (known = []) => [
          ...known.filter(({ number }) => number !== beneficiary.number),
          beneficiary,
        ]);
        showAnswer(answer);
      },
      // Somebody else may have given a share meanwhile.
      onRefused: () => void client.invalidateQueries({ queryKey: keyOf(leadId) }),
    },
  );
  const auto = useVerb((provider, number: BeneficiaryNumber) =>
    provider.call(autoPercentOfBeneficiary, { params: { leadId, number: String(number) } }),
  );
  return { save, auto };
}
