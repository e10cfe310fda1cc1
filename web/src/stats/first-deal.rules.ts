import type { StatisticCharts } from '@crm/contracts/entities/stats.js';

type Month = StatisticCharts['months'][number];

/** A month, and the same one a year earlier if it is compared with it. */
export interface ComparedMonth {
  month: Month;
  yearBefore: Month | undefined;
}

const hasDeal = ({ month, yearBefore }: ComparedMonth) => month.c_d > 0 || (yearBefore?.c_d ?? 0) > 0;

/** The months from the first one with a deal on, in either year; empty ones behind it stay. */
export function fromFirstDeal(
  months: readonly Month[],
  yearBefore: readonly Month[] | undefined,
): ComparedMonth[] {
  const compared = months.map((month, place) => ({ month, yearBefore: yearBefore?.[place] }));
  const first = compared.findIndex(hasDeal);
  return first === -1 ? [] : compared.slice(first);
}
