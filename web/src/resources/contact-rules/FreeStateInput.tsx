import { useGetList, type RaRecord } from 'react-admin';
import { contactRules } from '@crm/contracts/resources/contact-rule.js';
import { FieldInput } from '../../fields/FieldInput.js';

/** The states that have no rule of their own yet. */
export function FreeStateInput() {
  const { data: rules = [] } = useGetList<RaRecord>(contactRules.name, {
    pagination: { page: 1, perPage: 100 },
  });
  const { state } = contactRules.fields;
  const taken = new Set(rules.map(({ id }) => id));
  const options = state.options?.filter(({ id }) => !taken.has(id)) ?? [];
  return <FieldInput source="state" field={{ ...state, options }} autoFocus />;
}
