import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import { DialogFrame, type DialogFrameProps } from '../controls/DialogFrame.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { useDiscard } from '../leaving/useDiscard.js';
import { FieldsForm, type FieldsFormProps, type FormParts } from './FieldsForm.js';

interface FrameProps extends Pick<DialogFrameProps, 'title' | 'subtitle' | 'width' | 'persistent'> {
  /** The word of the button that closes. */
  back?: string | undefined;
  /** Where that button leads, if not so far. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
  /** Above the fields; told how to do what would lose the typing. */
  children?: ReactNode | ((leave: (go: () => void) => void) => ReactNode);
}

/** A dialog in which fields are filled in. */
export function FieldsDialog(props: FieldsFormProps & FrameProps) {
  const { children, ...form } = props;
  return (
    <FieldsForm {...form}>
      {(parts) => (
        <FormFrame {...form} parts={parts}>
          {children}
        </FormFrame>
      )}
    </FieldsForm>
  );
}

function FormFrame({ parts, back, onBack, onClose, children, ...frame }: FrameProps & { parts: FormParts }) {
  const translate = useResourceMessages();
  const { inputs, submit, isDirty, isSaving, onSubmit } = parts;
  const { close, leave, question } = useDiscard({ unsaved: isDirty, isBusy: isSaving, onClose });
  return (
    <>
      <DialogFrame
        {...frame}
        open
        onClose={close}
        onSubmit={onSubmit}
        actions={
          <>
            <Button variant="outlined" onClick={onBack ?? close}>
              {onBack ? translate('crm.action.cancel') : (back ?? translate('crm.action.close'))}
            </Button>
            {submit}
          </>
        }
      >
        {typeof children === 'function' ? children(leave) : children}
        {inputs}
      </DialogFrame>
      {question}
    </>
  );
}
