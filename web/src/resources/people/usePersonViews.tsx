import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useQueryClient } from '@tanstack/react-query';
import {
  agents,
  guides,
  staff,
  type Agent,
  type Guide,
  type StaffAccount,
} from '@crm/contracts/resources/person.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { AccountPhoneField } from '../../carrier/AccountPhoneField.js';
import { CountedPhoneInput } from '../../fields/CountedPhoneInput.js';
import { FieldInput } from '../../fields/FieldInput.js';
import { usePeopleMessages } from '../../i18n/people.en.js';
import { TeamInput } from './TeamInput.js';
import { useTeamName } from './useTeams.js';
import { Clip } from '../../controls/Clip.js';
import { RemoveFactorsButton } from '../../second-factor/RemoveFactorsButton.js';
import { PersonSessionsButton } from '../../sessions/PersonSessions.js';
import { defaultView } from '../default-view.js';
import { peopleKey } from '../../providers/usePeople.js';

/** How agents, guides and staff look: on their pages, and in the dialogs of the settings menu. */
export function usePersonViews() {
  const translate = usePeopleMessages();
  const queries = useQueryClient();
  const { fields } = agents;
  const teamName = useTeamName();
  const columns = {
    fullname: {
      width: 170,
      cell: ({ fullname, banned }: Pick<Guide, 'fullname' | 'banned'>) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Clip text={fullname} />
          {banned === 1 && <Chip size="small" label={translate('crm.people.isBanned')} />}
        </Box>
      ),
    },
    email: { width: 200 },
    phone: { width: 130 },
    subroles: { width: 100 },
    twilio_phone: { width: 130 },
    mailbox: { width: 80 },
    not_assign: { width: 80 },
  };
  const dialog = {
    width: 900,
    subtitle: translate('crm.people.updateHint'),
    isStrict: true,
    hintsOf: (person: Pick<Guide, 'mailbox'> | undefined) => ({
      mailbox: translate(person?.mailbox === 1 ? 'crm.people.mailboxSet' : 'crm.people.mailboxUnset'),
    }),
  } as const;
  const inputs = {
    phone: <CountedPhoneInput source="phone" field={fields.phone} />,
    twilio_phone: (
      <CountedPhoneInput source="twilio_phone" field={fields.twilio_phone} Entry={AccountPhoneField} />
    ),
    subroles: <FieldInput source="subroles" field={fields.subroles} look={{ isMenu: true }} />,
  };
  const words = {
    changeTitle: translate('crm.people.update'),
    create: translate('crm.people.save'),
    update: translate('crm.people.save'),
  };
  const rowActions = ({ id, fullname }: Pick<Guide, 'id' | 'fullname'>) => (
    <>
      <PersonSessionsButton person={{ id, name: fullname }} />
      <RemoveFactorsButton person={{ id, name: fullname }} />
    </>
  );
  const onSaved = () => {
    // Wherever people are chosen from.
    void queries.invalidateQueries({ queryKey: peopleKey });
    void queries.invalidateQueries({ queryKey: ['leads', 'assignees'] });
  };
  return {
    agents: defaultView(agents, {
      Icon: SupportAgentOutlined,
      emptyText: translate('crm.people.noAgents'),
      columns: {
        ...columns,
        role_id: { width: 100 },
        team_id: { width: 130, cell: ({ team_id }: Agent) => <Clip text={teamName(team_id)} /> },
        states: { width: 140 },
      },
      dialog,
      inputs: { ...inputs, team_id: <TeamInput /> },
      words: { ...words, addTitle: translate('crm.people.newAgent') },
      rowActions,
      onSaved,
    }),
    guides: defaultView(guides, {
      Icon: GroupOutlined,
      emptyText: translate('crm.people.noGuides'),
      columns,
      dialog,
      inputs,
      words: { ...words, addTitle: translate('crm.people.newGuide') },
      rowActions,
      onSaved,
    }),
    staff: defaultView(staff, {
      Icon: AdminPanelSettingsOutlined,
      title: translate('crm.people.staff'),
      emptyText: translate('crm.people.noStaff'),
      columns: {
        fullname: columns.fullname,
        email: columns.email,
        phone: columns.phone,
        role_id: { width: 120 },
      },
      dialog: { width: 560, subtitle: translate('crm.people.updateHint'), isStrict: true },
      inputs: { phone: <CountedPhoneInput source="phone" field={staff.fields.phone} /> },
      words: {
        ...words,
        addTitle: translate('crm.people.newStaff'),
        changeTitle: translate('crm.people.updateStaff'),
      },
      // The sessions of admins are their own alone (rule A27).
      rowActions: ({ id, fullname, role_id }: StaffAccount) =>
        role_id !== roles.admin && <PersonSessionsButton person={{ id, name: fullname }} />,
    }),
  };
}
