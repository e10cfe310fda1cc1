import { importNumbers as importCall } from '@crm/contracts/resources/number.js';
import { ownNumber } from '@crm/contracts/http/state-phones.js';
import { success } from '@crm/platform/http/outcomes.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { resourceRoutes } from '@crm/platform/resources/rest-resource.js';
import type { TelephonyContext } from '../context.js';
import { findUser } from '../users/save-users.js';
import { importNumbers } from './import-numbers.js';
import { numberForTexts } from './number-for-texts.js';
import { changeNumber, listedNumbers, removeNumber } from './numbers.js';

const importedMessage = (added: number) =>
  added === 0 ? 'No new numbers' : added === 1 ? '1 number added' : `${String(added)} numbers added`;

/** The calls about the numbers that calls and texts go out from. */
export function numberRoutes(ctx: TelephonyContext): Route[] {
  return [
    ...resourceRoutes(listedNumbers(ctx), {
      change: (actor, id, change) => changeNumber(ctx, actor, id, change),
      remove: (actor, id) => removeNumber(ctx, actor, id),
    }),
    route(importCall, async (actor) => {
      const added = await importNumbers(ctx, actor);
      return { ...success(importedMessage(added)), added };
    }),
    route(ownNumber, async (_actor, { body: { user_id, state, number } }) => {
      const user = user_id === null ? undefined : await findUser(ctx, user_id);
      const from = await numberForTexts(ctx, { user: user ?? null, leadState: state, number });
      return { phone: from ?? null };
    }),
  ];
}
