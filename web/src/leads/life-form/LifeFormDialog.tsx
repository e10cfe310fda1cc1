import { Suspense, useEffect, useState } from 'react';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Lead, LifeLead } from '@crm/contracts/entities/lead.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { useRecordingPause } from '../../calls/useRecordingPause.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { useDiscard } from '../../controls/useDiscard.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useWords } from '../../i18n/useWords.js';
import { useReferenceList } from '../../reference/useReferenceList.js';
import { BasicDataTab } from './BasicDataTab.js';
import { LifeFormProvider } from './form-context.js';
import { FormPanel, FormTabs, useFormTabs, WrongFields } from './form-tabs.js';
import { SwitchOf } from './SwitchOf.js';
import { QuoteTab } from './QuoteTab.js';
import { useLifeForm } from './useLifeForm.js';
import { useSaveLife } from './useSaveLife.js';
import { lazyPart } from '../../loading/lazy-part.js';

const ConflictDialog = lazyPart(() => import('./ConflictDialog.js'));

interface Props {
  /** The lead that is edited; without one the dialog makes a new lead. */
  lead?: LifeLead;
  /** A new lead of the advertising marketplace; an edited one says by itself whether it is. */
  isMarketplace?: boolean;
  onClose: () => void;
  /** Told the saved lead, and the answer to show. */
  onSaved: (lead: Lead, outcome: Outcome) => void;
}

/** Client information: makes or edits a life lead. It stays until it is closed, and keeps what was typed until it is saved. */
export default function LifeFormDialog({ lead, isMarketplace = false, onClose, onSaved }: Props) {
  const words = useWords();
  // What the form was loaded from: a save by somebody else moves it on, a live event only while nothing was typed.
  const [base, setBase] = useState(lead);
  const source = isMarketplace || base?.source === 'mediaalpha' ? 'mediaalpha' : 'manual';
  const medications = useReferenceList(
    source === 'mediaalpha' ? 'mediaalphaMedications' : 'medications',
    base?.medications,
  );
  const form = useLifeForm({ place: 'dialog', lead: base, medications });
  const tabs = useFormTabs(form);
  const { isDirty, context, load } = form;
  const isStale = lead !== undefined && base !== undefined && lead.version > base.version;

  useEffect(() => {
    if (lead && isStale && !isDirty) {
      setBase(lead);
      load(lead);
    }
  }, [lead, isStale, isDirty, load]);

  const { save, isSaving, conflict, decide, putOff } = useSaveLife({
    base,
    source,
    onSaved: (saved, outcome) => {
      onSaved(saved, outcome);
      onClose();
    },
    onRebase: (theirs, merged) => {
      setBase(theirs);
      form.load(theirs);
      form.type(merged);
    },
    onRefused: form.refuse,
  });
  useRecordingPause(lead?.id, context.values.checking_account === 1);

  const { close, question } = useDiscard({ unsaved: isDirty, isBusy: isSaving, onClose });

  return (
    <LifeFormProvider value={context}>
      <DialogFrame
        open
        persistent
        width={900}
        title={words('crm.lifeForm.title')}
        {...(source === 'mediaalpha' && { subtitle: words('crm.lifeForm.marketplace') })}
        onClose={close}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSaving) return;
          if (tabs.count > 0) tabs.goToFirstWrong();
          else save(context.values);
        }}
        aside={
          <Typography variant="caption" color="text.secondary">
            <Box component="span" aria-hidden="true" sx={{ color: 'error.main' }}>
              {'* '}
            </Box>
            {words('crm.form.required')}
          </Typography>
        }
        tabs={<FormTabs tabs={tabs} />}
        extras={<SwitchOf name="checking_account" />}
        actions={
          <>
            <WrongFields tabs={tabs} />
            <Button variant="outlined" onClick={close}>
              {words('crm.action.close')}
            </Button>
            <ReasonButton type="submit" variant="contained" loading={isSaving} reason={tabs.reason}>
              {words(base ? 'crm.lifeForm.update' : 'crm.lifeForm.create')}
            </ReasonButton>
          </>
        }
      >
        <FormPanel tabs={tabs}>
          {isStale && isDirty && (
            <Box
              role="status"
              sx={(theme) => ({
                display: 'flex',
                gap: 1,
                mb: 2,
                px: 1.5,
                py: 1,
                borderRadius: `${String(theme.radius.control)}px`,
                backgroundColor: theme.palette.hue.blue.chip,
                color: theme.palette.hue.blue.fg,
              })}
            >
              <InfoOutlined />
              <Typography variant="body2">{words('crm.lifeForm.updatedMeanwhile')}</Typography>
            </Box>
          )}
          {tabs.tab === 'basic' ? (
            <BasicDataTab isEdit={base !== undefined} isSold={base?.post_sale === 1} />
          ) : (
            <QuoteTab />
          )}
        </FormPanel>
      </DialogFrame>
      {question}
      <Suspense fallback={null}>
        {conflict && <ConflictDialog conflict={conflict} onDecide={decide} onClose={putOff} />}
      </Suspense>
    </LifeFormProvider>
  );
}
