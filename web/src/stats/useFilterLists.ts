import { typeNameOf, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { sources, type SourceId } from '@crm/contracts/codes/sources.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import type { PickList } from '../filters/ListFilter.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { useAssignees } from '../leads/useAssignees.js';
import { useRight } from '../session/SessionContext.js';
import { withPickedList } from './stats-filters.rules.js';
import { useStatsFilters } from './useStatsFilters.js';

const types: readonly TypeId[] = [2, 4];

/** What can be picked of agents, sources and types, and what is; agents only see themselves (rule S3). */
export function useFilterLists(): {
  agents: PickList<AgentChoice> | undefined;
  from: PickList<SourceId>;
  ofType: PickList<TypeId>;
} {
  const translate = useStatsMessages();
  const isAdmin = useRight('leads:filter-by-agent');
  const { data: assignees = [] } = useAssignees(isAdmin);
  const { values, apply } = useStatsFilters();
  const agents: PickList<AgentChoice> = {
    label: translate('crm.stats.agents'),
    findLabel: translate('crm.stats.findAgents'),
    choices: assignees.map(({ id, fullname }) => ({
      value: id,
      label: id === 0 ? translate('crm.leads.withoutAgent') : fullname,
    })),
    picked: values.agents,
    replace: (picked) => {
      const all = assignees.map(({ id }) => id);
      apply(withPickedList(values, 'agents', picked, all));
    },
  };
  const from: PickList<SourceId> = {
    label: translate('crm.stats.sources'),
    findLabel: translate('crm.stats.findSources'),
    choices: sources.map(({ id, title }) => ({ value: id, label: title })),
    picked: values.sources,
    replace: (picked) => {
      const all = sources.map(({ id }) => id);
      apply(withPickedList(values, 'sources', picked, all));
    },
  };
  const ofType: PickList<TypeId> = {
    label: translate('crm.stats.types'),
    findLabel: translate('crm.stats.findTypes'),
    choices: types.map((type) => ({ value: type, label: translate(`crm.leads.type.${typeNameOf[type]}`) })),
    picked: values.types,
    replace: (picked) => {
      apply(withPickedList(values, 'types', picked, types));
    },
  };
  return { agents: isAdmin ? agents : undefined, from, ofType };
}
