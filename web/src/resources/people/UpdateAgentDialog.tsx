import { useState } from 'react';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { roles, roleTitles } from '@crm/contracts/codes/roles.js';
import type { User } from '@crm/contracts/entities/user.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { PanelNotice } from '../../controls/PanelNotice.js';
import { localise } from '../../i18n/language.js';
import { usePeopleMessages } from '../../i18n/people.en.js';
import { EditDialog } from '../ResourceDialog.js';
import { usePeople } from '../../providers/usePeople.js';
import { usePersonViews } from './usePersonViews.js';

/** Changes the account of an agent or a guide: first who, then what. */
export default function UpdateAgentDialog({ onClose }: { onClose: () => void }) {
  const translate = usePeopleMessages();
  const views = usePersonViews();
  const { data: people, isError, refetch } = usePeople();
  const [chosen, setChosen] = useState<User | null>(null);
  const pickerFor = (leave: (go: () => void) => void) =>
    people && (
      <PersonPicker
        people={people}
        chosen={chosen}
        onChoose={(person) => {
          leave(() => {
            setChosen(person);
          });
        }}
      />
    );
  if (chosen) {
    const { id, role_id } = chosen;
    const form = { id, above: pickerFor, onClose };
    return role_id === roles.guide ? (
      <EditDialog key={id} view={views.guides} {...form} />
    ) : (
      <EditDialog key={id} view={views.agents} {...form} />
    );
  }
  return (
    <DialogFrame
      open
      persistent
      width={900}
      title={translate('crm.people.update')}
      subtitle={translate('crm.people.updateHint')}
      onClose={onClose}
      actions={
        <Button variant="outlined" onClick={onClose}>
          {translate('crm.action.close')}
        </Button>
      }
    >
      {pickerFor((go) => {
        go();
      })}
      {isError && !people && <PanelNotice text={translate('crm.people.failed')} onRetry={refetch} />}
      {!isError && !people && <Skeleton variant="rounded" height={40} />}
    </DialogFrame>
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
    [localise(roleTitles[role_id]), email, banned === 1 ? translate('crm.people.isBanned') : '']
      .filter((text) => text !== '')
      .join(' · ');
  return (
    <Autocomplete
      sx={{ pt: 0.5, mb: 3 }}
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
