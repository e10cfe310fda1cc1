import { exportDeals, getDeals } from '@crm/contracts/http/stats.js';
import { answered, route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { sendCsv } from '@crm/platform/http/send-csv.js';
import type { StatsContext } from '../context.js';
import { everyDeal, listDeals } from './list-deals.js';

const head = [
  'Agent',
  'Full name',
  'Lead',
  'Carrier',
  'Policy number',
  'Submit date',
  'Deal date',
  'Product',
  'Coverage amount',
  'Premium',
  'Draft date',
  'Status',
];

/** The calls about single deals. */
export function dealRoutes(ctx: StatsContext): Route[] {
  return [
    route(getDeals, (actor, { body }) => listDeals(ctx, actor, body)),
    route(exportDeals, async (actor, { body }, { res }) => {
      const deals = everyDeal(ctx, actor, body);
      async function* rows() {
        for await (const deal of deals) {
          yield [
            deal.agent,
            deal.fullname,
            deal.id,
            deal.carrier,
            deal.policy_number,
            deal.app_date,
            deal.deal_date,
            deal.term,
            deal.coverage_amount,
            deal.premium,
            deal.draft_date,
            deal.s_t,
          ];
        }
      }
      await sendCsv(res, { filename: 'deals.csv', head, rows: rows() });
      return answered;
    }),
  ];
}
