import { useEffect, useState, type ReactNode } from 'react';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { roles } from '@crm/contracts/codes/roles.js';
import type { User } from '@crm/contracts/entities/user.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { DiscardDialog } from '../controls/DiscardDialog.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { usePeopleMessages } from '../i18n/people.en.js';
import { useLeaveCheck } from '../leaving/LeaveGuard.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { changeOf, formOf } from './person-form.js';
import { PersonFields } from './PersonFields.js';
import { showRefused, usePersonForm } from './usePersonForm.js';
import { useChangePerson, usePeople } from './usePeople.js';

/** Changes the account of an agent or a guide: first who, then what. */
export default function UpdateAgentDialog({ onClose }: { onClose: () => void }) {
  const translate = usePeopleMessages();
  const { data: people, isError, refetch } = usePeople();
  const [chosen, setChosen] = useState<User | null>(null);
  const [isDirty, setDirty] = useState(false);
  // What is asked about before typing is lost: to close, or to go to somebody else.
  const [leaving, setLeaving] = useState<() => void>();
  useLeaveCheck(isDirty ? 'ask' : undefined);
  const leave = (go: () => void) => {
    if (isDirty) setLeaving(() => go);
    else go();
  };
  const close = () => {
    leave(onClose);
  };
  const choose = (person: User | null) => {
    leave(() => {
      setDirty(false);
      setChosen(person);
    });
  };
  const picker = people && <PersonPicker people={people} chosen={chosen} onChoose={choose} />;
  const frame = {
    open: true,
    persistent: true,
    width: 900,
    title: translate('crm.people.update'),
    subtitle: translate('crm.people.updateHint'),
    onClose: close,
  } as const;

  return (
    <>
      {chosen ? (
        <Account key={chosen.id} person={chosen} frame={frame} onDirty={setDirty} onSaved={onClose}>
          {picker}
        </Account>
      ) : (
        <DialogFrame
          {...frame}
          actions={
            <Button variant="outlined" onClick={close}>
              {translate('crm.action.close')}
            </Button>
          }
        >
          <Box sx={{ pt: 0.5 }}>
            {picker}
            {isError && !people && (
              <PanelNotice text={translate('crm.people.failed')} onRetry={() => void refetch()} />
            )}
            {!isError && !people && <Skeleton variant="rounded" height={40} />}
          </Box>
        </DialogFrame>
      )}
      <DiscardDialog
        open={leaving !== undefined}
        onKeep={() => {
          setLeaving(undefined);
        }}
        onDiscard={() => {
          setLeaving(undefined);
          leaving?.();
        }}
      />
    </>
  );
}

interface PickerProps {
  people: readonly User[];
  chosen: User | null;
  onChoose: (person: User | null) => void;
}

function PersonPicker({ people, chosen, onChoose }: PickerProps) {
  const translate = usePeopleMessages();
  const detailsOf = ({ role_id, email, banned }: User) =>
    [
      translate(role_id === roles.guide ? 'crm.people.guide' : 'crm.people.agent'),
      email,
      banned === 1 ? translate('crm.people.isBanned') : '',
    ]
      .filter((text) => text !== '')
      .join(' · ');
  return (
    <Autocomplete
      options={people}
      value={chosen}
      getOptionKey={({ id }) => id}
      // By the e-mail too: two may have one name.
      getOptionLabel={({ fullname, email }) => `${fullname} (${email})`}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      noOptionsText={translate('crm.people.none')}
      onChange={(_event, person) => {
        onChoose(person);
      }}
      renderOption={({ key, ...props }, person) => (
        <Box component="li" key={key} {...props}>
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ overflowWrap: 'anywhere' }}>{person.fullname}</Box>
            <Box sx={{ typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {detailsOf(person)}
            </Box>
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate('crm.people.find')}
          helperText={chosen ? undefined : translate('crm.people.findHint')}
          autoFocus
        />
      )}
    />
  );
}

interface AccountProps {
  person: User;
  frame: Omit<Parameters<typeof DialogFrame>[0], 'children'>;
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
  children: ReactNode;
}

/** The account of the one who was chosen. */
function Account({ person, frame, onDirty, onSaved, children }: AccountProps) {
  const translate = usePeopleMessages();
  const form = usePersonForm(formOf(person));
  const { isValid, isDirty } = form.formState;
  const changing = useChangePerson(person.id, {
    onSaved,
    onRefused: (error) => {
      showRefused(form, error);
    },
  });
  useEffect(() => {
    onDirty(isDirty);
  }, [isDirty, onDirty]);
  const notReady = isValid ? undefined : translate('crm.people.notReady');
  return (
    <DialogFrame
      {...frame}
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (isDirty && !changing.isPending) changing.mutate(changeOf(values, person.role_id));
        })(event)
      }
      actions={
        <>
          <Button variant="outlined" onClick={frame.onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton
            type="submit"
            variant="contained"
            loading={changing.isPending}
            reason={isDirty ? notReady : translate('crm.people.nothing')}
          >
            {translate('crm.people.save')}
          </ReasonButton>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 3, pt: 0.5 }}>
        {children}
        <PersonFields
          form={form}
          isGuide={person.role_id === roles.guide}
          standing={{ mailboxIsSet: person.email_credentials_set }}
        />
      </Box>
    </DialogFrame>
  );
}
