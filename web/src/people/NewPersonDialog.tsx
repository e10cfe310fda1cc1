import Button from '@mui/material/Button';
import { roles } from '@crm/contracts/codes/roles.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../leaving/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { usePeopleMessages } from '../i18n/people.en.js';
import { creationOf } from './person-form.js';
import { PersonFields } from './PersonFields.js';
import { showRefused, usePersonForm } from './usePersonForm.js';
import { useCreatePerson } from './usePeople.js';

interface Props {
  onClose: () => void;
}

export const NewAgentDialog = ({ onClose }: Props) => (
  <NewPersonDialog role={roles.agent} onClose={onClose} />
);
export const NewGuideDialog = ({ onClose }: Props) => (
  <NewPersonDialog role={roles.guide} onClose={onClose} />
);

/** Makes an account for an agent or a guide; a refusal keeps what was typed and says why. */
function NewPersonDialog({ role, onClose }: Props & { role: 2 | 3 }) {
  const translate = usePeopleMessages();
  const form = usePersonForm();
  const { isValid, isDirty } = form.formState;
  const creating = useCreatePerson({
    onSaved: onClose,
    onRefused: (error) => {
      showRefused(form, error);
    },
  });
  const { close, question } = useDiscard({ unsaved: isDirty, isBusy: creating.isPending, onClose });
  return (
    <>
      <DialogFrame
        open
        persistent
        width={900}
        title={translate(role === roles.guide ? 'crm.people.newGuide' : 'crm.people.newAgent')}
        onClose={close}
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!creating.isPending) creating.mutate(creationOf(values, role));
          })(event)
        }
        actions={
          <>
            <Button variant="outlined" onClick={close}>
              {translate('crm.action.close')}
            </Button>
            <ReasonButton
              type="submit"
              variant="contained"
              loading={creating.isPending}
              reason={isValid ? undefined : translate('crm.people.notReady')}
            >
              {translate('crm.people.save')}
            </ReasonButton>
          </>
        }
      >
        <PersonFields form={form} isGuide={role === roles.guide} />
      </DialogFrame>
      {question}
    </>
  );
}
