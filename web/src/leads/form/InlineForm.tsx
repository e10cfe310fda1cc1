import { useMemo } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import type { FieldValues } from 'react-hook-form';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import { useDiscard } from '../../leaving/useDiscard.js';
import { LeadFormProvider } from './LeadFormProvider.js';
import { LeadInputs } from './LeadSections.js';
import { useEditedLead, type EditedLead } from './useEditedLead.js';
import { useFormSelector } from './useFormSelector.js';

/** What of a lead is changed where it is read. */
export interface Detail<L extends Lead> {
  lead: L;
  /** The inputs of the form that change it. */
  keys: readonly string[];
  label: string;
  anchor: HTMLElement;
  onSaved: EditedLead<never, L>['onSaved'];
  onClose: () => void;
}

type Parts<F extends FieldValues, L extends Lead> = Pick<EditedLead<F, L>, 'kind' | 'lists' | 'texts'>;

/** The inputs of one detail over the place where it is read: Enter saves, Escape closes; by the rules of the whole form. */
export function InlineForm<F extends FieldValues, L extends Lead>({
  kind: whole,
  lists,
  texts,
  lead,
  keys,
  label,
  anchor,
  onSaved,
  onClose,
}: Parts<F, L> & Detail<L>) {
  const translate = useLeadFormMessages();
  // The whole form may be on the page as well: its inputs have the other names.
  const kind = useMemo(() => ({ ...whole, prefix: `${whole.prefix}-inline` }), [whole]);
  const { form, save, isSaving, conflictDialog } = useEditedLead({
    ...{ kind, lead, lists, texts },
    onSaved: (saved, outcome) => {
      onSaved(saved, outcome);
      onClose();
    },
  });
  const { close, question } = useDiscard({ unsaved: form.isDirty, isBusy: isSaving, onClose });
  const { isDirty } = useFormSelector(form.methods, () => ({ isDirty: form.isDirty() }));
  const reason = isDirty ? undefined : translate('crm.lifeForm.nothingToSave');
  return (
    <LeadFormProvider form={form}>
      <Popover
        open
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { width: 340 } } }}
      >
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isSaving) return;
            // What else is missing of the lead is no matter of this detail.
            if (form.wrong().some((path) => keys.includes(path))) form.showAll();
            else save(form.methods.getValues());
          }}
          sx={{ p: 2, containerType: 'inline-size' }}
        >
          <LeadInputs keys={keys} />
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 2 }}>
            <Button size="small" onClick={close}>
              {translate('crm.action.cancel')}
            </Button>
            <ReasonButton type="submit" size="small" variant="contained" loading={isSaving} reason={reason}>
              {translate('crm.action.save')}
            </ReasonButton>
          </Box>
        </Box>
      </Popover>
      {question}
      {conflictDialog}
    </LeadFormProvider>
  );
}

/** Takes a detail back to what it was before it was changed here, unless others have changed it since: then it asks. */
export function UndoChange<F extends FieldValues, L extends Lead>({
  kind,
  lists,
  texts,
  lead,
  before,
  keys,
  label,
  onSaved,
}: Parts<F, L> & Pick<Detail<L>, 'lead' | 'keys' | 'label' | 'onSaved'> & { before: L }) {
  const translate = useLeadFormMessages();
  const { form, save, isSaving, conflictDialog } = useEditedLead({ kind, lead, lists, texts, onSaved });
  const was = new Map<string, unknown>(Object.entries(kind.load(before)));
  return (
    <>
      <Button
        size="small"
        loading={isSaving}
        aria-label={translate('crm.lifeForm.undoOf', { field: label })}
        onClick={() => {
          save({
            ...form.methods.getValues(),
            ...Object.fromEntries(keys.map((key) => [key, was.get(key)])),
          });
        }}
        sx={{ minWidth: 0, px: 0.75, py: 0 }}
      >
        {translate('crm.lifeForm.undo')}
      </Button>
      {conflictDialog}
    </>
  );
}
