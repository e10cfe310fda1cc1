import type { DealSort } from '@crm/contracts/entities/stats.js';

const sortedBy: Record<DealSort['field'], string> = {
  agent: 'sort.agent',
  fullname: 'sort.fullname',
  carrier: 'carrier',
  policy_number: 'policy_number',
  app_date: 'deal_date',
  term: 'product',
  coverage_amount: 'coverage',
  premium: 'premium',
  draft_date: 'draft_date',
  s_t: 'sort.status',
};

/** What deals are sorted by. */
export const dealSortKeys: readonly string[] = Object.values(sortedBy);

/** The latest first where no order is asked for; equal ones always in one order, so that no page shows one twice. */
export function dealOrder({ field, order }: DealSort = { field: 'app_date', order: 'DESC' }) {
  const direction = order === 'ASC' ? (1 as const) : (-1 as const);
  return { [sortedBy[field]]: direction, _id: direction };
}
