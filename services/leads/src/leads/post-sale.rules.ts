import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { Flag } from '@crm/contracts/ids.js';

/** Statuses from the application on: from the first of them a lead is after the sale, and stays so. */
const postSale: ReadonlySet<StatusCode> = new Set([
  'inApplication',
  'underwriting',
  'approved',
  'aota',
  'condIssued',
  'in-force',
  'purchased',
]);

/** `post_sale` after a status: 1 from the first status after the application on, whatever follows. */
export function postSaleAfter(before: Flag, status: StatusCode): Flag {
  return before === 1 || postSale.has(status) ? 1 : 0;
}
