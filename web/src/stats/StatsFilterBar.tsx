import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DateRangeFilter } from '../filters/DateRangeFilter.js';
import { FilterRow } from '../filters/FilterRow.js';
import { FilterChips } from '../filters/FilterChips.js';
import { ListFilter, pickedChips } from '../filters/ListFilter.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { CompareFilter } from './CompareFilter.js';
import { withComparison } from './stats-filters.rules.js';
import { useFilterLists } from './useFilterLists.js';
import { useStatsFilters } from './useStatsFilters.js';

/** The filters of statistic and deals (rule S3). Agents only see themselves. */
export function StatsFilterBar() {
  const translate = useStatsMessages();
  const { values, apply } = useStatsFilters();
  const { agents, from, ofType } = useFilterLists();
  const moreOf = (count: number) => translate('crm.stats.more', { count });
  return (
    <Box role="search" aria-label={translate('crm.filters.label')} sx={{ displayPrint: 'none' }}>
      <FilterRow
        end={
          <Typography variant="caption" sx={{ ml: 'auto', color: 'text.secondary' }}>
            {translate('crm.stats.pacific')}
          </Typography>
        }
      >
        <DateRangeFilter
          date={values.date}
          onPick={(date) => {
            apply({ ...values, date });
          }}
        />
        {agents && <ListFilter list={agents} />}
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
      </FilterRow>
      <FilterChips
        groups={[
          agents ? pickedChips(agents, moreOf) : [],
          pickedChips(from, moreOf),
          pickedChips(ofType, moreOf),
        ]}
      />
    </Box>
  );
}
