import { adoptContactRules, contactRuleTable } from '@crm/contracts/http/contact-rule-table.js';
import * as calls from '@crm/contracts/http/permission.js';
import { decideDoNotContact, liftDoNotContact } from '@crm/contracts/resources/do-not-contact.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { resourceRoutes, restResource } from '@crm/platform/resources/rest-resource.js';
import { addEntry } from './add-entry.js';
import { askPermission } from './ask-permission.js';
import { createContactRule, storedContactRules } from './contact-rules.js';
import { decideEntry } from './decide-entry.js';
import { liftEntry, listedEntries } from './do-not-contact.js';
import { leadPermission } from './lead-permission.js';
import { permissionOfRows } from './permission-of-rows.js';
import { adoptRows, offeredTable } from './rule-table.js';
import { allowContact, endOverride } from './overrides.js';

/** The calls about who may be contacted, when and how often. */
export function permissionRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.mayContact, (_actor, { body }, { caller }) => askPermission(ctx, caller ?? '', body)),
    route(calls.leadPermission, (actor, { params }) => leadPermission(ctx, actor, params.id)),
    route(calls.permissionOfRows, (actor, { body }) => permissionOfRows(ctx, actor, body.ids)),
    route(calls.allowContact, async (actor, { params, body }) => ({
      ...success('Contact allowed'),
      override: await allowContact(ctx, actor, params.id, body),
    })),
    route(calls.endContactOverride, async (actor, { params }) => {
      await endOverride(ctx, actor, params.id, params.overrideId);
      return success('The rules apply again');
    }),
    ...restResource(storedContactRules(ctx), {
      create: (actor, given) => createContactRule(ctx, actor, given),
    }),
    route(contactRuleTable, () => offeredTable(ctx)),
    route(adoptContactRules, async (actor, { body }) => {
      const adopted = await adoptRows(ctx, actor, body);
      const count = adopted.length === 1 ? '1 rule' : `${String(adopted.length)} rules`;
      return { ...success(`${count} adopted`), adopted };
    }),
    ...resourceRoutes(listedEntries(ctx), { create: (actor, given) => addEntry(ctx, actor, given) }),
    route(liftDoNotContact, async (actor, { params, query }) => {
      await liftEntry(ctx, actor, params.id, query.reason);
      return success('May be contacted again');
    }),
    route(decideDoNotContact, async (actor, { params, body }) => {
      const { isOpen } = await decideEntry(ctx, actor, params.id, body);
      return success(isOpen ? 'May be contacted again' : 'Stays closed');
    }),
  ];
}
