import { worksAsAgent } from '@crm/contracts/codes/roles.js';
import { choice } from '@crm/contracts/fields/choice-kinds.js';
import { FieldInput } from '../../fields/FieldInput.js';
import { useLicenceMessages } from '../../i18n/licences.en.js';
import { usePeople } from '../../providers/usePeople.js';

/** Whose a new licence is, found by name. */
export function AgentInput() {
  const translate = useLicenceMessages();
  const { data: people = [], isError } = usePeople();
  const agents = people.filter(({ role_id }) => worksAsAgent(role_id));
  const field = choice({
    label: translate('crm.licences.agent'),
    of: agents.map(({ id, fullname }) => ({ id, name: fullname })),
    required: true,
    ...(isError && { help: translate('crm.licences.agentsFailed') }),
    example: null,
  });
  return <FieldInput source="agent_id" field={field} look={{ isFound: true }} />;
}
