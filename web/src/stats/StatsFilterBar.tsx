import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { typeNameOf, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { sources, type SourceId } from '@crm/contracts/codes/sources.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { FilterChips } from '../filters/FilterChips.js';
import { ListFilter, pickedChips, type PickList } from '../filters/ListFilter.js';
import { useAssignees } from '../leads/useAssignees.js';
import { useRight } from '../session/SessionContext.js';
import { DateRangeFilter } from '../filters/DateRangeFilter.js';
import { CompareFilter } from './CompareFilter.js';
import { withComparison, withPickedList } from './stats-filters.rules.js';
import { useStatsFilters } from './useStatsFilters.js';

const types: readonly TypeId[] = [2, 4];

/** The filters of statistic and deals (rule S3). Agents only see themselves. */
export function StatsFilterBar() {
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
  const moreOf = (count: number) => translate('crm.stats.more', { count });
  return (
    <Box role="search" aria-label={translate('crm.filters.label')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <DateRangeFilter
          date={values.date}
          onPick={(date) => {
            apply({ ...values, date });
          }}
        />
        {isAdmin && <ListFilter list={agents} />}
        <ListFilter list={from} />
        <ListFilter list={ofType} />
        <CompareFilter />
        <Button
          color="secondary"
          onClick={() => {
            apply(withComparison({}, values.compare));
          }}
          sx={{ px: 1.25 }}
        >
          {translate('crm.filters.clear')}
        </Button>
        <Typography variant="caption" sx={{ ml: 'auto', color: 'text.secondary' }}>
          {translate('crm.stats.pacific')}
        </Typography>
      </Box>
      <FilterChips
        groups={[
          isAdmin ? pickedChips(agents, moreOf) : [],
          pickedChips(from, moreOf),
          pickedChips(ofType, moreOf),
        ]}
      />
    </Box>
  );
}
