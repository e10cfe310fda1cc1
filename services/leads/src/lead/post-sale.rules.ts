import { isDeal, type StatusCode } from '@crm/contracts/codes/statuses.js';
import type { Flag } from '@crm/contracts/ids.js';

/** `post_sale` after a status: 1 from the first status after the application on, whatever follows. */
export function postSaleAfter(before: Flag, status: StatusCode): Flag {
  return before === 1 || isDeal(status) ? 1 : 0;
}
