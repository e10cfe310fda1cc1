import { useMemo, useRef, useState } from 'react';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import type { Outcome } from '@crm/contracts/errors.js';
import { Mark } from '../../brand/Mark.js';
import { productName } from '../../brand/brand.js';
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import { useQuickAddMessages } from '../../i18n/quick-add.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { LeaveGuard, useLeaveCheck } from '../../leaving/LeaveGuard.js';
import {
  FormPanel,
  FormTabs,
  goToFirstWrong,
  SaveButton,
  useFormTabs,
  WrongFields,
} from '../form/form-tabs.js';
import { RequiredNote } from '../form/LeadFormDialog.js';
import { LeadFormProvider } from '../form/LeadFormProvider.js';
import { LeadSections } from '../form/LeadSections.js';
import { useLeadForm } from '../form/useLeadForm.js';
import { BankAccount } from '../life-form/BankAccount.js';
import { lifeKind } from '../life-form/life-kind.js';
import { useFormOpening } from './useFormOpening.js';
import { useQuickAdd } from './useQuickAdd.js';

/** Add new lead: the public page on which live transfers are typed in (rule L25). */
export default function QuickAddPage() {
  const translate = useQuickAddMessages();
  const showAnswer = useShowAnswer();
  const [round, setRound] = useState(1);
  return (
    <Box
      component="main"
      sx={{ display: 'grid', justifyItems: 'center', alignContent: 'start', gap: 2, p: { xs: 1, sm: 3 } }}
    >
      <title>{`${translate('crm.quickAdd.title')} · ${productName}`}</title>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, width: '100%', maxWidth: 900 }}>
        <Mark size={24} />
        <Typography variant="subtitle1" component="span" color="text.secondary">
          {productName}
        </Typography>
      </Box>
      <LeaveGuard>
        {/* A form of its own each time: the last one's values and messages go with it. */}
        <QuickAddForm
          key={round}
          round={round}
          onCreated={(outcome) => {
            showAnswer(outcome);
            setRound(round + 1);
          }}
        />
      </LeaveGuard>
    </Box>
  );
}

const kind = lifeKind('quick-add');

interface FormProps {
  round: number;
  onCreated: (outcome: Outcome) => void;
}

function QuickAddForm({ round, onCreated }: FormProps) {
  const translate = useQuickAddMessages();
  const translateForm = useLeadFormMessages();
  const { opening, medications, statement } = useFormOpening(round);
  // What was ticked, and not whether: another statement is not agreed to by it.
  const [agreedTo, setAgreedTo] = useState<string>();
  const lists = useMemo(() => ({ medications }), [medications]);
  const form = useLeadForm(kind, undefined, lists);
  const tabs = useFormTabs();
  const website = useRef<HTMLInputElement>(null);
  const { send, isSending } = useQuickAdd({ opening, onCreated, onRefused: form.refuse });
  useLeaveCheck(() => (form.isDirty() && !isSending ? 'ask' : undefined));
  const { control, getValues } = form.methods;
  const goToWrong = () => goToFirstWrong(form, tabs.setTab);
  const hasNoAccount = useWatch({ control, name: 'checking_account' }) === 0;
  const bankAccount = hasNoAccount ? translate('crm.quickAdd.bankAccountFirst') : undefined;

  return (
    <LeadFormProvider form={form}>
      <Paper
        component="form"
        noValidate
        aria-labelledby="quick-add-title"
        sx={(theme) => ({
          width: '100%',
          maxWidth: 900,
          borderRadius: `${String(theme.radius.card)}px`,
          boxShadow: theme.shadows[1],
        })}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSending) return;
          if (!goToWrong() && !bankAccount)
            send({
              form: getValues(),
              website: website.current?.value ?? '',
              agreedTo: agreedTo === statement ? agreedTo : undefined,
            });
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', px: 3, pt: 2 }}>
          <Typography id="quick-add-title" variant="h3" component="h1" sx={{ flex: 1 }}>
            {translate('crm.quickAdd.title')}
          </Typography>
          <RequiredNote />
        </Box>
        <FormTabs of={tabs} />
        <Box sx={{ px: 3, py: 2.5 }}>
          <FormPanel of={tabs}>
            <LeadSections tab={tabs.tab} />
          </FormPanel>
        </Box>
        {statement !== undefined && (
          <FormControlLabel
            sx={{ display: 'flex', alignItems: 'flex-start', mx: 0, px: 3, pb: 2, gap: 1 }}
            control={
              <Checkbox
                checked={agreedTo === statement}
                sx={{ p: 0, mt: '1px' }}
                onChange={(_event, isAgreed) => {
                  setAgreedTo(isAgreed ? statement : undefined);
                }}
              />
            }
            label={
              <Typography variant="body2" color="textSecondary">
                {statement}
              </Typography>
            }
          />
        )}
        {/* For robots alone: out of sight, out of the tab order, unsaid to screen readers. */}
        <Box aria-hidden="true" sx={{ position: 'absolute', left: '-9999px', width: 1, overflow: 'hidden' }}>
          <label htmlFor="website">{translate('crm.quickAdd.website')}</label>
          <input ref={website} id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
        </Box>
        <Box
          sx={(theme) => ({
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            px: 3,
            py: 1.5,
            borderTop: `1px solid ${theme.palette.border.subtle}`,
          })}
        >
          <Box sx={{ flex: 1, minWidth: 160 }}>
            <BankAccount />
          </Box>
          <WrongFields onGo={goToWrong} />
          <SaveButton loading={isSending} reason={bankAccount}>
            {translateForm('crm.lifeForm.create')}
          </SaveButton>
        </Box>
      </Paper>
    </LeadFormProvider>
  );
}
