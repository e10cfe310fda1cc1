import { useListContext } from 'react-admin';
import { statisticTotals } from '@crm/contracts/entities/stats.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { hasFailed } from '../lists/has-failed.js';
import { useRight } from '../session/SessionContext.js';
import { Change } from './Change.js';
import type { FigureKind } from './change.rules.js';
import { Figures } from './Figures.js';
import { shownDollars, shownPercent } from './shown-figures.js';
import type { StatisticListRow } from './stats-lists.js';
import { useRatioReason } from './useBarFigures.js';
import { useComparison } from './useComparison.js';
import { useEarlierStatistic } from './useEarlierStatistic.js';

/** The totals over all pages. */
export function StatisticFigures() {
  const translate = useStatsMessages();
  const isAdmin = useRight('leads:filter-by-agent');
  const list = useListContext<StatisticListRow>();
  const { data = [], total = 0 } = list;
  const unknown = hasFailed(list) ? '–' : undefined;
  const totals = statisticTotals.safeParse(list.meta).data;
  const { by } = useComparison();
  const { totals: earlier } = useEarlierStatistic();
  const reasonOf = useRatioReason();
  // The best row is only known if all rows are on this page.
  const [best] =
    data.length === total && isAdmin ? [...data].sort((a, b) => (b.c_r ?? -1) - (a.c_r ?? -1)) : [];
  const ratioAbove = (row: Pick<StatisticListRow, 'c_r'>) => row.c_r !== null && row.c_r > 100;
  const isAbove = totals !== undefined && ratioAbove(totals);
  const isBestAbove = best !== undefined && ratioAbove(best);
  const bestNote = best?.c_r
    ? translate(isBestAbove ? 'crm.stats.bestAbove' : 'crm.stats.best', {
        name: best.agent,
        ratio: shownPercent(best.c_r),
        why: reasonOf(best),
      })
    : '';
  const changeOf = (kind: FigureKind, figure: 'c_d' | 'c_r' | 'tmp') =>
    by && <Change kind={kind} now={totals?.[figure] ?? null} then={earlier && earlier[figure]} />;
  return (
    <Figures
      figures={[
        {
          label: translate('crm.stats.column.c_d'),
          value: totals ? shownCount(totals.c_d) : unknown,
          note: totals ? translate('crm.stats.ofAssigned', { count: shownCount(totals.c_a) }) : '',
          change: changeOf('count', 'c_d'),
        },
        {
          label: translate('crm.stats.column.c_r'),
          value: totals ? (totals.c_r === null ? '–' : shownPercent(totals.c_r)) : unknown,
          note: isAbove ? reasonOf(totals) : bestNote,
          isLong: isAbove || isBestAbove,
          change: changeOf('ratio', 'c_r'),
        },
        {
          label: translate('crm.stats.column.tmp'),
          value: totals ? shownDollars(totals.tmp) : unknown,
          note:
            totals === undefined
              ? ''
              : totals.amp === null
                ? translate('crm.stats.noDeals')
                : translate('crm.stats.perDeal', { amount: shownDollars(totals.amp) }),
          change: changeOf('money', 'tmp'),
        },
      ]}
    />
  );
}
