import type { ReactNode } from 'react';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { FieldValues } from 'react-hook-form';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import type { KeptLists } from '../../fields/inputs-context.js';
import { useDiscard } from '../../leaving/useDiscard.js';
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import type { FormKind } from './form-kind.js';
import { FormPanel, FormTabs, goToFirstWrong, SaveButton, useFormTabs, WrongFields } from './form-tabs.js';
import { LeadFormProvider } from './LeadFormProvider.js';
import { LeadSections } from './LeadSections.js';
import type { OwnTexts } from './shown-conflicts.js';
import { useEditedLead } from './useEditedLead.js';

/** What whoever opens a lead's form says. */
export interface LeadFormProps<L extends Lead> {
  /** The lead that is edited; without one the dialog makes a new lead. */
  lead?: L;
  onClose: () => void;
  /** Told the saved lead, and the answer to show. */
  onSaved: (lead: Lead, outcome: Outcome) => void;
  /** In a drawer beside the page, which stays in use. */
  isBeside?: boolean;
  /** Nobody has opened it: its inputs alone are drawn, for the first of each kind costs ten times what the others do. */
  isAhead?: boolean;
}

interface Props<F extends FieldValues, L extends Lead> extends LeadFormProps<L> {
  kind: FormKind<F, L>;
  subtitle?: string;
  lists: KeptLists;
  /** How values read in a conflict that their kind cannot read alone. */
  texts: OwnTexts;
  /** At the left of the foot. */
  extras?: ReactNode;
  own?: Partial<Record<string, ReactNode>>;
}

/** Client information: makes or edits a lead. It stays until it is closed, and keeps what was typed until it is saved. */
export function LeadFormDialog<F extends FieldValues, L extends Lead>(props: Props<F, L>) {
  const {
    kind,
    lead,
    subtitle,
    lists,
    texts,
    extras,
    own,
    onClose,
    onSaved,
    isBeside = false,
    isAhead = false,
  } = props;
  const translate = useLeadFormMessages();
  const { form, base, isBehind, save, isSaving, conflictDialog } = useEditedLead({
    ...{ kind, lead, lists, texts },
    onSaved: (saved, outcome) => {
      onSaved(saved, outcome);
      onClose();
    },
  });
  const tabs = useFormTabs();
  const { close, question } = useDiscard({ unsaved: form.isDirty, isBusy: isSaving, onClose });
  const hasTabs = kind.tabs.length > 1;
  const goToWrong = () => goToFirstWrong(form, tabs.setTab);
  const meanwhile = isBehind && <SavedMeanwhile />;
  const sections = (tab: string) => <LeadSections key={tab} tab={tab} {...(own && { own })} />;

  // A dialog that nobody sees draws nothing.
  if (isAhead) return <LeadFormProvider form={form}>{kind.tabs.map(sections)}</LeadFormProvider>;
  return (
    <LeadFormProvider form={form}>
      <DialogFrame
        open
        persistent
        isBeside={isBeside}
        width={900}
        title={translate('crm.lifeForm.title')}
        {...(subtitle !== undefined && { subtitle })}
        onClose={close}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSaving) return;
          if (!goToWrong()) save(form.methods.getValues());
        }}
        aside={<RequiredNote />}
        {...(hasTabs && { tabs: <FormTabs of={tabs} /> })}
        {...(extras !== undefined && { extras })}
        actions={
          <>
            <WrongFields onGo={goToWrong} />
            {/* On a phone all three have no room in a row: these two stay together. */}
            <Box sx={{ display: 'flex', flex: 'none', gap: 1.5 }}>
              <Button variant="outlined" onClick={close}>
                {translate('crm.action.close')}
              </Button>
              <SaveButton loading={isSaving}>
                {translate(base ? 'crm.lifeForm.update' : 'crm.lifeForm.create')}
              </SaveButton>
            </Box>
          </>
        }
      >
        {hasTabs ? (
          <FormPanel of={tabs}>
            {meanwhile}
            {sections(tabs.tab)}
          </FormPanel>
        ) : (
          <>
            {meanwhile}
            {kind.tabs.map(sections)}
          </>
        )}
      </DialogFrame>
      {question}
      {conflictDialog}
    </LeadFormProvider>
  );
}

/** What the star of a label means. */
export function RequiredNote() {
  const translate = useLeadFormMessages();
  return (
    <Typography variant="caption" color="text.secondary">
      <Box component="span" aria-hidden="true" sx={{ color: 'error.main' }}>
        {'* '}
      </Box>
      {translate('crm.form.required')}
    </Typography>
  );
}

/** To whoever types on what is no longer the newest state. */
function SavedMeanwhile() {
  const translate = useLeadFormMessages();
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
      <Typography variant="body2">{translate('crm.lifeForm.updatedMeanwhile')}</Typography>
    </Box>
  );
}
