import * as calls from '@crm/contracts/http/permission.js';
import { contentRange } from '@crm/contracts/endpoint/rest-range.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { restPage } from '@crm/platform/resources/rest-page.js';
import { addEntry } from './add-entry.js';
import { askPermission } from './ask-permission.js';
import { listContactRules, saveContactRule } from './contact-rules.js';
import { entriesAsked, entryView, liftEntry } from './do-not-contact.js';
import { leadPermission } from './lead-permission.js';
import { allowContact, endOverride } from './overrides.js';

/** The calls about who may be contacted, when and how often. */
export function permissionRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.mayContact, (_actor, { body }, { caller }) => askPermission(ctx, caller ?? '', body)),
    route(calls.leadPermission, (actor, { params }) => leadPermission(ctx, actor, params.id)),
    route(calls.allowContact, async (actor, { params, body }) => ({
      ...success('Contact allowed'),
      override: await allowContact(ctx, actor, params.id, body),
    })),
    route(calls.endContactOverride, async (actor, { params }) => {
      await endOverride(ctx, actor, params.id, params.overrideId);
      return success('The rules apply again');
    }),
    route(calls.listContactRules, async (_actor, _input, { res }) => {
      const rules = await listContactRules(ctx);
      res.setHeader('content-range', contentRange('contact-rules', 0, rules.length, rules.length));
      return rules;
    }),
    route(calls.saveContactRule, async (actor, { params, body }) => ({
      ...success('Rule saved'),
      rule: await saveContactRule(ctx, actor, params.id, body),
    })),
    route(calls.listDoNotContact, (_actor, { query: { filter, range } }, { res }) =>
      restPage(
        {
          name: 'do-not-contact',
          model: ctx.doNotContact,
          filter: entriesAsked(filter),
          sort: { since: -1, _id: -1 },
          view: entryView,
        },
        range,
        res,
      ),
    ),
    route(calls.addDoNotContact, async (actor, { body }) => ({
      ...success('Will not be contacted'),
      entry: await addEntry(ctx, actor, body),
    })),
    route(calls.liftDoNotContact, async (actor, { params, query }) => {
      await liftEntry(ctx, actor, params.id, query.reason);
      return success('May be contacted again');
    }),
  ];
}
