import * as calls from '@crm/contracts/http/carrier.js';
import { auditChanges } from '@crm/platform/audit/add-details.js';
import { conflict } from '@crm/platform/errors/app-error.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from '../context.js';
import { listAccountNumbers } from './account-numbers.js';
import { checkAccount, mendAccount } from './check-account.js';
import { findNumbersInUse } from './in-use.js';
import { outcomeOf, shownChanges } from './mended.rules.js';

/** The calls about the account at the carrier. */
export function carrierAccountRoutes(ctx: TelephonyContext): Route[] {
  return [
    route(calls.checkCarrier, () => checkAccount(ctx.carrierAccount)),
    route(calls.mendCarrier, async (_actor, { body: { digest } }) => {
      const mended = await mendAccount(ctx.carrierAccount, digest);
      if (mended.stale) throw conflict(undefined, 'The account has changed in the meantime. Check again');
      auditChanges('carrier-account', shownChanges(mended.written));
      return { ...outcomeOf(mended), report: mended.report };
    }),
    route(calls.listAccountNumbers, async () => ({ numbers: await listAccountNumbers(ctx) })),
    route(calls.numbersInUse, async () => ({ numbers: await findNumbersInUse(ctx) })),
  ];
}
