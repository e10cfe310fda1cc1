import type { Actor } from '@crm/contracts/access.js';
import { dealRow, type DealRow, type DealSort, type StatsFilters } from '@crm/contracts/entities/stats.js';
import { statusCode, statusTitle } from '@crm/contracts/codes/statuses.js';
import { dollarsOf, dollarsOrNull } from '@crm/contracts/money.js';
import { countMatching } from '@crm/platform/mongo/count-matching.js';
import type { StatsContext } from '../context.js';
import type { LeadFigures } from '../leads/lead-figures.rules.js';
import type { DealLine } from '../months/month-lines.rules.js';
import { readLines } from '../months/read-lines.js';
import { figureFilter, listedIn } from '../filter/filter.rules.js';
import { withoutAgent } from '../statistic/get-statistic.js';
import { dealOrder } from '../filter/deal-order.rules.js';

interface Asked {
  filters: StatsFilters;
  sort?: DealSort | undefined;
}

function dealView(row: LeadFigures): DealRow {
  const status = statusCode.parse(row.status);
  return dealRow.parse({
    id: row._id,
    agent: row.agent === '' ? withoutAgent : row.agent_name,
    agent_id: row.agent === '' ? 0 : row.agent,
    fullname: row.fullname,
    type_id: row.type_id,
    carrier: row.carrier,
    policy_number: row.policy_number,
    app_date: row.app_date,
    deal_date: row.deal_date,
    term: row.product,
    coverage_amount: dollarsOrNull(row.coverage),
    premium: dollarsOrNull(row.premium),
    draft_date: row.draft_date,
    status,
    s_t: statusTitle(status),
  });
}

const sumOf = (lines: readonly DealLine[], of: 'coverage' | 'premium') =>
  lines.reduce((sum, line) => sum + line[of], 0);

/**
 * A page of deals and what they come to over all pages. Declined and cancelled ones are in the list and not in the
 * totals (deploy/docs/statistics.md). An agent gets the own ones alone.
 */
export async function listDeals(
  { sets }: Pick<StatsContext, 'sets'>,
  actor: Actor,
  { filters, sort, limit, page }: Asked & { limit: number; page: number },
): Promise<{ deals: DealRow[]; totalCount: number; totalCoverage: number; totalPremium: number }> {
  const filter = figureFilter(actor, filters);
  const set = await sets.shown();
  const { rows } = set;
  const [found, totalCount, lines] = await Promise.all([
    rows
      .find(listedIn(filter))
      .sort(dealOrder(sort))
      .skip((page - 1) * limit)
      .limit(limit)
      .toArray(),
    countMatching(rows, listedIn(filter)),
    readLines(set, filter),
  ]);
  return {
    deals: found.map(dealView),
    totalCount,
    totalCoverage: dollarsOf(sumOf(lines.deals, 'coverage')),
    totalPremium: dollarsOf(sumOf(lines.deals, 'premium')),
  };
}

/** Every deal that a filter finds, one after another. */
export async function* everyDeal(
  { sets }: Pick<StatsContext, 'sets'>,
  actor: Actor,
  { filters, sort }: Asked,
): AsyncGenerator<DealRow> {
  const { rows } = await sets.shown();
  const found = rows.find(listedIn(figureFilter(actor, filters))).sort(dealOrder(sort));
  for await (const row of found) yield dealView(row);
}
