import Box from '@mui/material/Box';
import { Clip } from '../controls/Clip.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import type { ListColumn } from '../lists/list-column.js';
import { useRight } from '../session/SessionContext.js';
import { Change } from './Change.js';
import type { FigureKind } from './change.rules.js';
import { OrDash } from './OrDash.js';
import { RatioCell } from './RatioCell.js';
import { shownDollars } from './shown-figures.js';
import type { StatisticListRow } from './stats-lists.js';
import { useComparison } from './useComparison.js';
import { useEarlierStatistic } from './useEarlierStatistic.js';

/** The figures of a period; `leads` are those an agent has now, so that there is nothing to compare. */
const kindOf = { c_a: 'count', c_d: 'count', c_r: 'ratio', tmp: 'money', amp: 'money' } as const;
type Compared = keyof typeof kindOf;

const isCompared = (source: Compared | 'leads'): source is Compared => source !== 'leads';

/** The columns of the statistic (rule S1), with the change since an earlier period below each figure. */
export function useStatisticColumns(): readonly ListColumn<StatisticListRow>[] {
  const translate = useStatsMessages();
  const isAdmin = useRight('leads:filter-by-agent');
  const { by } = useComparison();
  const { rowOf } = useEarlierStatistic();
  const changeOf = (row: StatisticListRow, source: Compared) => {
    const then = rowOf(row);
    const kind: FigureKind = kindOf[source];
    return <Change isShort kind={kind} now={row[source]} then={then && then[source]} />;
  };
  const number = (
    source: Compared | 'leads',
    width: number,
    cell: ListColumn<StatisticListRow>['cell'],
  ): ListColumn<StatisticListRow> => ({
    source,
    label: translate(`crm.stats.column.${source}`),
    hint: translate(`crm.stats.hint.${source}`),
    align: 'right',
    width,
    sorts: 'DESC',
    cell: (row) => (
      <Box
        component="span"
        sx={(theme) => ({ ...theme.tabular, ...(source === 'tmp' && { fontWeight: 600 }) })}
      >
        {cell(row)}
        {by && isCompared(source) && changeOf(row, source)}
      </Box>
    ),
  });
  const agent: ListColumn<StatisticListRow> = {
    source: 'agent',
    label: translate('crm.stats.column.agent'),
    width: 260,
    shrinksTo: 150,
    sorts: 'ASC',
    cell: (row) => (
      <Clip text={row.agent}>
        <Box component="strong" sx={{ fontWeight: row.agent_id === 0 ? 400 : 600 }}>
          {row.agent}
        </Box>
      </Clip>
    ),
  };
  return [
    ...(isAdmin ? [agent] : []),
    number('c_a', 130, ({ c_a }) => shownCount(c_a)),
    number('c_d', 110, ({ c_d }) => shownCount(c_d)),
    number('c_r', 140, (row) => <RatioCell {...row} />),
    number('tmp', 200, ({ tmp }) => shownDollars(tmp)),
    number('amp', 170, ({ amp }) => (
      <OrDash value={amp === null ? undefined : shownDollars(amp)} why={translate('crm.stats.noAverage')} />
    )),
    number('leads', 120, ({ leads }) => shownCount(leads)),
  ];
}
