import type { Actor } from '@crm/contracts/access.js';
import { sources } from '@crm/contracts/codes/sources.js';
import type { StatisticCharts, StatsFilters } from '@crm/contracts/entities/stats.js';
import { dollarsOf } from '@crm/contracts/money.js';
import type { StatsContext } from '../context.js';
import type { DealLine } from '../months/month-lines.rules.js';
import { daysOf } from '../filter/months.rules.js';
import { readLines } from '../months/read-lines.js';
import { countFigures } from './count-figures.js';
import { figuresOf, nothing, type Counts } from './figures.rules.js';
import { figureFilter, monthsUpTo } from '../filter/filter.rules.js';

/** Deals and premium in cents of each month that has any. */
function byMonthOf(lines: readonly DealLine[]) {
  const months = new Map<string, Pick<Counts, 'deals' | 'premium'>>();
  for (const { month, count, premium } of lines) {
    const before = months.get(month) ?? nothing;
    months.set(month, { deals: before.deals + count, premium: before.premium + premium });
  }
  return months;
}

/** The chart data: whole months, so that they are comparable, and sources within the filter's days. */
export async function getCharts(
  { sets, clock }: Pick<StatsContext, 'sets' | 'clock'>,
  actor: Actor,
  filters: StatsFilters,
): Promise<StatisticCharts> {
  const filter = figureFilter(actor, filters);
  const set = await sets.shown();
  const months = monthsUpTo(filter, clock.now());
  const [first = '', last = ''] = [months[0], months.at(-1)];
  const [ofMonths, ofRange] = await Promise.all([
    readLines(set, { ...filter, first: daysOf(first).first, last: daysOf(last).last }),
    readLines(set, filter),
  ]);
  const byMonth = byMonthOf(ofMonths.deals);
  const bySource = countFigures(ofRange, 'source');
  return {
    months: months.map((month) => {
      const { deals, premium } = byMonth.get(month) ?? nothing;
      return { month, c_d: deals, tmp: dollarsOf(premium) };
    }),
    sources: sources
      .filter(({ id }) => filter.sources.includes(id))
      .map(({ id, name, title }) => ({
        source: name,
        source_title: title,
        ...figuresOf(bySource.get(id) ?? nothing),
      })),
  };
}
