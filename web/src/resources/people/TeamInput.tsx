import { choice } from '@crm/contracts/fields/choice-kinds.js';
import { agents } from '@crm/contracts/resources/person.js';
import { FieldInput } from '../../fields/FieldInput.js';
import { usePeopleMessages } from '../../i18n/people.en.js';
import { useTeams } from './useTeams.js';

/** The team that an agent is in, or that a team lead leads. */
export function TeamInput() {
  const translate = usePeopleMessages();
  const { data = [], isError } = useTeams();
  const { label } = agents.fields.team_id;
  const field = choice({
    label,
    of: [{ id: '', name: translate('crm.people.noTeam') }, ...data],
    ...(isError && { help: translate('crm.people.teamsFailed') }),
    example: null,
  });
  return <FieldInput source="team_id" field={field} />;
}
