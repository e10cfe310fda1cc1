import {
  getScreening,
  suppressionLists,
  uploadSuppressionList,
} from '@crm/contracts/resources/suppression-list.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { info } from '@crm/platform/http/outcomes.js';
import type { Source } from '@crm/platform/resources/records.js';
import { resourceRoutes } from '@crm/platform/resources/rest-resource.js';
import type { LeadsContext } from '../context.js';
import type { SuppressionListDoc } from '../suppression/suppression.model.js';
import { receiveList } from './receive-list.js';
import { removeList } from './remove-list.js';
import { screeningState } from './screening-state.js';
import { listView } from './suppression-list.view.js';

/** Lists as a resource: those whose file is still on its way are none of it. */
const listedLists = (ctx: LeadsContext): Source<typeof suppressionLists.fields, SuppressionListDoc> => ({
  resource: suppressionLists,
  model: ctx.suppressionLists,
  view: (doc) => listView(doc, ctx.clock.now()),
  within: { status: { $ne: 'receiving' } },
  // The older the later.
  sortedBy: { age_days: 'as_of' },
});

/** The calls about lists of numbers that are not to be called. */
export function suppressionRoutes(ctx: LeadsContext): Route[] {
  return [
    route(uploadSuppressionList, async (actor, _input, { req }) => ({
      ...info('Import started'),
      list: listView(await receiveList(ctx, actor, req), ctx.clock.now()),
    })),
    route(getScreening, () => screeningState(ctx)),
    ...resourceRoutes(listedLists(ctx), { remove: (actor, id) => removeList(ctx, actor, id) }),
  ];
}
