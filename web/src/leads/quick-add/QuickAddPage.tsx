import { useRef, useState } from 'react';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Outcome } from '@crm/contracts/errors.js';
import { Mark } from '../../brand/Mark.js';
import { productName } from '../../brand/brand.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useQuickAddWords } from '../../i18n/quick-add.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { LeaveGuard, useLeaveCheck } from '../leaving/LeaveGuard.js';
import { BasicDataTab } from '../life-form/BasicDataTab.js';
import { LifeFormProvider } from '../life-form/form-context.js';
import { FormPanel, FormTabs, useFormTabs, WrongFields } from '../life-form/form-tabs.js';
import { QuoteTab } from '../life-form/QuoteTab.js';
import { SwitchOf } from '../life-form/SwitchOf.js';
import { useLifeForm } from '../life-form/useLifeForm.js';
import { useFormOpening } from './useFormOpening.js';
import { useQuickAdd } from './useQuickAdd.js';

/** Add new lead: the public page on which live transfers are typed in (lead-work section 2, Quick-add form). */
export default function QuickAddPage() {
  const words = useQuickAddWords();
  const showAnswer = useShowAnswer();
  const [round, setRound] = useState(1);
  return (
    <Box
      component="main"
      sx={{ display: 'grid', justifyItems: 'center', alignContent: 'start', gap: 2, p: { xs: 1, sm: 3 } }}
    >
      <title>{`${words('crm.quickAdd.title')} · ${productName}`}</title>
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

interface FormProps {
  round: number;
  onCreated: (outcome: Outcome) => void;
}

function QuickAddForm({ round, onCreated }: FormProps) {
  const words = useQuickAddWords();
  const { opening, medications } = useFormOpening(round);
  const form = useLifeForm({ place: 'quick-add', medications });
  const tabs = useFormTabs(form);
  const website = useRef<HTMLInputElement>(null);
  const { send, isSending } = useQuickAdd({ opening, onCreated, onRefused: form.refuse });
  useLeaveCheck(form.isDirty && !isSending ? 'ask' : undefined);
  const { values } = form.context;
  const bankAccount = values.checking_account === 0 ? words('crm.quickAdd.bankAccountFirst') : undefined;

  return (
    <LifeFormProvider value={form.context}>
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
          if (tabs.count > 0) tabs.goToFirstWrong();
          else if (!bankAccount) send({ form: values, website: website.current?.value ?? '' });
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', px: 3, pt: 2 }}>
          <Typography id="quick-add-title" variant="h3" component="h1" sx={{ flex: 1 }}>
            {words('crm.quickAdd.title')}
          </Typography>
          <Typography variant="caption" color="text.secondary">
            <Box component="span" aria-hidden="true" sx={{ color: 'error.main' }}>
              {'* '}
            </Box>
            {words('crm.form.required')}
          </Typography>
        </Box>
        <Box sx={{ px: 3, '& .MuiTabs-root': { mx: -3, px: 3 } }}>
          <FormTabs tabs={tabs} />
        </Box>
        <Box sx={{ px: 3, py: 2.5 }}>
          <FormPanel tabs={tabs}>{tabs.tab === 'basic' ? <BasicDataTab /> : <QuoteTab />}</FormPanel>
        </Box>
        {/* For robots alone: out of sight, out of the tab order, unsaid to screen readers. */}
        <Box aria-hidden="true" sx={{ position: 'absolute', left: '-9999px', width: 1, overflow: 'hidden' }}>
          <label htmlFor="website">{words('crm.quickAdd.website')}</label>
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
            <SwitchOf name="checking_account" />
          </Box>
          <WrongFields tabs={tabs} />
          <ReasonButton
            type="submit"
            variant="contained"
            loading={isSending}
            reason={tabs.reason ?? bankAccount}
          >
            {words('crm.lifeForm.create')}
          </ReasonButton>
        </Box>
      </Paper>
    </LifeFormProvider>
  );
}
