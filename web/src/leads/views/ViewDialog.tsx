import { useState } from 'react';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { SavedView } from '@crm/contracts/http/lead-views.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { refusalOf } from '../../http/http-client.js';
import { useViewMessages } from '../../i18n/views.en.js';
import { useRight } from '../../session/SessionContext.js';
import type { LeadFilterValues } from '../filters/lead-filters.rules.js';
import { useViewChanges } from './useSavedViews.js';
import { localise } from '../../i18n/language.js';

const nameLength = 40;

interface Props {
  type: TypeId;
  /** The filters of a new view. */
  values: LeadFilterValues;
  /** The view that is renamed; none: a new one is saved. */
  view?: SavedView | undefined;
  onClose: () => void;
}

/** Asks for the name of a view. */
export default function ViewDialog({ type, values, view, onClose }: Props) {
  const translate = useViewMessages();
  const mayShare = useRight('leads:bulk');
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const [refused, setRefused] = useState<{ name: string; message: string }>();
  const { creation, change } = useViewChanges((error) => {
    const message = refusalOf(error)?.message;
    if (message === undefined) return false;
    setRefused({ name, message });
    return true;
  });
  const isSaving = creation.isPending || change.isPending;
  const reason =
    name.trim() === ''
      ? translate('crm.savedViews.required')
      : refused?.name === name
        ? localise(refused.message)
        : undefined;
  const save = () => {
    if (reason !== undefined || isSaving) return;
    const done = { onSuccess: onClose };
    if (view) change.mutate({ id: view.id, name: name.trim() }, done);
    else creation.mutate({ name: name.trim(), type, filter: values, is_shared: isShared }, done);
  };
  return (
    <DialogFrame
      open
      width={400}
      title={translate(`crm.savedViews.title.${view ? 'rename' : 'save'}`)}
      subtitle={translate('crm.savedViews.hint')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton type="submit" variant="contained" loading={isSaving} reason={reason}>
            {translate('crm.action.save')}
          </ReasonButton>
        </>
      }
    >
      <TextField
        autoFocus
        fullWidth
        label={translate('crm.savedViews.name')}
        value={name}
        error={refused?.name === name}
        helperText={refused?.name === name ? localise(refused.message) : undefined}
        slotProps={{ htmlInput: { maxLength: nameLength } }}
        onChange={({ target }) => {
          setName(target.value);
        }}
        sx={{ mt: 1 }}
      />
      {mayShare && view === undefined && (
        <FormControlLabel
          control={
            <Checkbox
              checked={isShared}
              onChange={(_event, checked) => {
                setShared(checked);
              }}
            />
          }
          label={translate('crm.savedViews.share')}
          sx={{ mt: 1 }}
        />
      )}
    </DialogFrame>
  );
}
