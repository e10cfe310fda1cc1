import { useState } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Beneficiary } from '@crm/contracts/http/beneficiaries.js';
import {
  beneficiaryErrors,
  percentLeftFor,
  type BeneficiaryForm,
  type BeneficiaryNumber,
} from '@crm/contracts/leads/beneficiary.rules.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useBeneficiaryMessages } from '../../i18n/beneficiaries.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useLeaveCheck } from '../../leaving/LeaveGuard.js';
import { BeneficiaryFields } from './BeneficiaryFields.js';
import { formOfSlot } from './slot-form.rules.js';
import { useBeneficiaryActions } from './useBeneficiaries.js';

interface Props {
  leadId: string;
  number: BeneficiaryNumber;
  stored: readonly Beneficiary[];
  denialReason: string | undefined;
}

/** One slot: its fields, Auto Percent and Apply, both off until the rest is right. */
export function SlotForm({ leadId, number, stored, denialReason }: Props) {
  const translate = useBeneficiaryMessages();
  const showAnswer = useShowAnswer();
  const { save, auto } = useBeneficiaryActions(leadId);
  // Only what was typed is kept: an untouched slot follows what others save.
  const [typed, setTyped] = useState<BeneficiaryForm>();
  useLeaveCheck(typed === undefined ? undefined : 'ask');

  const form = typed ?? formOfSlot(number, stored);
  const percentLeft = percentLeftFor(number, stored);
  const errors = beneficiaryErrors(form, { today: pacificDate(new Date()), percentLeft });
  const { percent: percentError, ...others } = errors;
  const isComplete = Object.keys(others).length === 0;
  const missing = isComplete ? undefined : translate('crm.beneficiary.incomplete');

  return (
    <Box
      component="form"
      noValidate
      aria-label={translate(`crm.beneficiary.slot${number}`)}
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <BeneficiaryFields
        id={`beneficiary-${String(number)}`}
        form={form}
        errors={errors}
        percentLeft={percentLeft}
        onChange={setTyped}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1, mt: 2 }}>
        {typed !== undefined && (
          <Typography variant="caption" sx={{ flex: 1, color: 'text.secondary' }}>
            {translate('crm.beneficiary.unsaved')}
          </Typography>
        )}
        <ReasonButton
          variant="outlined"
          loading={auto.isPending}
          // A percent that is too high is what it is for.
          reason={missing}
          onClick={() => {
            auto.mutate(number, {
              onSuccess: ({ percent }) => {
                if (percent > 0) setTyped((now) => ({ ...(now ?? form), percent }));
                else showAnswer({ status: 'warning', message: translate('crm.beneficiary.noneLeft') });
              },
            });
          }}
        >
          {translate('crm.beneficiary.auto')}
        </ReasonButton>
        <ReasonButton
          variant="contained"
          loading={save.isPending}
          reason={denialReason ?? missing ?? percentError}
          onClick={() => {
            save.mutate(
              { number, form },
              {
                onSuccess: () => {
                  // What was typed meanwhile is not what was saved.
                  setTyped((now) => (now === typed ? undefined : now));
                },
              },
            );
          }}
        >
          {translate('crm.beneficiary.apply')}
        </ReasonButton>
      </Box>
    </Box>
  );
}
