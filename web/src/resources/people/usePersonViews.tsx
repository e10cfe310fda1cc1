import GroupOutlined from '@mui/icons-material/GroupOutlined';
import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useQueryClient } from '@tanstack/react-query';
import { agents, guides, type Guide } from '@crm/contracts/resources/person.js';
import { AccountPhoneField } from '../../carrier/AccountPhoneField.js';
import { CountedPhoneInput } from '../../fields/CountedPhoneInput.js';
import { FieldInput } from '../../fields/FieldInput.js';
import { usePeopleMessages } from '../../i18n/people.en.js';
import { Clip } from '../../controls/Clip.js';
import { RemoveFactorsButton } from '../../second-factor/RemoveFactorsButton.js';
import { PersonSessionsButton } from '../../sessions/PersonSessions.js';
import { defaultView } from '../default-view.js';
import { peopleKey } from '../../providers/usePeople.js';

/** How agents and guides look: on their pages, and in the dialogs of the settings menu. */
export function usePersonViews() {
  const translate = usePeopleMessages();
  const queries = useQueryClient();
  const { fields } = agents;
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
      columns: { ...columns, states: { width: 140 } },
      dialog,
      inputs,
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
  };
}
