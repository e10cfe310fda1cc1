import { Suspense, useEffect, useState } from 'react';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { HealthLead, Lead } from '@crm/contracts/entities/lead.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { useDiscard } from '../../controls/useDiscard.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useWords } from '../../i18n/useWords.js';
import { useReferenceText } from '../../reference/useReferenceList.js';
import { useSaveLead } from '../form/useSaveLead.js';
import { ContactSection } from './ContactSection.js';
import { CoverageSections } from './CoverageSections.js';
import { HealthFormProvider } from './form-context.js';
import { healthKind } from './health-kind.js';
import { PersonSection } from './PersonSection.js';
import { shownConflicts } from './shown-conflicts.js';
import { useHealthForm } from './useHealthForm.js';
import { lazyPart } from '../../loading/lazy-part.js';

const ConflictDialog = lazyPart(() => import('../../conflict/ConflictDialog.js'));

interface Props {
  /** The lead that is edited; without one the dialog makes a new lead. */
  lead?: HealthLead;
  onClose: () => void;
  /** Told the saved lead, and the answer to show. */
  onSaved: (lead: Lead, outcome: Outcome) => void;
}

/** Makes or edits a health lead. It stays until it is closed, and keeps what was typed until it is saved. */
export default function HealthFormDialog({ lead, onClose, onSaved }: Props) {
  const words = useWords();
  // What the form was loaded from: a save by somebody else moves it on, a live event only while nothing was typed.
  const [base, setBase] = useState(lead);
  const form = useHealthForm(base);
  const { isDirty, context, wrong, shownWrong, goToFirstWrong, load } = form;
  const isStale = lead !== undefined && base !== undefined && lead.version > base.version;
  const texts = {
    condition: useReferenceText('healthMedications'),
    company: useReferenceText('health_current_company'),
  };

  useEffect(() => {
    if (!lead || !isStale || isDirty) return;
    setBase(lead);
    load(lead);
    // `load` only sets state; it is made anew with every drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [lead, isStale, isDirty]);

  const { save, isSaving, conflict, decide, putOff } = useSaveLead({
    kind: healthKind,
    base,
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

  const toCorrect = words(
    shownWrong > 0 || !form.isToFill ? 'crm.lifeForm.toCorrect' : 'crm.lifeForm.toFill',
    {
      smart_count: wrong,
    },
  );
  const { close, question } = useDiscard({ unsaved: isDirty, isBusy: isSaving, onClose });

  return (
    <HealthFormProvider value={context}>
      <DialogFrame
        open
        persistent
        width={900}
        title={words('crm.lifeForm.title')}
        onClose={close}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSaving) return;
          if (wrong > 0) goToFirstWrong();
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
        actions={
          <>
            {wrong > 0 && (
              <Button
                size="small"
                color={shownWrong > 0 ? 'error' : 'secondary'}
                startIcon={shownWrong > 0 ? <ErrorOutlineOutlined /> : undefined}
                onClick={goToFirstWrong}
                sx={{ fontWeight: 500 }}
              >
                {toCorrect}
              </Button>
            )}
            <Button variant="outlined" onClick={close}>
              {words('crm.action.close')}
            </Button>
            <ReasonButton type="submit" variant="contained" loading={isSaving} reason={form.reason}>
              {words(base ? 'crm.lifeForm.update' : 'crm.lifeForm.create')}
            </ReasonButton>
          </>
        }
      >
        {isStale && isDirty && <SavedMeanwhile />}
        <ContactSection isNew={base === undefined} />
        <PersonSection />
        <CoverageSections />
      </DialogFrame>
      {question}
      <Suspense fallback={null}>
        {conflict && (
          <ConflictDialog
            conflicts={shownConflicts(
              conflict.merged.conflicts,
              { mine: conflict.merged.form, theirs: healthKind.load(conflict.theirs) },
              words,
              texts,
            )}
            changedBy={conflict.changedBy}
            onDecide={decide}
            onClose={putOff}
          />
        )}
      </Suspense>
    </HealthFormProvider>
  );
}

/** To whoever types on what is no longer the newest state. */
function SavedMeanwhile() {
  const words = useWords();
  return (
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
  );
}
